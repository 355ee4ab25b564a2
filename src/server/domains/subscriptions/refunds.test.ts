import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { spend, walletOf } from '#server/domains/ledger/index.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { bookedCents, expectBooksToAgree } from '../../../../test/support/books.ts'
import { inTransaction } from '#server/kit/db.ts'

let world: SubscriptionsWorld
let spendings = 0
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.wechat.refuses = {}
  world.clock.set(Temporal.Instant.from('2026-11-20T06:00:00Z'))
})
afterEach(() => expectBooksToAgree(world.node))

const refund = (orderId: string, amountCents?: number) =>
  world.node.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })

/** A member with prepaid months. @returns the account and the orders */
async function prepaid(months: number): Promise<{ accountId: string; orders: string[] }> {
  const accountId = await world.aMember()
  const orders: string[] = []
  for (let month = 0; month < months; month++) orders.push((await world.prepay(accountId)).orderId)
  return { accountId, orders }
}

const spendCredits = (accountId: string, amount: number) =>
  inTransaction(world.node.db, async (tx) => {
    const at = world.clock.now()
    const walletId = await walletOf(tx, accountId, at)
    return spend(tx, { walletId, amount, kind: 'rent', idempotencyKey: `spend ${spendings++}`, actor: 'member', at })
  })

const books = (orderId: string) => bookedCents(world.db, orderId)

test('the price of a cycle is revenue', async () => {
  const { orders } = await prepaid(1)
  expect(await books(orders[0]!)).toEqual({ 'provider:wechat': 8_800, subscription_revenue: -8_800 })
})

describe('a refund of the running cycle', () => {
  test('holds its credits, and ends the plan once the money is returned', async () => {
    const { accountId, orders } = await prepaid(1)
    await spendCredits(accountId, 20)
    expect(await refund(orders[0]!)).toMatchObject({ outcome: 'requested' })
    expect(await world.credits(accountId)).toBe(0)
    expect(await world.state(accountId)).toBe('cancelling')
    await world.node.runDue()
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'refunded' })
    expect((await world.row(accountId)).entitled_until.toString()).toBe(world.clock.now().toString())
    expect(await books(orders[0]!)).toEqual({})
    expect(await world.credits(accountId)).toBe(0)
  })

  test('that the provider refuses gives the credits back, and the plan goes on', async () => {
    const { accountId, orders } = await prepaid(1)
    world.wechat.refuses.refund = true
    await refund(orders[0]!)
    await world.node.runDue()
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.state(accountId)).toBe('cancelling')
    world.wechat.refuses = {}
    expect(await refund(orders[0]!)).toMatchObject({ outcome: 'requested' })
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
  })

  test('in part takes nothing; the part that completes it does', async () => {
    const { accountId, orders } = await prepaid(1)
    await refund(orders[0]!, 800)
    await world.node.runDue()
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.state(accountId)).toBe('cancelling')
    await refund(orders[0]!)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
    expect(await books(orders[0]!)).toEqual({})
  })

  test('waits for those of the months that follow', async () => {
    const { accountId, orders } = await prepaid(2)
    expect(await refund(orders[0]!)).toEqual({ outcome: 'too much', maxCents: 0 })
    expect(await refund(orders[1]!)).toMatchObject({ outcome: 'requested' })
    await world.node.runDue()
    expect(await world.cycles(accountId)).toEqual(['1 prepaid'])
    expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
    expect(await refund(orders[0]!)).toMatchObject({ outcome: 'requested' })
  })

  test('ends its agreement', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    const [charge] = await world.orders(accountId)
    await refund(charge!.order_id)
    await world.node.runDue()
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
    expect(world.pull.side(agreementId).state).toBe('ended')
  })
})

test('a refund of a cycle that is over changes nothing of the plan', async () => {
  const { accountId, orders } = await prepaid(2)
  await world.goTo('2026-12-22T12:00')
  await refund(orders[0]!)
  await world.node.runDue()
  expect(await world.state(accountId)).toBe('cancelling')
  expect(await world.credits(accountId)).toBe(60)
})

test('a chargeback ends the plan, takes its credits and what they bought, and stops purchases', async () => {
  const { accountId, agreementId } = await world.aSubscriber()
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2026-12-22T12:00')
  const [charge] = await world.orders(accountId)
  const voided = world.node.voided.length
  await world.node.handleCallback('payments', {
    of: 'dispute',
    paymentReference: `paid-${charge!.order_id}`,
    event: 'disputeLost',
  })
  await world.node.runDue()
  expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'chargedBack' })
  expect(await world.credits(accountId)).toBe(0)
  expect(world.node.voided.length).toBe(voided + 1)
  expect((await world.node.ledger.balance(accountId)).isBlocked).toBe(true)
  expect(world.pull.side(agreementId).state).toBe('ended')
  expect(await books(charge!.order_id)).toEqual({ dispute_loss: 8_800, subscription_revenue: -8_800 })
  await expect(world.start(accountId)).rejects.toMatchObject({ code: 'PURCHASES_BLOCKED' })
})
