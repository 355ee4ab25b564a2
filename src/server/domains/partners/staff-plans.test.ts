import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { type ImportedStaff, importStaff } from './index.ts'

const COMPANY = 'Harbour Bank'
const NOON = Temporal.ZonedDateTime.from('2026-11-20T14:00[Asia/Hong_Kong]').toInstant()
const PAGE = 'https://harbour.test/#/sun-staff'
const PRICE = 3_000

let world: SubscriptionsWorld
let addresses = 0
let numbers = 0
let accountId: string
beforeAll(async () => {
  world = await createSubscriptionsWorld()
  await world.node.ledger.transaction((tx) =>
    world.node.plans.publish(tx, {
      planId: 'staff-paid',
      offer: 'staff',
      actor: 'operator:ann',
      terms: {
        name: { zh_HK: '員工優惠', en_US: 'Staff offer' },
        description: { zh_HK: '', en_US: '' },
        amountCents: PRICE,
        currency: 'HKD',
        trialMonths: 0,
        creditsPerCycle: 60,
      },
    }),
  )
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(NOON)
  accountId = await world.aMember()
})
afterEach(async () => {
  expect(await world.node.ledger.check()).toMatchObject({ differences: [] })
})

const audited: ImportedStaff[] = []
const importList = (csv: string) =>
  importStaff(
    {
      db: world.db,
      clock: world.clock,
      masterKey: Buffer.alloc(32, 7),
      audit: async (_, imported) => void audited.push(imported),
    },
    csv,
  )
/** A number that was put on the list, with those that were there before. */
async function aNumber(): Promise<string> {
  numbers++
  await importList(Array.from({ length: numbers }, (_, n) => `${COMPANY},S${n + 1}`).join('\n'))
  return `S${numbers}`
}
const visitor = { kind: 'visitor' } as unknown as Viewer
const viewerOf = (by: string) => ({ kind: 'member', accountId: by }) as MemberViewer
const anAddress = () => `203.0.113.${addresses++ % 250}`
const check = (staffNumber: string, { companyName = COMPANY, viewer = visitor, address = anAddress() } = {}) =>
  world.node.partners.staff.check(viewer, { companyName, staffNumber, address })
const take = (staffToken: string, { by = accountId, planId = 'staff-pass', node = world.node } = {}) =>
  node.partners.staff.take({
    accountId: by,
    staffToken,
    planId,
    language: 'en_US',
    kind: 'wechat',
    terminal: 'web',
    continueUrl: PAGE,
    cancelUrl: PAGE,
  })
const tokenFor = async (staffNumber: string) => (await check(staffNumber)).staffToken
const planEnd = (text: string) => ({ planEnd: Temporal.ZonedDateTime.from(`${text}[Asia/Hong_Kong]`).toInstant() })

