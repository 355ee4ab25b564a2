import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#server/domains/viewer.ts'
import { makeCodes, VOUCHERS } from '../../../../test/support/codes.ts'
import { createStaffWorld, STAFF_PRICE, type StaffWorld, viewerOf } from '../../../../test/support/staff.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let world: StaffWorld
let accountId: string
beforeAll(async () => {
  world = await createStaffWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  accountId = await world.aMember()
})
afterEach(() => expectBooksToAgree(world.node))

const planEnd = (text: string) => ({ planEnd: hongKong(text) })

describe('a check', () => {
  test('of a number on the list answers the staff plans, however it is written', async () => {
    const number = await world.aNumber()
    const { plans } = await world.check(` ${number.toLowerCase()} `, { companyName: 'harbour bank' })
    expect(plans.map(({ plan }) => [plan.planId, plan.amountCents])).toEqual([
      ['staff-pass', 0],
      ['staff-paid', STAFF_PRICE],
    ])
    expect(plans.map(({ terms }) => terms.trialMonths)).toEqual([0, 0])
  })

  test('answers alike for an unknown company, an unknown number, and one that has its plan', async () => {
    const number = await world.aNumber()
    await world.take(accountId, await world.tokenFor(number))
    const wrong = [world.check(number), world.check('S9999'), world.check(number, { companyName: 'Other Bank' })]
    const refusals = (await Promise.allSettled(wrong)).map((one) => (one.status === 'rejected' ? one.reason : one))
    expect(refusals.map(({ code, details }) => ({ code, details }))).toEqual(
      Array.from({ length: 3 }, () => ({ code: 'NOT_FOUND', details: {} })),
    )
  })

  test('that is repeated with wrong numbers is slowed, by address and by account', async () => {
    await world.aNumber()
    const tries = async (viewer: Viewer | undefined, address: () => string) => {
      const codes: string[] = []
      for (let n = 0; n < 40; n++) {
        const refused = await world
          .check(`X${n}`, { ...(viewer && { viewer }), address: address() })
          .catch((error) => error)
        codes.push(refused.code)
      }
      return codes.indexOf('TOO_MANY_TRIES')
    }
    expect(await tries(undefined, () => '198.51.100.9')).toBe(30)
    expect(await tries(viewerOf(accountId), world.anAddress)).toBe(10)
  })

  test('stores neither number nor token', async () => {
    const { staffToken } = await world.check(await world.aNumber())
    const { rows } = await world.pool.query(
      'select c::text as one from staff_check c union all select n::text from staff_number n',
    )
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(staffToken)
    expect(stored).not.toMatch(/\bS\d+\b/)
  })
})

