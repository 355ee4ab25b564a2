import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'
import { inTransaction } from '#server/kit/db.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.wechat.refuses = {}
  world.wechat.refundsPend = false
  world.clock.set(hongKong('2026-11-20T14:00'))
})
afterEach(() => expectBooksToAgree(world.node))

const give = (accountId: string, months: number) =>
  inTransaction(world.node.db, (tx) =>
    world.node.subscriptions.give(tx, { accountId, planId: 'entertainment-pass', months }),
  )
const refund = (orderId: string) => world.node.payments.refund({ orderId, reason: 'asked', actor: 'test' })
const chargeBack = async (orderId: string) => {
  const dispute = { of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeLost' }
  await world.node.handleCallback('payments', dispute)
  await world.node.runDue()
}
/** How the account's plan stands: its state, its months, its credits, and until when it plays. */
const plan = async (accountId: string) => [
  await world.state(accountId),
  await world.cycles(accountId),
  await world.credits(accountId),
  await world.playsUntil(accountId),
]

/** A member whose charged month runs until 21 January, with two months given behind it. */
async function chargedWithGifts(kind: 'alipay' | 'paypal' = 'alipay') {
  const { accountId, agreementId } = await world.aSubscriber(kind)
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2026-12-22T12:00')
  await give(accountId, 2)
  const [charge] = await world.orders(accountId)
  return { accountId, agreementId, orderId: charge!.order_id }
}

describe('given months behind a month whose money is returned', () => {
  test('begin at once, as a plan that is not charged for', async () => {
    const { accountId, agreementId, orderId } = await chargedWithGifts()
    expect(await refund(orderId)).toMatchObject({ outcome: 'requested' })
    await world.node.runDue()
    expect(await plan(accountId)).toEqual(['cancelling', ['1 gift', '2 gift'], 60, '2027-02-23T00:00'])
    expect((await world.rows(accountId))[0]).toMatchObject({ state: 'ended', end_reason: 'refunded', last_cycle: 2 })
    expect(world.pull.side(agreementId).state).toBe('ended')
    await world.goTo('2027-01-23T00:00')
    expect(await world.credits(accountId)).toBe(60)
    await world.goTo('2027-02-23T00:00')
    expect(await world.state(accountId)).toBe('ended')
    expect(await world.orders(accountId)).toHaveLength(1)
  })

  test('stay where they are while the provider decides, and when it refuses', async () => {
    const accountId = await world.aMember()
    const { orderId } = await world.prepay(accountId)
    await give(accountId, 1)
    world.wechat.refuses.refund = true
    await refund(orderId)
    await world.node.runDue()
    expect(await plan(accountId)).toEqual(['cancelling', ['1 prepaid', '2 gift'], 60, '2027-01-21T00:00'])
  })

  test('go on as they run, when the month was over before the provider answered', async () => {
    const accountId = await world.aMember()
    const { orderId } = await world.prepay(accountId)
    await give(accountId, 1)
    world.wechat.refundsPend = true
    await refund(orderId)
    await world.goTo('2026-12-22T12:00')
    world.wechat.refundsPend = false
    await world.goTo('2026-12-23T12:00')
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['refunded'])
    expect(await plan(accountId)).toEqual(['cancelling', ['1 prepaid', '2 gift'], 60, '2027-01-21T00:00'])
  })

  test('move forward when that month had not begun', async () => {
    const accountId = await world.aMember()
    await world.prepay(accountId)
    const second = await world.prepay(accountId)
    await give(accountId, 2)
    expect(await refund(second.orderId)).toMatchObject({ outcome: 'requested' })
    await world.node.runDue()
    expect(await plan(accountId)).toEqual(['cancelling', ['1 prepaid', '2 gift', '3 gift'], 60, '2027-02-21T00:00'])
    await world.goTo('2026-12-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
  })

  test('wait with it for the months that their own payer has behind them', async () => {
    const accountId = await world.aMember()
    const first = await world.prepay(accountId)
    await give(accountId, 1)
    await world.prepay(accountId)
    expect(await refund(first.orderId)).toEqual({ outcome: 'too much', maxCents: 0 })
  })
})

describe('a chargeback leaves what others gave', () => {
  test('behind the month that was charged', async () => {
    const { accountId, agreementId, orderId } = await chargedWithGifts()
    await chargeBack(orderId)
    expect(await plan(accountId)).toEqual(['cancelling', ['1 gift', '2 gift'], 60, '2027-02-23T00:00'])
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect((await world.node.ledger.balance(accountId)).isBlocked).toBe(true)
  })

  test('when a given month runs, with its days and its credits', async () => {
    const { accountId, agreementId, orderId } = await chargedWithGifts()
    await world.goTo('2027-01-22T12:00')
    await chargeBack(orderId)
    expect(await plan(accountId)).toEqual(['cancelling', ['3 gift', '4 gift'], 60, '2027-03-21T00:00'])
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect((await world.notices(accountId)).slice(-1)).toEqual(['planCancelled'])
    await world.goTo('2027-02-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
    await world.goTo('2027-03-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
  })

  test('and returns the months that its payer has between them', async () => {
    const { accountId, orderId } = await chargedWithGifts()
    const month = await world.prepay(accountId)
    await give(accountId, 1)
    await chargeBack(orderId)
    await world.node.runDue()
    expect(await plan(accountId)).toEqual(['cancelling', ['1 gift', '2 gift', '3 gift'], 60, '2027-03-23T00:00'])
    const states = (await world.orders(accountId)).map(({ order_id, state }) => [order_id, state])
    expect(states).toEqual([
      [orderId, 'charged_back'],
      [month.orderId, 'refunded'],
    ])
  })
})

test('a month that queues beside a schedule of a provider is no reason to announce its next charge again', async () => {
  const { accountId } = await world.aSubscriber('paypal')
  const announced = async () => (await world.notices(accountId)).filter((one) => one === 'renewalNotice').length
  await world.goTo('2026-12-18T12:00')
  expect(await announced()).toBe(1)
  await give(accountId, 1)
  await world.prepay(accountId)
  await world.node.runDue()
  expect(await announced()).toBe(1)
})
