import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hongKong, inHongKong } from '../../../../test/support/hong-kong.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { deliveryInstants, expectBooksToAgree } from '../../../../test/support/books.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  // Members are new; the books and the clock go on.
  world.pull.declines = false
  world.clock.set(hongKong('2026-11-20T14:00'))
})
afterEach(() => expectBooksToAgree(world.node))

const code = (name: string) => expect.objectContaining({ code: name })

describe('prepaid months', () => {
  test('run without renewal, one after the other', async () => {
    const accountId = await world.aMember()
    await world.prepay(accountId)
    await world.prepay(accountId)
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await world.credits(accountId)).toBe(60)
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
    await world.goTo('2026-12-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
    await world.goTo('2027-01-21T00:00')
    expect(await world.state(accountId)).toBe('ended')
    expect(await world.credits(accountId)).toBe(0)
  })

  test('wait behind the time that is paid, and move the next charge', async () => {
    const { accountId } = await world.aSubscriber()
    await world.prepay(accountId)
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 prepaid'])
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-21T00:00')
    expect((await world.orders(accountId)).map(({ purpose }) => purpose)).toEqual(['plan'])
    await world.goTo('2027-01-20T18:00')
    expect(await world.cycles(accountId)).toEqual(['1 trial', '2 prepaid', '3 charged'])
  })

  test('pay what is past due', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    await world.prepay(accountId)
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
    expect(await world.credits(accountId)).toBe(60)
  })

  test.each(['paypal', 'alipay'] as const)('are not sold by %s, which renews', async (kind) => {
    const accountId = await world.aMember()
    await expect(world.prepay(accountId, 'entertainment-pass', kind)).rejects.toEqual(code('NOT_FOUND'))
  })

  test('can be renewed by an agreement, which charges when they are over', async () => {
    const accountId = await world.aMember()
    await world.prepay(accountId)
    const agreement = await world.start(accountId)
    expect(inHongKong(agreement.firstChargeAt)).toBe('2026-12-21T00:00')
    expect(agreement.trial).toBe(false)
    await world.approve(agreement.agreementId)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('active')
    expect(await world.orders(accountId)).toHaveLength(1)
    await world.goTo('2026-12-20T18:00')
    expect(await world.cycles(accountId)).toEqual(['1 prepaid', '2 charged'])
  })
})

describe('changing the kind of payment while one is open', () => {
  const order = async (accountId: string) => (await world.orders(accountId))[0]!
  const failure = async (accountId: string) => (await world.node.agreements.lastFailure(accountId)) ?? null

  test('an agreement closes the open payment of a month', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    const { agreementId, trial } = await world.start(accountId)
    expect(trial).toBe(true)
    expect(await order(accountId)).toMatchObject({ state: 'expired', superseded_at: expect.any(Temporal.Instant) })
    expect(world.wechat.orders.get(orderId)?.state).toBe('closed')
    await world.approve(agreementId)
    expect(await world.cycles(accountId)).toEqual(['1 trial'])
    expect(await failure(accountId)).toBeNull()
  })

  test('a payment that cannot be closed lapses: paid late, before or after the approval, it is returned', async () => {
    for (const isApprovedFirst of [true, false]) {
      const accountId = await world.aMember()
      const orderId = await world.aPrepaid(accountId)
      world.wechat.troubles = ['request lost', 'request lost']
      const { agreementId } = await world.start(accountId)
      world.wechat.troubles = []
      if (isApprovedFirst) await world.approve(agreementId)
      world.wechat.approve(orderId)
      await world.node.handleCallback('payments', { of: 'payment', orderId, report: world.wechat.report(orderId) })
      if (!isApprovedFirst) await world.approve(agreementId)
      await world.node.runDue()
      expect(await order(accountId)).toMatchObject({ state: 'refunded', undeliverable: 'another payment was started' })
      expect(await world.cycles(accountId)).toEqual(['1 trial'])
    }
  })

  test('a month that was begun at the same time as the agreement, and is paid after its approval, is returned', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    const { agreementId } = await world.start(accountId)
    // As if the agreement had not seen it.
    const open = { state: 'pending', superseded_at: null } as const
    await world.db.updateTable('payment_order').set(open).where('order_id', '=', orderId).execute()
    await world.approve(agreementId)
    world.wechat.orders.get(orderId)!.state = 'open'
    world.wechat.approve(orderId)
    await world.node.payments.returned({ accountId, orderId })
    await world.node.runDue()
    expect(await order(accountId)).toMatchObject({ state: 'refunded', undeliverable: 'an agreement was started' })
    expect(await world.cycles(accountId)).toEqual(['1 trial'])
  })

  test('a payment that has just been made is a month, and the terms are shown again', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    world.wechat.approve(orderId)
    const shown = { amountCents: 8_800, dueCents: 0, trial: true }
    await expect(world.start(accountId, 'alipay', { shown })).rejects.toEqual(code('CONFLICT'))
    expect(await world.cycles(accountId)).toEqual(['1 prepaid'])
    const { trial, firstChargeAt } = await world.start(accountId)
    expect([trial, inHongKong(firstChargeAt)]).toEqual([false, '2026-12-21T00:00'])
  })

  test('a start that is refused closes nothing', async () => {
    const accountId = await world.aMember()
    await world.aPrepaid(accountId)
    const shown = { amountCents: 1 }
    await expect(world.start(accountId, 'alipay', { shown })).rejects.toEqual(code('CONFLICT'))
    expect((await order(accountId)).state).toBe('pending')
  })

  test('a month ends the agreement that waits for its payer; approved late, it is ended at the provider', async () => {
    for (const kind of ['alipay', 'paypal'] as const) {
      const accountId = await world.aMember()
      const { agreementId } = await world.start(accountId, kind)
      await world.prepay(accountId)
      expect(await world.node.agreements.find(accountId, agreementId)).toMatchObject({ state: 'abandoned' })
      await world.approve(agreementId)
      await world.goTo('2026-11-21T14:00')
      expect(await world.cycles(accountId)).toEqual(['1 prepaid'])
      expect(await world.state(accountId)).toBe('cancelling')
      expect(await world.orders(accountId)).toHaveLength(1)
    }
  })

  test('an agreement that turns out to be approved is not replaced by a month', async () => {
    const accountId = await world.aMember()
    const { agreementId } = await world.start(accountId, 'paypal')
    world.push.approve(agreementId)
    await expect(world.aPrepaid(accountId)).rejects.toEqual(code('CONFLICT'))
    expect(await world.cycles(accountId)).toEqual(['1 trial'])
    expect(await world.orders(accountId)).toEqual([])
  })
})

test('a month whose payment is accepted days later is booked at that time, and whole', async () => {
  const accountId = await world.aMember()
  const orderId = await world.aPrepaid(accountId)
  world.wechat.approve(orderId, { amountCents: 100 })
  await world.node.payments.returned({ accountId, orderId })
  world.clock.set(hongKong('2026-11-26T14:00'))
  await world.node.payments.acceptReview(orderId)
  expect(await deliveryInstants(world.db, orderId)).toEqual([world.clock.now().toString()])
  expect(await world.playsUntil(accountId)).toBe('2026-12-27T00:00')
})
