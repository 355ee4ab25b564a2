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

const cancel = (accountId: string) => world.node.subscriptions.changes.cancel({ accountId })
const undo = (accountId: string) => world.node.subscriptions.changes.undo({ accountId })
const code = (name: string) => expect.objectContaining({ code: name })

describe('cancelling', () => {
  test('ends the plan with the cycle: nothing is charged, and what is left of its credits is forfeited', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling' })
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling' })
    await world.goTo('2026-12-20T23:59')
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await world.credits(accountId)).toBe(60)
    await world.goTo('2026-12-21T00:00')
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'over' })
    expect(await world.credits(accountId)).toBe(0)
    expect(await world.orders(accountId)).toEqual([])
    await world.node.runDue()
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'planCancelled', 'planEnded'])
  })

  test('can be undone while the plan runs', async () => {
    const { accountId } = await world.aSubscriber()
    await expect(undo(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    await cancel(accountId)
    expect(await undo(accountId)).toMatchObject({ state: 'trial' })
    await world.goTo('2026-12-20T18:00')
    expect(await world.state(accountId)).toBe('active')
    await cancel(accountId)
    expect(await undo(accountId)).toMatchObject({ state: 'active' })
    await cancel(accountId)
    await world.goTo('2027-01-21T00:00')
    await expect(undo(accountId)).rejects.toEqual(code('NOT_FOUND'))
  })

  test('of a plan that its provider charges suspends it there first', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.troubles = ['request lost', 'request lost', 'request lost']
    await expect(cancel(accountId)).rejects.toEqual(code('UNAVAILABLE'))
    expect(await world.state(accountId)).toBe('trial')
    world.push.troubles = []
    world.clock.advance('PT10M')
    await world.node.runDue()
    await cancel(accountId)
    expect(world.push.side(agreementId).state).toBe('suspended')
    await undo(accountId)
    expect(world.push.side(agreementId).state).toBe('active')
  })

  test('of a plan that its provider charges can be undone until its date has passed: then it would charge too late', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.side(agreementId).nextChargeAt = hongKong('2026-12-20T18:00')
    await world.node.handleCallback('paypal', { agreementId })
    await cancel(accountId)
    await world.goTo('2026-12-20T17:59')
    expect(await world.node.subscriptions.views.detail(accountId)).toMatchObject({ canUndo: true })
    await world.goTo('2026-12-20T20:00')
    expect(await world.node.subscriptions.views.detail(accountId)).toMatchObject({ canUndo: false })
    await expect(undo(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    expect(world.push.side(agreementId).state).toBe('suspended')
    const other = await world.start(accountId, 'paypal')
    await world.approve(other.agreementId)
    expect(await world.state(accountId)).not.toBe('cancelling')
  })

  test('with a month bought beside it can be undone after its date: it charges a month later, and not on a past date', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.side(agreementId).nextChargeAt = hongKong('2026-12-20T18:00')
    await world.node.handleCallback('paypal', { agreementId })
    await world.prepay(accountId)
    await cancel(accountId)
    await world.goTo('2026-12-22T20:00')
    await undo(accountId)
    await world.node.runDue()
    expect(inHongKong((await world.node.subscriptions.views.detail(accountId))!.nextChargeAt!)).toBe('2027-01-20T18:00')
    expect(await world.notices(accountId)).not.toContain('renewalNotice')
  })

  test('of a plan that its payer has ended at the provider, which we have not been told, is the same', async () => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    world.push.side(agreementId).state = 'ended'
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling', agreement: null })
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'planCancelled'])
  })

  test('of what is past due ends the plan at once', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    expect(await cancel(accountId)).toMatchObject({ state: 'ended', endReason: 'cancelled' })
    expect(await world.playsUntil(accountId)).toBe('2026-12-22T12:00')
  })

  test('in the last hours, after a failed charge, leaves what is paid', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    expect(await cancel(accountId)).toMatchObject({ state: 'cancelling' })
    expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
  })

  test('that was not recorded before a crash is found before the charge', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    await world.node.agreements.cancel((await world.node.agreements.find(accountId, agreementId))!)
    await world.goTo('2026-12-20T18:00')
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await world.orders(accountId)).toEqual([])
  })

  test('is not for prepaid months, or for another account’s plan', async () => {
    const accountId = await world.aMember()
    await expect(cancel(accountId)).rejects.toEqual(code('NOT_FOUND'))
    await world.prepay(accountId)
    await expect(cancel(accountId)).rejects.toEqual(code('NOT_ALLOWED'))
    const { agreementId } = await world.aSubscriber()
    const other = await world.aSubscriber()
    await expect(world.node.subscriptions.changes.cancel({ accountId: other.accountId, agreementId })).rejects.toEqual(
      code('NOT_FOUND'),
    )
  })
})

