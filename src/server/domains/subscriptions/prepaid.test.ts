import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hongKong, inHongKong } from '../../../../test/support/hong-kong.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

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
