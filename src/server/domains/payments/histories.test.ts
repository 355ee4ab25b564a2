import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import type { Trouble } from '../../../../test/support/payment-provider.ts'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'
import { sql } from '#server/kit/db.ts'
import type { CallbackReport } from './index.ts'

/** Each history has some 20 steps on a real database. */
const RUNS = isFull ? 100 : 12

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
afterAll(() => world.close())

type Step =
  | { do: 'callback'; which: number; repeat: boolean }
  | { do: 'stale'; state: 'failed' | 'closed' | 'open' }
  | { do: 'return' }
  | { do: 'tick'; minutes: number }
  | { do: 'crash' }
  | { do: 'trouble'; trouble: Trouble }
  | { do: 'refund'; cents: number }
  | { do: 'again'; heard: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('callback' as const), which: fc.nat(3), repeat: fc.boolean() }),
  fc.record({ do: fc.constant('stale' as const), state: fc.constantFrom('failed' as const, 'closed', 'open') }),
  fc.constant({ do: 'return' as const }),
  fc.record({ do: fc.constant('tick' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
  fc.constant({ do: 'crash' as const }),
  fc.record({
    do: fc.constant('trouble' as const),
    trouble: fc.constantFrom('request lost' as const, 'response lost'),
  }),
  fc.record({ do: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ do: fc.constant('again' as const), heard: fc.boolean() }),
)

const history = fc.record({
  kind: fc.constantFrom('paypal' as const, 'alipay' as const),
  /** What the payer does, and before which step. */
  payer: fc.constantFrom('pays' as const, 'declines', 'leaves'),
  when: fc.nat(6),
  steps: fc.array(step, { maxLength: 14 }),
})

type History = typeof history extends fc.Arbitrary<infer H> ? H : never

/** Plays a history, then lets reconciliation finish. @returns the id of the order */
async function play({ kind, payer, when, steps }: History): Promise<string> {
  await world.reset()
  const provider = world[kind]
  provider.takeTwice()
  const { orderId, accountId } = await world.start({ kind })
  const decide = () => {
    if (payer === 'pays') provider.approve(orderId)
    if (payer === 'declines') provider.decline(orderId)
  }
  for (const [n, one] of steps.entries()) {
    if (n === when) decide()
    await perform(one, { orderId, accountId: accountId!, kind })
    await expectInvariants(orderId, kind)
  }
  if (when >= steps.length) decide()
  provider.troubles = []
  world.product.failing = false
  // Past every schedule: callbacks that were lost do not matter.
  for (let hours = 0; hours < 40; hours += 8) {
    world.clock.advance('PT8H')
    await world.runDue()
  }
  await expectInvariants(orderId, kind)
  return orderId
}

type Subject = { orderId: string; accountId: string; kind: 'paypal' | 'alipay' }

async function perform(one: Step, { orderId, accountId, kind }: Subject): Promise<void> {
  const provider = world[kind]
  switch (one.do) {
    case 'callback': {
      const report = provider.report(orderId)
      const said: CallbackReport & { nonce: number } = {
        of: 'payment',
        orderId,
        nonce: one.which,
        ...(kind === 'alipay' && { report }),
      }
      await world.callback(said)
      if (one.repeat) await Promise.all([world.callback(said), world.callback({ ...said, nonce: 9 })])
      return
    }
    case 'stale':
      // Said of an earlier moment, and never of a payment that was final in another way.
      if (
        one.state === 'open' ||
        provider.orders.get(orderId)?.state === (one.state === 'closed' ? 'closed' : 'failed')
      )
        await world.callback({ of: 'payment', orderId, report: { state: one.state } })
      return
    case 'return':
      await world.payments.returned({ accountId, orderId })
      return
    case 'tick':
      world.clock.advance(`PT${one.minutes}M`)
      await world.runDue()
      return
    case 'crash':
      // The transaction of the next delivery is undone.
      world.product.failing = true
      await world.payments.returned({ accountId, orderId }).catch(() => undefined)
      world.product.failing = false
      return
    case 'trouble':
      provider.troubles.push(one.trouble)
      return
    case 'again': {
      const second = provider.payAgain(orderId)
      if (!second || !one.heard) return
      await world.callback({ of: 'payment', orderId, report: { state: 'succeeded', ...second } })
      return
    }
    case 'refund':
      await world.payments.refund({ orderId, amountCents: one.cents, reason: 'asked', actor: 'test' })
  }
}

/** Invariants 6 and 7 of payments, after every step. */
async function expectInvariants(orderId: string, kind: 'paypal' | 'alipay'): Promise<void> {
  const row = await world.orderRow(orderId)
  const log = await world.product.of(orderId)
  const delivered = log.filter((line) => line.startsWith('delivered')).length
  expect(delivered).toBe(row.delivered_at ? 1 : 0)
  const evidence = await world.db
    .selectFrom('payment_evidence')
    .select('event')
    .where('order_id', '=', orderId)
    .execute()
  if (row.delivered_at) expect(evidence.filter(({ event }) => event === 'covered')).toHaveLength(1)
  if (row.delivered_at) expect(['paid', 'approved']).toContain(world[kind].orders.get(orderId)?.state)
  const refunds = await world.db.selectFrom('payment_refund').selectAll().where('order_id', '=', orderId).execute()
  const sum = refunds.reduce((cents, { state, amount_cents }) => (state === 'failed' ? cents : cents + amount_cents), 0)
  expect(sum).toBeLessThanOrEqual(row.paid_cents ?? 0)
  await expectSeconds(orderId, kind)
}

/** Every payment that the provider took for an order: the first that is reported is the order's own. */
function referencesOf(orderId: string, kind: 'paypal' | 'alipay'): string[] {
  const first = world[kind].report(orderId)
  const again = world[kind].again.get(orderId) ?? []
  return [...(first.state === 'succeeded' ? [first] : []), ...again].map(({ paymentReference }) => paymentReference)
}

/** Every payment beside the order's own is at most one order, which is never delivered, and is refunded at most once. */
async function expectSeconds(orderId: string, kind: 'paypal' | 'alipay'): Promise<void> {
  const { rows } = await sql<{ reference: string; delivered: boolean; paid: number; refunded: number }>`
    select payment_reference as reference, delivered_at is not null as delivered, paid_cents as paid,
      coalesce((select sum(amount_cents) from payment_refund r where r.order_id = o.order_id and state <> 'failed'), 0)::int as refunded
    from payment_order o where second_of = ${orderId} order by 1`.execute(world.db)
  expect(referencesOf(orderId, kind)).toEqual(expect.arrayContaining(rows.map(({ reference }) => reference)))
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length)
  for (const { delivered, paid, refunded } of rows) {
    expect(delivered).toBe(false)
    expect(refunded).toBeLessThanOrEqual(paid)
  }
}

/** What must not depend on how callbacks arrived: the state, what was delivered, and where the money is. */
async function outcomeOf(orderId: string, kind: 'paypal' | 'alipay') {
  const { state, paid_cents, delivered_at, undeliverable } = await world.orderRow(orderId)
  const net = await world.bookedCents()
  return { state, paid_cents, isDelivered: delivered_at !== null, undeliverable, net, held: world[kind].balanceCents }
}

test('any order, repetition and loss of callbacks, with crashes, lost requests and second payments, ends in the same state and balances', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const orderId = await play(one)
      const outcome = await outcomeOf(orderId, one.kind)
      // Our books are the provider's.
      expect(outcome.net).toBe(outcome.held)
      const all = await world.db.selectFrom('payment_refund').select(['state', 'amount_cents', 'order_id']).execute()
      expect(all.every(({ state }) => state === 'succeeded')).toBe(true)
      const seconds = await world.db.selectFrom('payment_order').selectAll().where('second_of', '=', orderId).execute()
      const own = (await world.orderRow(orderId)).payment_reference
      const found = [...(own === null ? [] : [own]), ...seconds.map(({ payment_reference }) => payment_reference)]
      expect(found.toSorted()).toEqual(referencesOf(orderId, one.kind).toSorted())
      expect(seconds.every(({ state }) => state === 'refunded')).toBe(true)
      expect(await world.payments.cases()).toEqual([])
      const refunds = all.filter(({ order_id }) => order_id === orderId)
      const refunded = refunds.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
      // The payer may have come when the order was closed already: the provider knows.
      const side = world[one.kind].orders.get(orderId)?.state
      const isPaid = side === 'paid'
      const state = !isPaid
        ? side === 'failed'
          ? 'failed'
          : 'expired'
        : refunded === 0
          ? 'paid'
          : refunded < 5_000
            ? 'part_refunded'
            : 'refunded'
      expect(outcome).toMatchObject({ state, isDelivered: isPaid, held: isPaid ? 5_000 - refunded : 0 })
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  )
}, 120_000)
