import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'

let world: PaymentsWorld
let claims: NonNullable<PaymentsWorld['alipay']['claims']>
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(async () => {
  await world.reset()
  claims = world.alipay.claims = { cents: new Map(), closed: false }
})
afterAll(() => world.close())

/** A payment of 50 dollars whose whole refund waits for its payer. */
async function awaitingClaim(): Promise<string> {
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await world.payments.returned({ accountId: world.accountId, orderId })
  await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.runDue()
  return orderId
}
const refunds = async () => {
  const rows = await world.db.selectFrom('payment_refund').selectAll().orderBy('ordinal').execute()
  return rows.map(({ state, amount_cents }) => `${amount_cents} ${state}`)
}
/** The payer has claimed so many cents in all. */
async function claim(cents: number): Promise<void> {
  const [first] = await world.db.selectFrom('payment_refund').selectAll().orderBy('ordinal').execute()
  claims.cents.set(first!.provider_reference!, cents)
  world.clock.advance('PT6H')
  await world.runDue()
}
const booked = () => world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)
const receiptOf = (orderId: string) =>
  world.payments.receipt({ accountId: world.accountId, language: 'en_US', orderId })

test('the part of a refund that is claimed is refunded; the rest waits until it is', async () => {
  const orderId = await awaitingClaim()
  await claim(2_000)
  expect(await refunds()).toEqual(['5000 returned', '2000 succeeded', '3000 awaiting_claim'])
  expect(await world.orderRow(orderId)).toMatchObject({ state: 'refunding', previous_state: 'part_refunded' })
  expect(booked()).toEqual(['in 5000', 'out 2000'])
  const { receiptNumber, refunds: notes } = await receiptOf(orderId)
  expect(notes.map(({ noteNumber, amountCents }) => [noteNumber, amountCents])).toEqual([
    [`${receiptNumber}-R2`, 2_000],
  ])
  // Asking again splits nothing.
  await claim(2_000)
  expect(await refunds()).toHaveLength(3)
  await claim(5_000)
  expect(await refunds()).toEqual(['5000 returned', '2000 succeeded', '3000 succeeded'])
  expect((await world.orderRow(orderId)).state).toBe('refunded')
  expect(booked()).toEqual(['in 5000', 'out 2000', 'out 3000'])
  expect(await world.product.of(orderId)).toEqual([
    'delivered 5000',
    'held 5000',
    'released 5000',
    'held 2000',
    'returned 2000',
    'held 3000',
    'returned 3000',
  ])
})

test('a refund claimed in three parts is refunded in three, and an unclaimed part is ours again', async () => {
  const orderId = await awaitingClaim()
  await claim(1_000)
  await claim(1_500)
  claims.closed = true
  await claim(1_500)
  expect((await refunds()).slice(1)).toEqual(['1000 succeeded', '4000 returned', '500 succeeded', '3500 returned'])
  expect((await world.orderRow(orderId)).state).toBe('part_refunded')
  expect(booked()).toEqual(['in 5000', 'out 1000', 'out 500'])
  expect((await world.product.of(orderId)).slice(-2)).toEqual(['held 3500', 'released 3500'])
})

test('two nodes at once split once', async () => {
  await awaitingClaim()
  const [first] = await world.db.selectFrom('payment_refund').selectAll().execute()
  claims.cents.set(first!.provider_reference!, 2_000)
  world.clock.advance('PT6H')
  await Promise.all([world.runDue(), world.runDue()])
  expect(await refunds()).toEqual(['5000 returned', '2000 succeeded', '3000 awaiting_claim'])
})

test('a purchase that can only be taken back whole waits as a whole', async () => {
  const orderId = await awaitingClaim()
  world.product.unspentCents = 0
  await claim(2_000)
  expect(await refunds()).toEqual(['5000 awaiting_claim'])
  expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'held 5000'])
  await claim(5_000)
  expect(await refunds()).toEqual(['5000 succeeded'])
})