describe('changing', () => {
  test('the payment method of what is past due pays that cycle now, and the schedule begins as it ends', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-24T12:00')
    const { agreementId } = await world.start(accountId, 'paypal')
    expect(world.push.asked.get(agreementId)).toMatchObject({
      isChargedNow: true,
      startsAt: hongKong('2027-01-21T00:00'),
    })
  })

  test('the plan takes effect with the next cycle, at its price', async () => {
    const { accountId, agreementId } = await world.aSubscriber()
    await expect(world.start(accountId)).rejects.toEqual(code('CONFLICT'))
    const next = await world.start(accountId, 'alipay', { planId: 'promotional-pass' })
    expect(next).toMatchObject({ trial: false, amountCents: 4_800 })
    await world.approve(next.agreementId)
    await world.node.runDue()
    expect(world.pull.side(agreementId).state).toBe('ended')
    expect(await world.row(accountId)).toMatchObject({
      state: 'trial',
      plan_version_id: 'entertainment-pass.1',
      next_plan_version_id: 'promotional-pass.2',
    })
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-21T00:00')
    expect(await world.row(accountId)).toMatchObject({
      state: 'active',
      plan_version_id: 'promotional-pass.2',
      next_plan_version_id: null,
    })
    expect((await world.orders(accountId)).map(({ amount_cents }) => amount_cents)).toEqual([4_800])
    const back = await world.start(accountId, 'alipay', { planId: 'entertainment-pass' })
    await world.approve(back.agreementId)
    await world.goTo('2027-01-20T18:00')
    expect((await world.orders(accountId)).map(({ amount_cents }) => amount_cents)).toEqual([4_800, 8_800])
  })

  test('the payment method of what is past due charges the new one at once', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    world.pull.declines = false
    const { agreementId, firstChargeAt } = await world.start(accountId)
    expect(inHongKong(firstChargeAt)).toBe('2026-12-22T12:00')
    await world.approve(agreementId)
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('active')
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
  })

  test('a cancelled plan goes on with a new agreement', async () => {
    const { accountId } = await world.aSubscriber()
    world.clock.advance('PT1M')
    await cancel(accountId)
    world.clock.advance('PT1M')
    await world.approve((await world.start(accountId, 'paypal')).agreementId)
    expect(await world.row(accountId)).toMatchObject({ state: 'trial', agreement_kind: 'paypal' })
    expect(await world.notices(accountId)).toEqual(['trialStarted', 'planCancelled', 'planResumed'])
  })

  test('an agreement whose payer paid a month meanwhile is abandoned: approved afterwards it changes and charges nothing', async () => {
    const accountId = await world.aMember()
    const { agreementId } = await world.start(accountId)
    await world.prepay(accountId)
    await world.approve(agreementId)
    await world.goTo('2026-12-22T12:00')
    // Its code was not exchanged, so that it has no mandate.
    expect(await world.node.agreements.find(accountId, agreementId)).toMatchObject({
      state: 'abandoned',
      activatedAt: null,
    })
    expect(await world.rows(accountId)).toHaveLength(1)
    expect(await world.orders(accountId)).toHaveLength(1)
  })
})
