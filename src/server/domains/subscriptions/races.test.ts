import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import {
  createSubscriptionsWorld,
  type SubscriptionsNode,
  type SubscriptionsWorld,
} from '../../../../test/support/subscriptions.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

/** How often each race is run. */
const TIMES = isFull ? 100 : 3
const TIMEOUT = isFull ? 600_000 : 60_000

let world: SubscriptionsWorld
let other: SubscriptionsNode
beforeAll(async () => {
  world = await createSubscriptionsWorld({ connections: 10 })
  other = world.aNode()
})
afterAll(() => world.close())
beforeEach(() => world.clock.set(hongKong('2026-11-20T14:00')))
afterEach(() => expectBooksToAgree(world.node))

const both = (work: (node: SubscriptionsNode) => Promise<unknown>) =>
  Promise.allSettled([work(world.node), work(other), work(world.node), work(other)])

/** What was paid and not returned, and what was granted. */
async function settled(accountId: string) {
  for (let run = 0; run < 2; run++) await world.node.runDue()
  const orders = await world.orders(accountId)
  const grants = await world.db
    .selectFrom('transfer')
    .innerJoin('posting', 'posting.transfer_id', 'transfer.transfer_id')
    .innerJoin('wallet', 'wallet.wallet_id', 'posting.wallet_id')
    .select('transfer.idempotency_key')
    .where('wallet.account_id', '=', accountId)
    .where('transfer.kind', '=', 'plan')
    .execute()
  return {
    paid: orders.filter(({ state }) => state === 'paid').length,
    refunded: orders.filter(({ state }) => state === 'refunded').length,
    grants: grants.length,
    cycles: await world.cycles(accountId),
    state: await world.state(accountId),
  }
}

test('the ticks of two nodes charge a cycle once, and grant its credits once', { timeout: TIMEOUT }, async () => {
  for (let time = 0; time < TIMES; time++) {
    world.clock.set(hongKong('2026-11-20T14:00'))
    const { accountId } = await world.aSubscriber()
    world.clock.set(hongKong('2026-12-20T18:00'))
    await both((node) => node.subscriptions.runDue())
    world.clock.set(hongKong('2026-12-21T00:00'))
    await both((node) => node.subscriptions.runDue())
    const outcome = await settled(accountId)
    expect(outcome).toEqual({ paid: 1, refunded: 0, grants: 2, cycles: ['1 trial', '2 charged'], state: 'active' })
    expect((await world.notices(accountId)).filter((one) => one === 'renewalPaid')).toHaveLength(1)
  }
})

test(
  'of a cancellation and a renewal one comes first: what is charged is a cycle, or is returned',
  { timeout: TIMEOUT },
  async () => {
    for (let time = 0; time < TIMES; time++) {
      world.clock.set(hongKong('2026-11-20T14:00'))
      const { accountId } = await world.aSubscriber()
      world.clock.set(hongKong('2026-12-20T18:00'))
      await Promise.all([other.subscriptions.changes.cancel({ accountId }), world.node.subscriptions.runDue()])
      const { paid, cycles, state } = await settled(accountId)
      expect(state).toBe('cancelling')
      expect(cycles).toEqual(paid === 1 ? ['1 trial', '2 charged'] : ['1 trial'])
      world.clock.set(hongKong(paid === 1 ? '2027-01-21T00:00' : '2026-12-21T00:00'))
      expect((await settled(accountId)).state).toBe('ended')
      // Nothing was charged after the cancellation.
      expect((await settled(accountId)).paid).toBe(paid)
    }
  },
)

test('a retry by the member and the tick charge once', { timeout: TIMEOUT }, async () => {
  for (let time = 0; time < TIMES; time++) {
    world.clock.set(hongKong('2026-11-20T14:00'))
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    world.pull.declines = false
    world.clock.set(hongKong('2026-12-21T10:00'))
    await Promise.allSettled([
      other.subscriptions.changes.retry(accountId),
      world.node.subscriptions.runDue(),
      world.node.subscriptions.changes.retry(accountId),
    ])
    expect(await settled(accountId)).toMatchObject({
      paid: 1,
      refunded: 0,
      cycles: ['1 trial', '2 charged'],
      state: 'active',
    })
  }
})