describe('a free staff plan', () => {
  test('runs at once, for a month, and counts as a plan held', async () => {
    const token = await world.tokenFor(await world.aNumber())
    expect(await world.take(accountId, token)).toEqual(planEnd('2026-12-21T00:00'))
    expect(await world.cycles(accountId)).toEqual(['1 gift'])
    expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
    expect((await world.node.subscriptions.starts.factsOf(accountId)).hadPlan).toBe(true)
  })

  test('is given once by a token, to one account', async () => {
    const token = await world.tokenFor(await world.aNumber())
    const first = await world.take(accountId, token)
    expect(await world.take(accountId, token)).toEqual(first)
    expect(await world.cycles(accountId)).toEqual(['1 gift'])
    await expect(world.take(await world.aMember(), token)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    await expect(world.take(accountId, token, { planId: 'staff-paid' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is given once to a number, also to another token of it', async () => {
    const number = await world.aNumber()
    const tokens = [await world.tokenFor(number), await world.tokenFor(number)]
    await world.take(accountId, tokens[0]!)
    await expect(world.take(await world.aMember(), tokens[1]!)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('can be taken again once it has ended', async () => {
    const number = await world.aNumber()
    await world.take(accountId, await world.tokenFor(number))
    await world.goTo('2026-12-20T23:59:59')
    await expect(world.check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.goTo('2026-12-21T00:00')
    const other = await world.aMember()
    expect(await world.take(other, await world.tokenFor(number))).toEqual(planEnd('2027-01-22T00:00'))
  })

  test.each([
    ['a token that is half an hour old', 'PT30M', 'CODE_EXPIRED'],
    ['a token that was never given', undefined, 'CODE_EXPIRED'],
  ])('is refused with %s', async (_, later, code) => {
    const token = later === undefined ? 'unknown' : await world.tokenFor(await world.aNumber())
    if (later !== undefined) world.clock.advance(later)
    await expect(world.take(accountId, token)).rejects.toMatchObject({ code })
    expect(await world.rows(accountId)).toEqual([])
  })

  test.each(['entertainment-pass', 'gift-pass', 'no-such-plan'])('%s is none', async (planId) => {
    await expect(world.take(accountId, await world.tokenFor(await world.aNumber()), { planId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('is refused once the number is no longer on the list', async () => {
    const number = await world.aNumber()
    const token = await world.tokenFor(number)
    await world.importList(`Harbour Bank,S0`)
    await expect(world.take(accountId, token)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('of one number goes to one of many who take it at once', { timeout: 60_000 }, async () => {
    const second = world.aNode()
    const number = await world.aNumber()
    const tries = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => ({
        by: await world.aMember(),
        token: await world.tokenFor(number),
        on: n % 2 ? second : world.node,
      })),
    )
    const ended = await Promise.allSettled(tries.map(({ by, token, on }) => world.take(by, token, { on })))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const held = await Promise.all(tries.map(({ by }) => world.rows(by)))
    expect(held.flat()).toHaveLength(1)
  })
})

describe('a member of a telecom partner', () => {
  test('is given no staff plan, and the token stays unused', async () => {
    const token = await world.tokenFor(await world.aNumber())
    const member = await world.aMember('suntel')
    await expect(world.take(member, token)).rejects.toMatchObject({ code: 'NOT_ALLOWED', details: { of: 'plan' } })
    expect(await world.rows(member)).toEqual([])
    expect(await world.take(accountId, token)).toEqual(planEnd('2026-12-21T00:00'))
  })

  test('reads that none is for them', async () => {
    const viewer = viewerOf(await world.aMember('hgc'))
    const { plans } = await world.check(await world.aNumber(), { viewer })
    expect(plans.map(({ terms }) => terms.reason)).toEqual(['TELECOM_PARTNER', 'TELECOM_PARTNER'])
  })

  test('a binding and a staff plan taken at the same moment exclude each other', { timeout: 60_000 }, async () => {
    const second = world.aNode()
    for (let time = 0; time < 5; time++) {
      const by = await world.aMember()
      const token = await world.tokenFor(await world.aNumber())
      const { codes } = await makeCodes(world.node.codes, { kind: 'partner', partner: 'hgc', grants: [VOUCHERS] })
      const binding = { accountId: by, partner: 'hgc', code: codes[0]!, address: world.anAddress() } as const
      await Promise.allSettled([world.take(by, token), second.partners.bind(binding)])
      const isBound = (await world.accounts.read(by))!.partner === 'hgc'
      expect((await world.rows(by)).length).toBe(isBound ? 0 : 1)
    }
  })
})

test('a number that is checked again and again leaves five tokens, the last ones', async () => {
  const number = await world.aNumber()
  const tokens: string[] = []
  for (let n = 0; n < 8; n++) {
    world.clock.advance('PT1S')
    tokens.push(await world.tokenFor(number))
  }
  await expect(world.take(accountId, tokens[2]!)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  expect(await world.take(accountId, tokens[3]!)).toEqual(planEnd('2026-12-21T00:00'))
})

describe('a list of staff', () => {
  test('replaces those of the companies in it, and of no other; each is recorded', async () => {
    const before = (await world.audited()).length
    expect(await world.importList('Old Bank,1\nold bank,2\nNew Bank,1\n')).toEqual([
      { company: 'old bank', numbers: 2 },
      { company: 'new bank', numbers: 1 },
    ])
    await world.importList('Old Bank,3\n')
    const by = { actor: 'operator:ann', reason: 'list staff.csv' }
    expect((await world.audited()).slice(before)).toEqual([
      { ...by, subject: 'company:old bank', details: { numbers: 2 } },
      { ...by, subject: 'company:new bank', details: { numbers: 1 } },
      { ...by, subject: 'company:old bank', details: { numbers: 1 } },
    ])
    await expect(world.check('1', { companyName: 'Old Bank' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await world.check('1', { companyName: 'New Bank' })).staffToken).not.toBe('')
  })

  test.each([
    ['a wrong line', 'Old Bank,1\nOld Bank\n', 'line 2'],
    ['no line', 'company,number\n', 'empty'],
  ])('with %s changes nothing', async (_, csv, sentence) => {
    const count = async () => (await world.db.selectFrom('staff_number').select('company').execute()).length
    const before = await count()
    expect(await refusedWith(world.importList(csv))).toContain(sentence)
    expect(await count()).toBe(before)
  })
})

test('an account’s staff plans are exported, and its erasure frees no number', async () => {
  const number = await world.aNumber()
  await world.take(accountId, await world.tokenFor(number))
  const { personalData } = world.node.partners.domainModule
  const person = { accountId, number: '', email: '' }
  expect(await personalData!.collect(person, 'en_US')).toMatchObject({
    staffPlans: [{ planVersionId: 'staff-pass.1' }],
  })
  await world.db.transaction().execute((tx) => personalData!.erase(tx, person))
  expect(await personalData!.collect(person, 'en_US')).toEqual({ staffPlans: [] })
  await expect(world.check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
