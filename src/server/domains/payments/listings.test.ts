import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'
import { findListingCases } from './cases.query.ts'
import type { DisputeReport, ListedMovement } from './ports.ts'

let world: PaymentsWorld
/** What PayPal lists; undefined: it gives no answer. */
let listing: ListedMovement[] | undefined
let asked: string[]
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(async () => {
  await world.reset()
  for (const table of ['payment_listing', 'payment_listing_run', 'payment_listing_dismissal'] as const)
    await world.db.deleteFrom(table).execute()
  // In the evening in Hong Kong.
  const day = world.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').add({ days: 1 }).toPlainDate()
  world.clock.set(day.toZonedDateTime({ timeZone: 'Asia/Hong_Kong', plainTime: '20:00' }).toInstant())
  listing = []
  asked = []
  world.paypal.list = async ({ from, until }) => {
    asked.push(`${from.toString()}/${until.toString()}`)
    return listing?.filter(({ at }) => Temporal.Instant.compare(at, from) >= 0)
  }
})
afterAll(() => world.close())

async function paid(): Promise<ListedMovement> {
  const { orderId } = await world.start()
  world.paypal.approve(orderId)
  await world.payments.returned({ accountId: world.accountId, orderId })
  return moved(orderId)
}
const moved = (ownId: string, change: Partial<ListedMovement> = {}): ListedMovement => ({
  reference: `paid-${ownId}`,
  what: 'payment',
  ownId,
  amountCents: 5_000,
  currency: 'HKD',
  at: world.clock.now(),
  ...change,
})
const later = async (hours: number) => {
  world.clock.advance(`PT${hours}H`)
  await world.runDue()
}
const cases = async () => (await world.payments.cases()).map(({ orderId, cause, problem }) => [orderId, cause, problem])

test('a dispute whose callbacks were lost is found by the daily listing, and its result too, once each', async () => {
  const { ownId: orderId, reference: paymentReference } = await paid()
  const dispute = { of: 'dispute', paymentReference, disputeId: 'PP-D-1' } as const
  let told: DisputeReport[] = [{ ...dispute, event: 'disputeOpened' }]
  world.paypal.disputes = async () => told
  await later(24)
  expect((await world.orderRow(orderId)).state).toBe('disputed')
  await later(24)
  told = [{ ...dispute, event: 'disputeWon' }]
  await later(24)
  expect((await world.orderRow(orderId)).state).toBe('paid')
  await later(24)
  const evidence = world.db.selectFrom('payment_evidence').select('event').where('reference', '=', 'PP-D-1')
  expect((await evidence.orderBy('seq').execute()).map(({ event }) => event)).toEqual(['disputeOpened', 'disputeWon'])
})

test('a provider that lists no disputes still lists payments', async () => {
  world.paypal.disputes = async () => undefined
  await later(24)
  expect(asked).toHaveLength(1)
})

test('a movement that both sides have is no case', async () => {
  const payment = await paid()
  await world.payments.refund({ orderId: payment.ownId, amountCents: 2_000, reason: 'asked', actor: 'test' })
  await world.runDue()
  const [refund] = await world.db.selectFrom('payment_refund').selectAll().execute()
  const own = { ownId: refund!.refund_id, reference: refund!.provider_reference! }
  listing = [payment, moved(own.ownId, { ...own, what: 'refund', amountCents: 2_000 })]
  await later(24)
  await later(24)
  await later(24)
  expect(await cases()).toEqual([])
  expect(asked).toHaveLength(4)
})

test('a listed movement that is unknown here is an operator’s case, with its mandate, until it is dismissed', async () => {
  const [payment, refund, sale] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
  listing = [
    moved(payment!),
    moved(refund!, { what: 'refund' }),
    moved(sale!, { mandateReference: 'I-FORGOTTEN', reference: 'SALE1' }),
  ]
  await later(24)
  expect(await cases()).toEqual([])
  await later(1)
  expect(await cases()).toEqual([
    [payment, 'unknown payment', `paid-${payment!}`],
    [refund, 'unknown refund', `paid-${refund!}`],
    [sale, 'unknown payment', 'SALE1 by I-FORGOTTEN'],
  ])
  expect(await world.payments.dismissListed('SALE1')).toBe(true)
  expect((await cases()).map(([orderId]) => orderId)).toEqual([payment, refund])
  expect(await world.payments.dismissListed('SALE2')).toBe(false)
})

test('a listed refund that failed here is a case', async () => {
  const payment = await paid()
  await world.payments.refund({ orderId: payment.ownId, amountCents: 2_000, reason: 'asked', actor: 'test' })
  await world.runDue()
  const [refund] = await world.db.selectFrom('payment_refund').selectAll().execute()
  const own = { ownId: refund!.refund_id, reference: refund!.provider_reference! }
  await world.db.updateTable('payment_refund').set({ state: 'failed', note_number: null }).execute()
  listing = [payment, moved(own.ownId, { ...own, what: 'refund', amountCents: 2_000 })]
  await later(24)
  await later(1)
  expect(await cases()).toContainEqual([own.ownId, 'unknown refund', own.reference])
})

test('a payment without a callback is credited by the listing alone', async () => {
  const { orderId } = await world.start()
  world.clock.advance('PT200H')
  await world.runDue()
  expect((await world.orderRow(orderId)).state).toBe('expired')
  await world.db.updateTable('payment_order').set({ query_due_at: null }).execute()
  Object.assign(world.paypal.orders.get(orderId)!, { state: 'paid' })
  listing = [moved(orderId)]
  await later(24)
  await world.runDue()
  expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
  await later(1)
  expect(await cases()).toEqual([])
})

test('another sum is a case', async () => {
  const payment = await paid()
  listing = [{ ...payment, amountCents: 5_100 }]
  await later(24)
  await later(1)
  expect(await cases()).toEqual([[payment.ownId, 'listed otherwise', payment.reference]])
})

test('a payment that the provider does not list is a case, once the next day is listed too', async () => {
  const { ownId, reference } = await paid()
  await later(24)
  expect(await cases()).toEqual([])
  await later(24)
  expect(await cases()).toEqual([[ownId, 'payment not listed', reference]])
  expect(await world.payments.dismissListed(reference)).toBe(true)
  expect(await cases()).toEqual([])
})

test('a day without an answer is requested again, and nothing is compared before', async () => {
  await paid()
  listing = undefined
  await later(24)
  await later(24)
  expect(await cases()).toEqual([])
  expect(new Set(asked).size).toBe(asked.length)
  listing = []
  asked = []
  await later(1)
  await later(1)
  expect(asked).toHaveLength(1)
})

test('old listings are not read again', async () => {
  const now = world.clock.now()
  await sql`
    insert into payment_listing (kind, sandbox, reference, what, own_id, amount_cents, currency, at, listed_at)
    select 'paypal', true, 'OLD' || n, case when n % 2 = 0 then 'payment' else 'refund' end, md5(n::text), 100, 'HKD', ${now}::timestamptz - interval '90 days', ${now}
    from generate_series(1, 5000) n`.execute(world.db)
  const own = await paid()
  listing = [own]
  await later(24)
  await later(24)
  await sql`analyze payment_listing, payment_order, payment_refund`.execute(world.db)
  const before = world.clock.now()
  const read = await world.db.transaction().execute(async (tx) => {
    await findListingCases(tx, { before, recent: before.subtract({ hours: 60 * 24 }) })
    const { rows } = await sql<{ rows: number }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname in ('payment_listing', 'payment_refund')`.execute(tx)
    return rows[0]!.rows
  })
  expect(read).toBeLessThan(100)
})
