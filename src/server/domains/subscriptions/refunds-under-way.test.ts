import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  for (const kind of ['alipay', 'paypal', 'wechat'] as const) {
    world[kind].refuses = {}
    world[kind].refundsPend = true
  }
  world.clock.set(Temporal.Instant.from('2026-11-20T06:00:00Z'))
})
afterEach(() => expectBooksToAgree(world.node))

const refund = (orderId: string) => world.node.payments.refund({ orderId, reason: 'asked', actor: 'test' })
const states = async (accountId: string) => (await world.orders(accountId)).map(({ state }) => state)

/** The provider finishes the refunds that wait. */
async function confirmRefunds(): Promise<void> {
  for (const kind of ['alipay', 'paypal', 'wechat'] as const) world[kind].refundsPend = false
  world.clock.advance('PT6H')
  await world.node.runDue()
  await world.node.runDue()
}

/** A member whose second month, which was charged, runs; its refund is requested on its last evening. */
async function beingRefunded() {
  const { accountId, agreementId } = await world.aSubscriber()
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2027-01-20T17:50')
  const [charge] = await world.orders(accountId)
  expect(await refund(charge!.order_id)).toMatchObject({ outcome: 'requested' })
  await world.node.runDue()
  return { accountId, agreementId }
}

describe('while the running cycle is being refunded', () => {
  test('the next one is not charged, and the plan ends with the refund', async () => {
    const { accountId, agreementId } = await beingRefunded()
    await world.goTo('2027-01-20T18:00')
    expect(await states(accountId)).toEqual(['refunding'])
    await confirmRefunds()
    expect(await states(accountId)).toEqual(['refunded'])
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'refunded' })
    expect(world.pull.side(agreementId).state).toBe('ended')
  })

  test('the next one is charged once the provider has refused the refund', async () => {
    const { accountId } = await beingRefunded()
    await world.goTo('2027-01-20T18:00')
    world.alipay.refundsPend = false
    world.alipay.refuses.refund = true
    await world.goTo('2027-01-20T20:00')
    await world.goTo('2027-01-20T20:01')
    expect(await states(accountId)).toEqual(['paid', 'paid'])
    expect(await world.row(accountId)).toMatchObject({ state: 'active', last_cycle: 3 })
  })

  test('its payer cannot try a failed renewal again', async () => {
    const { accountId } = await world.aSubscriber()
    await world.goTo('2026-12-20T18:00')
    world.pull.declines = true
    await world.goTo('2027-01-20T18:00')
    world.pull.declines = false
    const [charge] = await world.orders(accountId)
    await refund(charge!.order_id)
    await expect(world.node.subscriptions.changes.retry(accountId)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await states(accountId)).toEqual(['refunding', 'failed'])
  })

  test('a prepaid month is not for sale, and one that is paid for is returned', async () => {
    const accountId = await world.aMember()
    const first = await world.prepay(accountId)
    const second = await world.aPrepaid(accountId)
    await refund(first.orderId)
    await expect(world.aPrepaid(accountId, 'promotional-pass')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    world.wechat.approve(second)
    await world.node.payments.returned({ accountId, orderId: second })
    await world.node.runDue()
    await confirmRefunds()
    expect(await states(accountId)).toEqual(['refunded', 'refunded'])
    expect(await world.state(accountId)).toBe('ended')
  })

  test('a sale of its provider is returned', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    const sell = async () => {
      world.paypal.balanceCents += 8_800
      await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    }
    await world.goTo('2026-12-20T18:00')
    await sell()
    await world.goTo('2027-01-20T17:50')
    await refund((await world.orders(accountId))[0]!.order_id)
    await sell()
    await world.node.runDue()
    await confirmRefunds()
    expect(await states(accountId)).toEqual(['refunded', 'refunded'])
    expect(await world.state(accountId)).toBe('ended')
  })
})

test('while a month that waits is being refunded, none is added behind it', async () => {
  const accountId = await world.aMember()
  await world.prepay(accountId)
  const waiting = await world.prepay(accountId)
  const third = await world.aPrepaid(accountId)
  await refund(waiting.orderId)
  world.wechat.approve(third)
  await world.node.payments.returned({ accountId, orderId: third })
  await world.node.runDue()
  await confirmRefunds()
  expect(await states(accountId)).toEqual(['paid', 'refunded', 'refunded'])
  expect(await world.cycles(accountId)).toEqual(['1 prepaid'])
  expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
  const removed = await sql<object>`
    select cycle, kind, refunded_cents from subscription_removed_month where order_id = ${waiting.orderId}`.execute(
    world.db,
  )
  expect(removed.rows).toEqual([{ cycle: 2, kind: 'prepaid', refunded_cents: 8_800 }])
})

test('a renewal that was charged ahead is not charged again after its refund: the plan ends with its running cycle', async () => {
  const { accountId, agreementId } = await world.aSubscriber()
  await world.goTo('2026-12-20T18:00')
  world.alipay.refundsPend = false
  await refund((await world.orders(accountId))[0]!.order_id)
  await world.node.runDue()
  await world.goTo('2026-12-20T19:30')
  expect(await world.state(accountId)).toBe('cancelling')
  expect(await states(accountId)).toEqual(['refunded'])
  expect(world.pull.side(agreementId).state).toBe('ended')
  await world.goTo('2026-12-21T00:00')
  expect(await world.state(accountId)).toBe('ended')
})

test('a chargeback returns the months that wait, once', async () => {
  const { accountId } = await world.aSubscriber()
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2026-12-22T12:00')
  await world.prepay(accountId)
  world.clock.advance('PT1M')
  await world.prepay(accountId)
  const [charge] = await world.orders(accountId)
  world.wechat.refundsPend = false
  world.wechat.refuses.refund = true
  const paymentReference = `paid-${charge!.order_id}`
  await world.node.handleCallback('payments', { of: 'dispute', paymentReference, event: 'disputeLost' })
  await world.node.runDue()
  await world.node.runDue()
  expect(await states(accountId)).toEqual(['charged_back', 'paid', 'paid'])
  const refunds = world.db.selectFrom('payment_refund').selectAll()
  const ofMonths = async () => {
    const orders = (await world.orders(accountId)).map(({ order_id }) => order_id)
    return (await refunds.execute()).filter(({ order_id }) => orders.includes(order_id))
  }
  expect((await ofMonths()).map(({ state }) => state)).toEqual(['failed', 'failed'])
  world.wechat.refuses = {}
  for (const { order_id } of await ofMonths()) await refund(order_id)
  await world.node.runDue()
  expect(await states(accountId)).toEqual(['charged_back', 'refunded', 'refunded'])
})
