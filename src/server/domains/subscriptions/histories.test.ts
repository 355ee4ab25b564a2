import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RenewingKind } from '#contract/plans.ts'
import { isFull } from '../../../../test/support/full.ts'
import type { Trouble } from '../../../../test/support/payment-provider.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

/** Each history has some 20 steps on a real database. */
const RUNS = isFull ? 80 : 10

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())

type Step =
  | { do: 'wait'; hours: number; works: boolean }
  | { do: 'subscribe'; kind: RenewingKind; planId: string; payer: number }
  | {
      do:
        | 'cancel'
        | 'undo'
        | 'retry'
        | 'prepay'
        | 'providerCharge'
        | 'providerChargeFails'
        | 'decline'
        | 'accept'
        | 'revoke'
    }
  | { do: 'refund'; which: number; cents: number }
  | { do: 'trouble'; trouble: Trouble; of: RenewingKind }

const constant = <T extends string>(name: T) => fc.record({ do: fc.constant(name) })
const wait = fc.record({
  do: fc.constant('wait' as const),
  // Hours, days, and the month that brings a cycle.
  hours: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(24, 120, 240) },
    { weight: 3, arbitrary: fc.constantFrom(720, 738, 744) },
  ),
  works: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: wait },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      kind: fc.constantFrom('alipay' as const, 'paypal'),
      planId: fc.constantFrom('entertainment-pass', 'promotional-pass'),
      payer: fc.nat(2),
    }),
  },
  constant('cancel' as const),
  constant('undo' as const),
  constant('retry' as const),
  constant('prepay' as const),
  constant('providerCharge' as const),
  constant('providerChargeFails' as const),
  constant('decline' as const),
  constant('accept' as const),
  constant('revoke' as const),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(5), cents: fc.constantFrom(4_800, 8_800, 1_000) }),
  fc.record({
    do: fc.constant('trouble' as const),
    trouble: fc.constantFrom('request lost' as const, 'response lost'),
    of: fc.constantFrom('alipay' as const, 'paypal'),
  }),
)

let histories = 0

/** Refusals are outcomes, here; faults are not. */
async function refusable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if ((error as Error).name !== 'AppError') throw error
  })
}

async function perform(one: Step, accountId: string): Promise<void> {
  const { node, push, pull } = world
  const linked = async () => (await world.rows(accountId)).findLast(({ ended_at }) => ended_at === null)?.agreement_id
  switch (one.do) {
    case 'wait':
      world.clock.advance(`PT${one.hours}H`)
      await (one.works ? node.runDue() : node.subscriptions.runDue())
      return
    case 'subscribe':
      return refusable(
        world
          .start(accountId, one.kind, { planId: one.planId })
          .then(({ agreementId }) =>
            world.approve(agreementId, `payer ${histories} ${one.payer}`).catch(() => undefined),
          ),
      )
    case 'cancel':
    case 'undo':
      return refusable(node.subscriptions.changes[one.do]({ accountId }))
    case 'retry':
      return refusable(node.subscriptions.changes.retry(accountId))
    case 'prepay':
      return refusable(world.prepay(accountId))
    case 'providerCharge':
    case 'providerChargeFails': {
      // Also of an agreement that was suspended or replaced in this moment.
      const agreementId = await lastPushed(accountId)
      const side = agreementId && push.mandates.get(agreementId)
      if (!side || (side.state !== 'active' && side.state !== 'suspended')) return
      if (one.do === 'providerChargeFails') side.chargeFailedAt = world.clock.now()
      else {
        const providerCharge = push.charge(agreementId, { amountCents: await amountOf(agreementId) })
        await node.handleCallback('paypal', { agreementId, providerCharge }).catch(() => undefined)
        return
      }
      await node.handleCallback('paypal', { agreementId }).catch(() => undefined)
      return
    }
    case 'decline':
    case 'accept':
      pull.declines = one.do === 'decline'
      return
    case 'revoke': {
      const agreementId = await linked()
      const provider = agreementId && [push, pull].find(({ mandates }) => mandates.has(agreementId))
      if (!provider) return
      provider.side(agreementId).state = 'ended'
      await node.handleCallback(provider.kind, { agreementId, isEnded: true }).catch(() => undefined)
      return
    }
    case 'refund': {
      const paid = (await world.orders(accountId)).filter(({ paid_at }) => paid_at !== null)
      const order = paid[one.which % Math.max(paid.length, 1)]
      if (order)
        await node.payments.refund({ orderId: order.order_id, amountCents: one.cents, reason: 'asked', actor: 'test' })
      return
    }
    case 'trouble':
      ;(one.of === 'alipay' ? pull : push).troubles.push(one.trouble)
  }
}

async function lastPushed(accountId: string): Promise<string | undefined> {
  const own = world.db.selectFrom('agreement').select('agreement_id').where('account_id', '=', accountId)
  const pushed = own.where('kind', '=', 'paypal').where('activated_at', 'is not', null).orderBy('ordinal', 'desc')
  return (await pushed.executeTakeFirst())?.agreement_id
}

const amountOf = async (agreementId: string): Promise<number> => {
  const query = world.db.selectFrom('agreement').select('amount_cents').where('agreement_id', '=', agreementId)
  return (await query.executeTakeFirstOrThrow()).amount_cents
}

