import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookedCents, deliveryInstants } from '../../../../test/support/books.ts'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { TestProvider } from '../../../../test/support/payment-provider.ts'
import { createLedger, type Ledger, spend, walletOf } from '#server/domains/ledger/index.ts'
import { createPayments, type Payments } from '#server/domains/payments/index.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { openBooks } from '#server/commerce.ts'
import { createTopups, type Topups } from './index.ts'
import { inTransaction } from '#server/kit/db.ts'

const log = createLog({ level: 'silent', role: 'test' })
const worker = { queue: idleQueue, log }
const PAGE = 'https://harbour.test/'

let app: AccountsApp
let ledger: Ledger
let payments: Payments
let topups: Topups
let alipay: TestProvider
let voided: number[]
let accountId: string
let members = 0
let spendings = 0

beforeAll(async () => {
  app = await createTestAccounts()
  const { db, clock, messages } = app
  ledger = createLedger({ db, clock })
  alipay = new TestProvider('alipay', { capturing: false })
  topups = createTopups({
    clock,
    voidPaidFrom: async (_, { lotId }) => void voided.push(lotId),
    isTelecomPartner: (one, tx) => app.accounts.customers.isTelecomPartner(one, tx),
  })
  payments = createPayments({
    db,
    clock,
    log,
    messages,
    masterKey: Buffer.alloc(32, 7),
    ...openBooks({ db, log }),
    providers: [alipay],
    callbacks: [
      {
        kinds: ['alipay'],
        provider: { name: 'bank', acknowledgement: { status: 200 }, verify: () => ({ outcome: 'ignored' }) },
        read: (body) => JSON.parse(body.toString()),
      },
    ],
    products: () => [topups.product],
    isBlocked: async (accountId) => (await ledger.balance(accountId)).isBlocked,
    itemName: () => 'credits',
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: () => true,
  })
})
beforeEach(async () => {
  alipay.reset()
  voided = []
  ;({ accountId } = await app.aMember(`9400${String(members++).padStart(4, '0')}`))
})
afterEach(async () => {
  expect(await payments.differences()).toEqual([])
})
afterAll(() => app.close())

async function topUp(purposeId = 'credits-50', amountCents = 5_000, paidCents = amountCents): Promise<string> {
  const { orderId } = await payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'credits',
    purposeId,
    kind: 'alipay',
    amountCents,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal: 'web',
  })
  alipay.approve(orderId, { amountCents: paidCents })
  await payments.returned({ accountId, orderId })
  return orderId
}

const spendCredits = (amount: number) =>
  inTransaction(app.db, async (tx) => {
    const at = app.clock.now()
    const walletId = await walletOf(tx, accountId, at)
    return spend(tx, { walletId, amount, kind: 'rent', idempotencyKey: `spend ${spendings++}`, actor: 'member', at })
  })
const refund = (orderId: string, amountCents?: number) =>
  payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })
const runDue = async () => {
  for (const { run } of payments.domainModule.scheduledTasks ?? []) await run(worker)
}
const credits = async () => (await ledger.balance(accountId)).spendable.reduce((sum, { amount }) => sum + amount, 0)

const books = (orderId: string) => bookedCents(app.db, orderId)

test('every pack is credited, for HK$1 a credit', async () => {
  for (const n of [50, 100, 200, 500]) await topUp(`credits-${n}`, n * 100)
  expect(await credits()).toBe(850)
})

test('members of telecom partners are offered no credits, other members and visitors all packs', async () => {
  const offered = async (reader?: string) => (await topups.packs(reader)).map(({ credits }) => credits)
  expect([await offered(), await offered(accountId)]).toEqual([
    [50, 100, 200, 500],
    [50, 100, 200, 500],
  ])
  await app.db.updateTable('account').set({ partner: 'hgc' }).where('account_id', '=', accountId).execute()
  expect(await offered(accountId)).toEqual([])
})

