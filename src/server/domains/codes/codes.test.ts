import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CREDITS, makeCodes, PLAN, TICKET, VOUCHERS } from '../../../../test/support/codes.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'
import type { NewBatch } from './index.ts'
import { inTransaction } from '#server/kit/db.ts'

let world: SubscriptionsWorld
let accountId: string
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  accountId = await world.aMember()
})
afterEach(() => expectBooksToAgree(world.node))

const aCode = async (batch?: Partial<NewBatch>) => (await makeCodes(world.node.codes, batch)).codes[0]!
let addresses = 0
/** Each from an address of its own. */
const anAddress = () => `203.0.${Math.floor(addresses / 250)}.${addresses++ % 250}`
const redeem = (code: string, by = accountId) =>
  world.node.codes.redemptions.redeem({ accountId: by, code, address: anAddress() })
const preview = (code: string, by = accountId) =>
  world.node.codes.redemptions.preview({ accountId: by, code, address: anAddress() })
const owned = async (by = accountId) =>
  (await world.node.ledger.balance(by)).spendable.map(({ bucket, amount }) => `${amount} ${bucket}`)
const inDays = (days: number) => world.clock.now().add({ hours: 24 * days })

describe('a code', () => {
  test('of credits is redeemed once, and answers the same when it is repeated', async () => {
    const code = await aCode()
    const redeemedAt = world.clock.now()
    const first = await redeem(code)
    expect(first.redeemedAt).toBeUndefined()
    const expiresAt = hongKong('2027-11-21T00:00')
    expect(first).toMatchObject({ kind: 'redeem', grants: [{ kind: 'credits', amount: 50, expiresAt }] })
    world.clock.advance('PT24H')
    for (const enter of [redeem, preview]) {
      expect(await enter(code.toLowerCase().replaceAll('-', ' '))).toEqual({ ...first, redeemedAt })
    }
    expect(await owned()).toEqual(['50 recharged'])
  })

  test('that another account has used gives nothing', async () => {
    const code = await aCode()
    await redeem(code)
    await expect(redeem(code, await world.aMember())).rejects.toMatchObject({ code: 'CODE_USED' })
  })

  test('for several accounts gives each of them once', async () => {
    const code = await aCode({ usesPerCode: 2 })
    const [second, third] = [await world.aMember(), await world.aMember()]
    await redeem(code)
    await redeem(code)
    await redeem(code, second)
    await expect(redeem(code, third)).rejects.toMatchObject({ code: 'CODE_USED' })
    expect([await owned(), await owned(second), await owned(third)]).toEqual([['50 recharged'], ['50 recharged'], []])
  })

  test('of a plan queues behind what runs, and counts as a plan held', async () => {
    const code = await aCode({ kind: 'plan', grants: [{ ...PLAN, amount: 2 }] })
    expect(await redeem(code)).toMatchObject({
      grants: [
        {
          kind: 'plan',
          amount: 2,
          name: { en_US: 'Entertainment pass' },
          expiresAt: hongKong('2027-01-21T00:00'),
        },
      ],
    })
    expect(await world.cycles(accountId)).toEqual(['1 gift', '2 gift'])
    await redeem(await aCode({ kind: 'plan', grants: [PLAN] }))
    expect(await world.playsUntil(accountId)).toBe('2027-02-21T00:00')
    expect(await world.node.subscriptions.starts.hasHeldPlan(accountId)).toBe(true)
  })

  test('of a plan and credits gives both, or neither', async () => {
    await redeem(await aCode({ grants: [CREDITS, PLAN] }))
    expect(await owned()).toEqual(['60 monthly', '50 recharged'])
    const { accountId: waiting } = await world.aSubscriber()
    const orderId = await world.aPrepaid(waiting)
    world.wechat.approve(orderId)
    await world.node.payments.returned({ accountId: waiting, orderId })
    await world.node.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    const before = await owned(waiting)
    const code = await aCode({ grants: [CREDITS, PLAN] })
    await expect(redeem(code, waiting)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await owned(waiting)).toEqual(before)
    // The code was not used up.
    expect(await redeem(code, await world.aMember())).toMatchObject({ kind: 'redeem' })
  })

  test('of vouchers and tickets is for members of telecom partners, and nothing else is', async () => {
    const telecom = await world.aMember('hgc')
    const code = await aCode({ grants: [VOUCHERS, TICKET] })
    await expect(redeem(code)).rejects.toMatchObject({ code: 'NOT_ALLOWED', details: { of: 'redeem' } })
    await redeem(code, telecom)
    expect(await owned(telecom)).toEqual(['2 voucher', '1 ticket'])
    for (const grants of [[CREDITS], [PLAN], [PLAN, CREDITS]]) {
      await expect(redeem(await aCode({ grants }), telecom)).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
        details: { of: 'telecom' },
      })
    }
    expect(await owned(telecom)).toEqual(['2 voucher', '1 ticket'])
  })

  test('expires by the clock, to the second', async () => {
    const expiresAt = inDays(1)
    const { codes } = await makeCodes(world.node.codes, { expiresAt, count: 2 })
    world.clock.advance('PT23H59M59S')
    await redeem(codes[0]!)
    world.clock.advance('PT1S')
    await expect(redeem(codes[1]!)).rejects.toMatchObject({ code: 'CODE_EXPIRED', details: { of: 'redeem' } })
    // A code redeemed in time is answered without a limit of time.
    expect(await redeem(codes[0]!)).toMatchObject({ kind: 'redeem' })
  })

  test('is unknown before it starts', async () => {
    const code = await aCode({ startsAt: inDays(1) })
    await expect(redeem(code)).rejects.toMatchObject({ code: 'WRONG_CODE' })
    world.clock.advance('PT24H')
    expect(await redeem(code)).toMatchObject({ kind: 'redeem' })
  })

  test('is nowhere in the database', async () => {
    const code = await aCode()
    const plain = code.replaceAll('-', '')
    await redeem(code)
    for (const table of ['code', 'code_batch', 'code_use', 'transfer', 'audit_entry'] as const) {
      const rows = await world.db.selectFrom(table).selectAll().execute()
      expect(rows).not.toEqual([])
      const text = JSON.stringify(rows, (_, value: unknown) => value)
      for (const shown of [code, plain, Buffer.from(plain).toString('hex')]) expect(text).not.toContain(shown)
    }
  })
})