describe('a check', () => {
  test('of a number on the list answers the staff plans, however it is written', async () => {
    const number = await aNumber()
    const { plans } = await check(` ${number.toLowerCase()} `, { companyName: 'harbour bank' })
    expect(plans.map(({ plan }) => [plan.planId, plan.amountCents])).toEqual([
      ['staff-pass', 0],
      ['staff-paid', PRICE],
    ])
    expect(plans.map(({ terms }) => terms.trialMonths)).toEqual([0, 0])
  })

  test('answers alike for an unknown company, an unknown number, and one that has its plan', async () => {
    const number = await aNumber()
    await take(await tokenFor(number))
    const wrong = [check(number), check('S9999'), check(number, { companyName: 'Other Bank' })]
    const refusals = (await Promise.allSettled(wrong)).map((one) => (one.status === 'rejected' ? one.reason : one))
    expect(refusals.map(({ code, details }) => ({ code, details }))).toEqual(
      Array.from({ length: 3 }, () => ({ code: 'NOT_FOUND', details: {} })),
    )
  })

  test('that is repeated with guesses is slowed, by address and by account', async () => {
    await aNumber()
    const tries = async (viewer: Viewer, address: () => string) => {
      const codes: string[] = []
      for (let n = 0; n < 40; n++) {
        const refused = await check(`X${n}`, { viewer, address: address() }).catch((error) => error)
        codes.push(refused.code)
      }
      return codes.indexOf('TOO_MANY_TRIES')
    }
    expect(await tries(visitor, () => '198.51.100.9')).toBe(30)
    expect(await tries(viewerOf(accountId), anAddress)).toBe(10)
  })

  test('stores neither number nor token', async () => {
    const { staffToken } = await check(await aNumber())
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
    const token = await tokenFor(await aNumber())
    expect(await take(token)).toEqual(planEnd('2026-12-21T00:00'))
    expect(await world.cycles(accountId)).toEqual(['1 gift'])
    expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
    expect((await world.node.subscriptions.factsOf(accountId)).hadPlan).toBe(true)
  })

  test('is given once by a token, to one account', async () => {
    const token = await tokenFor(await aNumber())
    const first = await take(token)
    expect(await take(token)).toEqual(first)
    expect(await world.cycles(accountId)).toEqual(['1 gift'])
    await expect(take(token, { by: await world.aMember() })).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    await expect(take(token, { planId: 'staff-paid' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is given once to a number, whoever has another token of it', async () => {
    const number = await aNumber()
    const tokens = [await tokenFor(number), await tokenFor(number)]
    await take(tokens[0]!)
    await expect(take(tokens[1]!, { by: await world.aMember() })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('can be taken again once it has ended', async () => {
    const number = await aNumber()
    await take(await tokenFor(number))
    await world.goTo('2026-12-20T23:59:59')
    await expect(check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.goTo('2026-12-21T00:00')
    const other = await world.aMember()
    expect(await take(await tokenFor(number), { by: other })).toEqual(planEnd('2027-01-22T00:00'))
  })

  test.each([
    ['a token that is half an hour old', 'PT30M', 'CODE_EXPIRED'],
    ['a token that was never given', undefined, 'CODE_EXPIRED'],
  ])('is refused with %s', async (_, later, code) => {
    const token = later === undefined ? 'unknown' : await tokenFor(await aNumber())
    if (later !== undefined) world.clock.advance(later)
    await expect(take(token)).rejects.toMatchObject({ code })
    expect(await world.rows(accountId)).toEqual([])
  })

  test.each(['entertainment-pass', 'gift-pass', 'no-such-plan'])('%s is none', async (planId) => {
    await expect(take(await tokenFor(await aNumber()), { planId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is refused once the number is no longer on the list', async () => {
    const number = await aNumber()
    const token = await tokenFor(number)
    numbers--
    await importList(`${COMPANY},S0`)
    await expect(take(token)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('of one number goes to one of many who take it at once', { timeout: 60_000 }, async () => {
    const second = world.aNode()
    const number = await aNumber()
    const tries = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => ({
        by: await world.aMember(),
        token: await tokenFor(number),
        node: n % 2 ? second : world.node,
      })),
    )
    const ended = await Promise.allSettled(tries.map(({ token, ...one }) => take(token, one)))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const held = await Promise.all(tries.map(({ by }) => world.rows(by)))
    expect(held.flat()).toHaveLength(1)
  })
})

describe('a staff plan with a price', () => {
  const start = async (number: string, by = accountId) => {
    const taken = await take(await tokenFor(number), { by, planId: 'staff-paid' })
    if (!('order' in taken)) throw new Error('a payment was expected')
    return taken.order
  }
  const pay = (orderId: string, by = accountId) => {
    world.wechat.approve(orderId)
    return world.node.payments.returned({ accountId: by, orderId })
  }

  test('begins once its month is paid, with its credits, and does not renew', async () => {
    const number = await aNumber()
    const order = await start(number)
    expect(order).toMatchObject({ purpose: 'staff', amountCents: PRICE, state: 'pending' })
    expect(await world.rows(accountId)).toEqual([])
    await pay(order.orderId)
    expect(await world.state(accountId)).toBe('cancelling')
    expect([await world.cycles(accountId), await world.credits(accountId)]).toEqual([['1 prepaid'], 60])
    await expect(check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('started again with the same token is the same payment', async () => {
    const token = await tokenFor(await aNumber())
    const orders = [await take(token, { planId: 'staff-paid' }), await take(token, { planId: 'staff-paid' })]
    expect(new Set(orders.map((one) => 'order' in one && one.order.orderId)).size).toBe(1)
  })

  test('that is paid twice for one number is given once; the other payment is refunded', async () => {
    const number = await aNumber()
    const other = await world.aMember()
    const orders = [await start(number), await start(number, other)]
    await pay(orders[0]!.orderId)
    await pay(orders[1]!.orderId, other)
    await world.node.runDue()
    await world.node.runDue()
    expect(await world.rows(other)).toEqual([])
    expect((await world.orders(other)).map(({ state }) => state)).toEqual(['refunded'])
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['paid'])
  })

  test('that is refunded ends, and its number may take another', async () => {
    const number = await aNumber()
    const { orderId } = await start(number)
    await pay(orderId)
    expect(await world.node.payments.refund({ orderId, reason: 'asked', actor: 'operator:ann' })).toMatchObject({
      outcome: 'requested',
    })
    await world.node.runDue()
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
    expect((await check(number)).staffToken).not.toBe('')
  })

  test('is no plan that a client can pay by itself', async () => {
    await expect(world.aPrepaid(accountId, 'staff-paid')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const order = await start(await aNumber())
    const stranger = await world.aMember()
    await expect(
      world.node.payments.createOrder({
        accountId: stranger,
        language: 'en_US',
        purpose: 'staff',
        purposeId: order.purposeId,
        kind: 'wechat',
        amountCents: PRICE,
        continueUrl: PAGE,
        cancelUrl: PAGE,
        terminal: 'web',
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a list of staff', () => {
  test('replaces those of the companies in it, and of no other; each is recorded', async () => {
    audited.length = 0
    expect(await importList('Old Bank,1\nold bank,2\nNew Bank,1\n')).toEqual([
      { company: 'old bank', numbers: 2 },
      { company: 'new bank', numbers: 1 },
    ])
    await importList('Old Bank,3\n')
    expect(audited.map(({ company, numbers: count }) => `${company} ${count}`)).toEqual([
      'old bank 2',
      'new bank 1',
      'old bank 1',
    ])
    await expect(check('1', { companyName: 'Old Bank' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await check('1', { companyName: 'New Bank' })).staffToken).not.toBe('')
  })

  test.each([
    ['a wrong line', 'Old Bank,1\nOld Bank\n', 'line 2'],
    ['no line', 'company,number\n', 'empty'],
  ])('with %s changes nothing', async (_, csv, sentence) => {
    const count = async () => (await world.db.selectFrom('staff_number').select('company').execute()).length
    const before = await count()
    await expect(importList(csv)).rejects.toThrow(sentence)
    expect(await count()).toBe(before)
  })
})

test('an account’s staff plans are exported, and its erasure frees no number', async () => {
  const number = await aNumber()
  await take(await tokenFor(number))
  const { personalData } = world.node.partners.capability
  const person = { accountId, number: '', email: '' }
  expect(await personalData!.collect(person, 'en_US')).toMatchObject({
    staffPlans: [{ planVersionId: 'staff-pass.1' }],
  })
  await world.db.transaction().execute((tx) => personalData!.erase(tx, person))
  expect(await personalData!.collect(person, 'en_US')).toEqual({ staffPlans: [] })
  await expect(check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
