import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trouble } from '../../../../test/support/payment-provider.ts'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'
import type { CallbackReport } from './index.ts'

/** Each history has some 20 steps on a real database. */
const RUNS = 25

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
  world.purpose.failing = false
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
      world.purpose.failing = true
      await world.payments.returned({ accountId, orderId }).catch(() => undefined)
      world.purpose.failing = false
      return
    case 'trouble':
      provider.troubles.push(one.trouble)
      return
    case 'refund':
      await world.payments.refund({ orderId, amountCents: one.cents, reason: 'asked', actor: 'test' })
  }
}

/** Invariants 6 and 7 of payments, after every step. */
async function expectInvariants(orderId: string, kind: 'paypal' | 'alipay'): Promise<void> {
  const row = await world.orderRow(orderId)
  const log = await world.purpose.of(orderId)
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
}

/** What must not depend on how callbacks arrived: the state, what was delivered, and where the money is. */
async function outcomeOf(orderId: string, kind: 'paypal' | 'alipay') {
  const { state, paid_cents, delivered_at, undeliverable } = await world.orderRow(orderId)
  const net = world.booked.reduce(
    (cents, { way, amountCents }) => cents + (way === 'in' ? amountCents : -amountCents),
    0,
  )
  return { state, paid_cents, isDelivered: delivered_at !== null, undeliverable, net, held: world[kind].balanceCents }
}

test('any order, repetition and loss of callbacks, with crashes and lost requests, ends in the same state and balances', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const orderId = await play(one)
      const outcome = await outcomeOf(orderId, one.kind)
      // Our books are the provider's.
      expect(outcome.net).toBe(outcome.held)
      const refunds = await world.db.selectFrom('payment_refund').select(['state', 'amount_cents']).execute()
      expect(refunds.every(({ state }) => state === 'succeeded')).toBe(true)
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