describe('a code that is shared', () => {
  const shared = { kind: 'sharing', usesPerCode: 100 } as const

  test('works for a new member, once', async () => {
    await redeem(await aCode(shared))
    expect(await owned()).toEqual(['50 recharged'])
    await expect(redeem(await aCode(shared))).rejects.toMatchObject({ code: 'NEW_USERS_ONLY' })
  })

  test.each<[string, (by: string) => Promise<unknown>]>([
    ['has redeemed', async (by) => redeem(await aCode(), by)],
    ['has paid', (by) => world.prepay(by)],
    [
      'was given a plan',
      (by) =>
        inTransaction(world.node.db, (tx) =>
          world.node.subscriptions.give(tx, { accountId: by, planId: 'entertainment-pass', months: 1 }),
        ),
    ],
    ['registered more than 30 days ago', async () => world.clock.advance('PT721H')],
  ])('gives nothing to one who %s', async (_what, live) => {
    const code = await aCode(shared)
    await live(accountId)
    const before = await owned()
    await expect(redeem(code)).rejects.toMatchObject({ code: 'NEW_USERS_ONLY' })
    await expect(redeem(await aCode({ newUsersOnly: true }))).rejects.toMatchObject({ code: 'NEW_USERS_ONLY' })
    expect(await owned()).toEqual(before)
  })

  test('two at once give one', async () => {
    for (let round = 0; round < 5; round++) {
      const by = await world.aMember()
      const two = [await aCode(shared), await aCode(shared)]
      const outcomes = await Promise.allSettled(two.map((code) => redeem(code, by)))
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await owned(by)).toEqual(['50 recharged'])
    }
  })
})

test('who has redeemed is not new again, nor redeems the same code again, with a new account of the same number', async () => {
  const [many, shared] = [await aCode({ usesPerCode: 9 }), await aCode({ kind: 'sharing', usesPerCode: 9 })]
  await redeem(many)
  const { number } = (await world.accounts.read(accountId))!
  await world.accounts.closing.erase(number)
  const { accountId: again } = await world.aMemberWith(number)
  await expect(redeem(many, again)).rejects.toMatchObject({ code: 'CODE_USED' })
  await expect(redeem(shared, again)).rejects.toMatchObject({ code: 'NEW_USERS_ONLY' })
  expect(await owned(again)).toEqual([])
  await redeem(await aCode(), again)
})