test('members of telecom partners are sold no credits, and who becomes one before it is paid gets the money back', async () => {
  const bind = () => app.db.updateTable('account').set({ partner: 'clp' }).where('account_id', '=', accountId).execute()
  const request = {
    accountId,
    language: 'en_US',
    purpose: 'credits',
    purposeId: 'credits-50',
    kind: 'alipay',
    amountCents: 5_000,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal: 'web',
  } as const
  const { orderId } = await payments.createOrder(request)
  await bind()
  alipay.approve(orderId)
  await payments.returned({ accountId, orderId })
  for (let n = 0; n < 2; n++) await runDue()
  expect([await credits(), alipay.balanceCents]).toEqual([0, 0])
  await expect(
    payments.createOrder({ ...request, purposeId: 'credits-100', amountCents: 10_000 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('a refund', () => {
  test('takes the unspent credits into the hold before the refund is requested', async () => {
    const orderId = await topUp()
    await refund(orderId)
    expect(await credits()).toBe(0)
    expect(alipay.refunds.size).toBe(0)
    await expect(spendCredits(1)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' })
    await runDue()
    expect(alipay.balanceCents).toBe(0)
    expect(await books(orderId)).toEqual({})
  })

  test('of what is spent is refused, with what can be refunded', async () => {
    const orderId = await topUp()
    await spendCredits(20)
    expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 3_000 })
    expect(await refund(orderId, 3_001)).toEqual({ outcome: 'too much', maxCents: 3_000 })
    expect(await credits()).toBe(30)
    expect(await refund(orderId, 3_000)).toMatchObject({ outcome: 'requested' })
    await runDue()
    expect(await credits()).toBe(0)
    expect(alipay.balanceCents).toBe(2_000)
  })

  test('of expired credits is refused', async () => {
    const orderId = await topUp()
    app.clock.advance('PT8785H')
    expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 0 })
  })

  test('that the provider refuses gives the credits back, which can be spent', async () => {
    const orderId = await topUp()
    alipay.refuses.refund = true
    await refund(orderId)
    await runDue()
    expect(await credits()).toBe(50)
    await spendCredits(50)
    expect(await books(orderId)).toMatchObject({ 'provider:alipay': 5_000 })
  })

  test('races with spending: what is refunded and what is spent never exceed what was bought', async () => {
    for (let round = 0; round < 25; round++) {
      const orderId = await topUp()
      const before = await credits()
      const [refunded, spent] = await Promise.allSettled([refund(orderId, 4_000), spendCredits(before - 10)])
      const isRefunded = refunded.status === 'fulfilled' && refunded.value.outcome === 'requested'
      const isSpent = spent.status === 'fulfilled'
      expect(isRefunded && isSpent).toBe(false)
      expect(await credits()).toBe(before - (isRefunded ? 40 : 0) - (isSpent ? before - 10 : 0))
      await runDue()
      expect(await ledger.check()).toMatchObject({ differences: [] })
    }
  })
})

describe('a refund that its payer has to claim', () => {
  /** All claims so far, in cents. */
  const claim = async (cents: number, after = 'PT6H') => {
    for (const reference of alipay.claims!.cents.keys()) alipay.claims!.cents.set(reference, cents)
    app.clock.advance(after)
    await runDue()
  }
  const awaiting = async () => {
    const orderId = await topUp('credits-100', 10_000)
    alipay.claims = { cents: new Map(), closed: false }
    const outcome = await refund(orderId)
    if (outcome.outcome !== 'requested') throw new Error(outcome.outcome)
    alipay.claims.cents.set(outcome.refund.refundId, 0)
    await runDue()
    return orderId
  }
  const succeeded = async (orderId: string) => {
    const { refunds } = await payments.receipt({ accountId, language: 'en_US', orderId })
    return refunds.map(({ amountCents }) => amountCents)
  }

  test('33.37 of 100, a little more, and the rest take a hundred credits in all', async () => {
    const orderId = await awaiting()
    await claim(3_337)
    expect(await succeeded(orderId)).toEqual([3_337])
    await claim(3_350)
    expect(await succeeded(orderId)).toEqual([3_337, 13])
    await claim(10_000)
    expect(await succeeded(orderId)).toEqual([3_337, 13, 6_650])
    expect(await credits()).toBe(0)
    expect(await books(orderId)).toEqual({})
    expect(await ledger.check()).toMatchObject({ differences: [] })
  })

  test('33.37 of 100 and never more: the rest of the credits is given again when the link closes', async () => {
    const orderId = await awaiting()
    await claim(3_337)
    expect(await credits()).toBe(0)
    alipay.claims!.closed = true
    await claim(3_337)
    expect(await credits()).toBe(66)
    expect(await payments.cases()).toContainEqual(expect.objectContaining({ orderId, cause: 'refund returned' }))
    await spendCredits(66)
    expect(await ledger.check()).toMatchObject({ differences: [] })
    expect(await books(orderId)).toMatchObject({ 'provider:alipay': 6_663 })
  })

  test('a part that takes no credit gives none again', async () => {
    const orderId = await awaiting()
    await claim(3_337)
    await claim(3_338)
    alipay.claims!.closed = true
    await claim(3_338)
    expect(await succeeded(orderId)).toEqual([3_337, 1])
    expect(await credits()).toBe(66)
    expect(await refund(orderId, 62)).toMatchObject({ outcome: 'requested' })
    expect(await credits()).toBe(66)
  })
})

test('a chargeback takes what is left, books the loss, and stops purchases', async () => {
  const orderId = await topUp()
  await spendCredits(20)
  const [hook] = payments.domainModule.webhooks ?? []
  const body = Buffer.from(JSON.stringify({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeLost' }))
  await hook!.process({ body, receivedAt: app.clock.now(), signal: new AbortController().signal })
  expect(await credits()).toBe(0)
  expect(voided).toHaveLength(1)
  expect((await ledger.balance(accountId)).isBlocked).toBe(true)
  // 30 of 50 credits were owed and are not any more; the other HK$20 are lost.
  expect(await books(orderId)).toEqual({ deferred_credits: -2_000, dispute_loss: 2_000 })
})

test('a payment that is accepted days later is booked at that time, and its credits last as long as any', async () => {
  const orderId = await topUp('credits-50', 5_000, 4_000)
  app.clock.advance('PT144H')
  await payments.acceptReview(orderId)
  expect(await deliveryInstants(app.db, orderId)).toEqual([app.clock.now().toString()])
  expect(await credits()).toBe(50)
})

test('a payment below the price, once accepted, is refunded with all its credits', async () => {
  const orderId = await topUp('credits-500', 50_000, 100)
  await payments.acceptReview(orderId)
  expect(await credits()).toBe(500)
  expect(await refund(orderId)).toMatchObject({ outcome: 'requested' })
  expect(await credits()).toBe(0)
  await runDue()
  expect(await books(orderId)).toEqual({})
  expect(await ledger.check()).toMatchObject({ differences: [] })
})

test('what was paid above the price is refunded though all credits are spent, and no more', async () => {
  const orderId = await topUp('credits-100', 10_000, 15_000)
  await payments.acceptReview(orderId)
  await spendCredits(100)
  expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 5_000 })
  expect(await refund(orderId, 5_000)).toMatchObject({ outcome: 'requested' })
  await runDue()
  expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 0 })
  expect(alipay.balanceCents).toBe(10_000)
  expect(await ledger.check()).toMatchObject({ differences: [] })
})