test('of prepaid months that are paid at the same time each is given once', { timeout: TIMEOUT }, async () => {
  for (let time = 0; time < TIMES; time++) {
    const accountId = await world.aMember()
    const [first, second] = [await world.aPrepaid(accountId), await world.aPrepaid(accountId, 'promotional-pass')]
    for (const orderId of [first, second]) world.wechat.approve(orderId)
    await both((node) =>
      Promise.all(
        [first, second].map((orderId) => node.payments.returned({ accountId, orderId }).catch(() => undefined)),
      ),
    )
    for (const orderId of [first, second]) await world.node.payments.returned({ accountId, orderId })
    expect(await settled(accountId)).toEqual({
      paid: 2,
      refunded: 0,
      grants: 1,
      cycles: ['1 prepaid', '2 prepaid'],
      state: 'cancelling',
    })
  }
})

test(
  'a prepaid month and a charge of the same cycle: both are cycles, or one is returned',
  { timeout: TIMEOUT },
  async () => {
    for (let time = 0; time < TIMES; time++) {
      world.clock.set(hongKong('2026-11-20T14:00'))
      const { accountId } = await world.aSubscriber()
      const orderId = await world.aPrepaid(accountId)
      world.wechat.approve(orderId)
      world.clock.set(hongKong('2026-12-20T18:00'))
      await Promise.allSettled([other.payments.returned({ accountId, orderId }), world.node.subscriptions.runDue()])
      await world.node.payments.returned({ accountId, orderId })
      const { paid, refunded, cycles } = await settled(accountId)
      expect(cycles).toHaveLength(1 + paid)
      expect(paid + refunded).toBe((await world.orders(accountId)).length)
    }
  },
)

test('two accounts with one payer get one free month', { timeout: TIMEOUT }, async () => {
  for (let time = 0; time < TIMES; time++) {
    const accounts = [await world.aMember(), await world.aMember()]
    const agreements = [await world.start(accounts[0]!), await world.start(accounts[1]!)]
    await Promise.allSettled([
      world.approve(agreements[0]!.agreementId, `shared ${time}`, world.node),
      world.approve(agreements[1]!.agreementId, `shared ${time}`, other),
    ])
    for (const { agreementId } of agreements) await world.approve(agreementId, `shared ${time}`)
    const held = await Promise.all(accounts.map((accountId) => world.rows(accountId)))
    expect(held.flat().map(({ state }) => state)).toEqual(['trial'])
  }
})

test(
  'a refund and the roll-over to the next cycle leave no credits without a price',
  { timeout: TIMEOUT },
  async () => {
    for (let time = 0; time < TIMES; time++) {
      world.clock.set(hongKong('2026-11-20T14:00'))
      const { accountId } = await world.aSubscriber()
      await world.goTo('2026-12-20T18:00')
      const [charge] = await world.orders(accountId)
      world.clock.set(hongKong('2026-12-21T00:00'))
      await Promise.allSettled([
        other.payments.refund({ orderId: charge!.order_id, reason: 'asked', actor: 'test' }),
        world.node.subscriptions.runDue(),
      ])
      await settled(accountId)
      expect(await settled(accountId)).toMatchObject({ paid: 0, refunded: 1, state: 'ended' })
      expect(await world.credits(accountId)).toBe(0)
    }
  },
)

test(
  'an agreement and a month that are started, then paid at a time: one of them gives a plan, the other is ended or returned',
  { timeout: TIMEOUT },
  async () => {
    for (let time = 0; time < TIMES; time++) {
      world.clock.set(hongKong('2026-11-20T14:00'))
      const accountId = await world.aMember()
      const [agreement, month] = await Promise.allSettled([world.start(accountId), world.aPrepaid(accountId)])
      await Promise.allSettled([
        agreement.status === 'fulfilled' && world.approve(agreement.value.agreementId, undefined, other),
        month.status === 'fulfilled' && pay(accountId, month.value),
      ])
      const { paid, refunded, cycles } = await settled(accountId)
      expect(cycles).toEqual([paid === 1 ? '1 prepaid' : '1 trial'])
      expect(paid + refunded).toBeLessThanOrEqual(1)
      world.clock.set(hongKong('2026-12-22T00:00'))
      expect((await settled(accountId)).state).toBe(paid === 1 ? 'ended' : 'active')
    }
  },
)

function pay(accountId: string, orderId: string) {
  world.wechat.approve(orderId)
  return world.node.payments.returned({ accountId, orderId })
}