/** Invariants 8 and 9, and what a member may expect of a plan, after every step. */
async function expectInvariants(accountId: string): Promise<void> {
  const rows = await world.rows(accountId)
  expect(rows.filter(({ state }) => !['pending', 'ended'].includes(state)).length).toBeLessThanOrEqual(1)
  const cycles = await world.db
    .selectFrom('subscription_cycle as c')
    .innerJoin('subscription as s', 's.subscription_id', 'c.subscription_id')
    .selectAll('c')
    .select(['s.cycle as running', 's.state', 's.last_cycle', 's.paid_until'])
    .where('s.account_id', '=', accountId)
    .orderBy('c.cycle')
    .execute()
  const orders = await world.orders(accountId)
  for (const { subscription_id, last_cycle, paid_until, state, cycle } of rows) {
    const own = cycles.filter((one) => one.subscription_id === subscription_id)
    // Cycles are without gaps, and end with what is paid.
    expect(own.map((one) => one.cycle)).toEqual(Array.from({ length: last_cycle }, (_, n) => n + 1))
    for (const [n, one] of own.entries()) if (n > 0) expect(String(one.starts_at)).toBe(String(own[n - 1]!.ends_at))
    if (own.length > 0) expect(String(paid_until)).toBe(String(own.at(-1)!.ends_at))
    if (state !== 'pending' && state !== 'ended') expect(cycle).toBeGreaterThan(0)
  }
  // A cycle has one price or is free; what is granted has been paid, or is the free one.
  for (const one of cycles) {
    if (one.kind === 'trial') expect(one.order_id).toBeNull()
    else {
      const order = orders.find(({ order_id }) => order_id === one.order_id)
      expect(order?.delivered_at).not.toBeNull()
      if (!one.voided_at) expect(['paid', 'part_refunded', 'refunding']).toContain(order?.state)
    }
  }
  // What was delivered is a cycle, unless it was removed by its refund.
  for (const { order_id, delivered_at, undeliverable, state } of orders) {
    const given = cycles.filter((one) => one.order_id === order_id)
    if (undeliverable !== null) expect(given).toEqual([])
    else if (delivered_at && state !== 'refunded') expect(given).toHaveLength(1)
  }
  expect(cycles.filter(({ kind }) => kind === 'trial').length).toBeLessThanOrEqual(1)
  const { rows: grants } = await countGrants(accountId)
  expect(grants.every(({ times }) => times === 1)).toBe(true)
}

const countGrants = async (accountId: string) => {
  const rows = await world.db
    .selectFrom('subscription_cycle as c')
    .innerJoin('subscription as s', 's.subscription_id', 'c.subscription_id')
    .innerJoin('transfer as t', (join) => join.onRef('t.subject', '=', 'c.order_id').on('t.kind', '=', 'plan'))
    .select(({ fn }) => ['c.order_id', fn.countAll<number>().as('times')])
    .where('s.account_id', '=', accountId)
    .groupBy('c.order_id')
    .execute()
  return { rows }
}

test('no history of time, payments, failures, cancellations and refunds charges or grants a cycle twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      histories++
      world.clock.set(Temporal.Instant.from('2027-01-10T06:00:00Z').add({ hours: histories * 7 }))
      world.pull.declines = false
      const accountId = await world.aMember()
      const kind = histories % 2 ? 'alipay' : 'paypal'
      await perform({ do: 'subscribe', kind, planId: 'entertainment-pass', payer: 0 }, accountId)
      for (const one of steps) {
        await perform(one, accountId)
        await expectInvariants(accountId)
      }
      // Everything that is open comes to its end.
      world.push.troubles = []
      world.pull.troubles = []
      world.pull.declines = true
      for (let days = 0; days < 70; days += 2) {
        world.clock.advance('PT48H')
        await world.node.runDue()
      }
      await expectInvariants(accountId)
      const orders = await world.orders(accountId)
      expect(orders.filter(({ state }) => ['created', 'pending', 'refunding', 'review'].includes(state))).toEqual([])
      // What could not be delivered has been returned.
      for (const { undeliverable, state } of orders) if (undeliverable !== null) expect(state).toBe('refunded')
      await expectBooksToAgree(world.node)
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  )
}, 300_000)

test('of accounts with one payer, whatever they do, one has a free month', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ who: fc.nat(2), cancels: fc.boolean() }), { maxLength: 8 }),
      async (steps) => {
        histories++
        const accounts = [await world.aMember(), await world.aMember(), await world.aMember()]
        for (const { who, cancels } of steps) {
          const accountId = accounts[who]!
          await refusable(
            world.start(accountId).then(({ agreementId }) => world.approve(agreementId, `shared payer ${histories}`)),
          )
          await world.node.runDue()
          if (cancels) await refusable(world.node.subscriptions.changes.cancel({ accountId }))
          world.clock.advance('PT400H')
          await world.node.runDue()
        }
        const trials = await world.db
          .selectFrom('subscription_cycle as c')
          .innerJoin('subscription as s', 's.subscription_id', 'c.subscription_id')
          .select('s.account_id')
          .where('s.account_id', 'in', accounts)
          .where('c.kind', '=', 'trial')
          .execute()
        expect(trials.length).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 5, seed: 20_261_122 },
  )
}, 120_000)