describe('a code of a partner', () => {
  const ofHgc = { kind: 'partner', partner: 'hgc', grants: [VOUCHERS] } as const
  const bind = (code: string, partner: string) =>
    world.node.codes.redemptions.redeem({ accountId, code, partner, address: anAddress() })

  test('is redeemed with the partner', async () => {
    const code = await aCode(ofHgc)
    expect(await bind(code, 'hgc')).toMatchObject({ kind: 'partner', grants: [{ kind: 'voucher', amount: 2 }] })
    expect(await owned()).toEqual(['2 voucher'])
  })

  test('is wrong with another one, and for another screen', async () => {
    const code = await aCode(ofHgc)
    await expect(bind(code, 'clp')).rejects.toMatchObject({ code: 'WRONG_CODE' })
    await expect(redeem(code)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await expect(bind(await aCode(), 'hgc')).rejects.toMatchObject({ code: 'WRONG_CODE' })
    expect(await owned()).toEqual([])
  })

  test('is redeemed on the ordinary screen by who is bound to the partner already, and by no other member', async () => {
    const bound = await world.aMember('hgc')
    await redeem(await aCode(ofHgc), bound)
    expect(await owned(bound)).toEqual(['2 voucher'])
    await expect(redeem(await aCode({ ...ofHgc, partner: 'clp' }), bound)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    })
  })

  test('joins the transaction of its caller', async () => {
    const code = await aCode(ofHgc)
    const { codes } = world.node
    const failed = inTransaction(world.node.db, async (tx) => {
      await codes.redemptions.redeemIn(tx, { accountId, code, partner: 'hgc' })
      throw new Error('the binding failed')
    })
    await expect(failed).rejects.toThrow('the binding failed')
    expect(await owned()).toEqual([])
    expect(await bind(code, 'hgc')).toMatchObject({ kind: 'partner' })
  })
})

describe('a preview', () => {
  test('answers what redeeming would, and takes nothing', async () => {
    const code = await aCode({ grants: [PLAN, CREDITS] })
    const seen = await preview(code)
    expect([await owned(), await world.node.subscriptions.starts.hasHeldPlan(accountId)]).toEqual([[], false])
    expect(await world.notices(accountId)).toEqual([])
    const kept = ({ grants }: typeof seen) => grants.map(({ kind, amount, expiresAt }) => [kind, amount, expiresAt])
    expect(kept(await redeem(code))).toEqual(kept(seen))
  })

  test.each([CREDITS, PLAN])(
    'tells until when, as the redemption does that follows hours later: $kind',
    async (reward) => {
      const code = await aCode({ grants: [reward] })
      const ends = async (enter: typeof preview) =>
        (await enter(code)).grants.map(({ expiresAt }) => expiresAt.toString())
      const seen = await ends(preview)
      world.clock.set(hongKong('2026-11-20T23:59'))
      expect(await ends(redeem)).toEqual(seen)
    },
  )

  test('says why there would be nothing', async () => {
    const code = await aCode()
    await redeem(code, await world.aMember())
    await expect(preview(code)).rejects.toMatchObject({ code: 'CODE_USED' })
  })
})

describe('operators', () => {
  test('void one code, or a batch; what was redeemed stays', async () => {
    const { codes: batches } = world.node
    const { batchId, codes } = await makeCodes(world.node.codes, { count: 3 })
    const [first, second, third] = codes as [string, string, string]
    await redeem(first)
    const by = { actor: 'operator:ann', reason: 'lost' }
    await batches.batches.voidOne({ code: second, ...by })
    await expect(redeem(second)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    await batches.batches.voidAll({ batchId, ...by })
    await expect(redeem(third)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    expect(await owned()).toEqual(['50 recharged'])
    expect(await refusedWith(batches.batches.voidAll({ batchId, ...by }))).toContain('no batch')
    expect(await refusedWith(batches.batches.voidOne({ code: second, ...by }))).toContain('already voided')
    expect((await batches.batches.list()).find((one) => one.batchId === batchId)).toMatchObject({
      codes: 3,
      uses: 1,
      voidedCodes: 1,
      madeBy: 'operator:ann',
    })
  })

  test('make no batch that no member could redeem', async () => {
    const impossible: Partial<NewBatch>[] = [
      { grants: [] },
      { grants: [CREDITS, VOUCHERS] },
      { grants: [{ kind: 'plan', planId: 'unknown', amount: 1 }] },
      { expiresAt: world.clock.now() },
      { kind: 'giftcard' },
    ]
    for (const batch of impossible) expect(await refusedWith(makeCodes(world.node.codes, batch))).toMatch(/\w/)
    expect(await refusedWith(makeCodes(world.node.codes, { count: 100_001 }))).toContain('100000')
  })
})

test('what an account has redeemed is exported, and erased with it', async () => {
  await redeem(await aCode({ grants: [PLAN, CREDITS] }))
  const { personalData } = world.node.codes.domainModule
  const person = { accountId, number: '', email: '' }
  expect(await personalData!.collect(person, 'en_US')).toMatchObject({
    redeemed: [{ kind: 'redeem', grants: [{ kind: 'plan', name: 'Entertainment pass' }, { kind: 'credits' }] }],
    giftCards: [],
  })
  await world.db.transaction().execute((tx) => personalData!.erase(tx, person))
  expect(await personalData!.collect(person, 'en_US')).toEqual({ redeemed: [], giftCards: [] })
  expect(await world.db.selectFrom('code_use').select('use_id').where('account_id', '=', accountId).execute()).toEqual(
    [],
  )
  expect(await owned()).toEqual(['60 monthly', '50 recharged'])
})
