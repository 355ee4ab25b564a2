import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStaffWorld, STAFF_PRICE, type StaffWorld } from '../../../../test/support/staff.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

let world: StaffWorld
let accountId: string
beforeAll(async () => {
  world = await createStaffWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  accountId = await world.aMember()
})
afterEach(() => expectBooksToAgree(world.node))

describe('a staff plan with a price', () => {
  const start = async (number: string, by = accountId) => {
    const taken = await world.take(by, await world.tokenFor(number), { planId: 'staff-paid' })
    if (!('order' in taken)) throw new Error('a payment was expected')
    return taken.order
  }
  const pay = (orderId: string, by = accountId) => {
    world.wechat.approve(orderId)
    return world.node.payments.returned({ accountId: by, orderId })
  }

  test('begins once its month is paid, with its credits, and does not renew', async () => {
    const number = await world.aNumber()
    const order = await start(number)
    expect(order).toMatchObject({ purpose: 'staff', amountCents: STAFF_PRICE, state: 'pending' })
    expect(await world.rows(accountId)).toEqual([])
    await pay(order.orderId)
    expect(await world.state(accountId)).toBe('cancelling')
    expect([await world.cycles(accountId), await world.credits(accountId)]).toEqual([['1 prepaid'], 60])
    await expect(world.check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('started again with the same token is the same payment', async () => {
    const token = await world.tokenFor(await world.aNumber())
    const orders = [
      await world.take(accountId, token, { planId: 'staff-paid' }),
      await world.take(accountId, token, { planId: 'staff-paid' }),
    ]
    expect(new Set(orders.map((one) => 'order' in one && one.order.orderId)).size).toBe(1)
  })

  test('that is paid twice for one number is given once; the other payment is refunded', async () => {
    const number = await world.aNumber()
    const other = await world.aMember()
    const orders = [await start(number), await start(number, other)]
    await pay(orders[0]!.orderId)
    await pay(orders[1]!.orderId, other)
    await world.node.runDue()
    await world.node.runDue()
    expect(await world.rows(other)).toEqual([])
    expect((await world.orders(other)).map(({ state }) => state)).toEqual(['refunded'])
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['paid'])
  })

  test('whose payment is open is closed by an agreement, and one that is paid first counts', async () => {
    const order = await start(await world.aNumber())
    const { trial } = await world.start(accountId)
    expect(trial).toBe(true)
    const closed = { state: 'expired', superseded_at: expect.any(Temporal.Instant) }
    expect(await world.orders(accountId)).toMatchObject([closed])
    expect(world.wechat.orders.get(order.orderId)?.state).toBe('closed')

    const other = await world.aMember()
    const paid = await start(await world.aNumber(), other)
    world.wechat.approve(paid.orderId)
    expect((await world.start(other)).trial).toBe(false)
    expect(await world.cycles(other)).toEqual(['1 prepaid'])
  })

  test('abandons an agreement that waits for its payer', async () => {
    const { agreementId } = await world.start(accountId)
    await pay((await start(await world.aNumber())).orderId)
    expect(await world.node.agreements.find(accountId, agreementId)).toMatchObject({ state: 'abandoned' })
    await world.approve(agreementId)
    expect(await world.cycles(accountId)).toEqual(['1 prepaid'])
  })

  test('that is refunded ends, and its number may take another', async () => {
    const number = await world.aNumber()
    const { orderId } = await start(number)
    await pay(orderId)
    expect(await world.node.payments.refund({ orderId, reason: 'asked', actor: 'operator:ann' })).toMatchObject({
      outcome: 'requested',
    })
    await world.node.runDue()
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
    expect((await world.check(number)).staffToken).not.toBe('')
  })

  test('that was refunded is not begun again by its token', async () => {
    const token = await world.tokenFor(await world.aNumber())
    const taken = await world.take(accountId, token, { planId: 'staff-paid' })
    if (!('order' in taken)) throw new Error('a payment was expected')
    const { orderId } = taken.order
    await pay(orderId)
    await world.node.payments.refund({ orderId, reason: 'asked', actor: 'operator:ann' })
    for (let n = 0; n < 2; n++) await world.node.runDue()
    await expect(world.take(accountId, token, { planId: 'staff-paid' })).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  })

  test('that is refunded in parts ends with the last of them', async () => {
    const number = await world.aNumber()
    const { orderId } = await start(number)
    await pay(orderId)
    for (const amountCents of [1_000, STAFF_PRICE - 1_000]) {
      await expect(world.check(number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await world.node.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'operator:ann' })
      await world.node.runDue()
      await world.node.runDue()
    }
    expect(await world.state(accountId)).toBe('ended')
    expect((await world.check(number)).staffToken).not.toBe('')
  })

  test('is no plan that a client can buy alone', async () => {
    await expect(world.aPrepaid(accountId, 'staff-paid')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const order = await start(await world.aNumber())
    const other = await world.aMember()
    await expect(
      world.node.payments.createOrder({
        accountId: other,
        language: 'en_US',
        purpose: 'staff',
        purposeId: order.purposeId,
        kind: 'wechat',
        amountCents: STAFF_PRICE,
        continueUrl: world.page,
        cancelUrl: world.page,
        terminal: 'web',
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
