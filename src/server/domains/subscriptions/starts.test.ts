import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())

const PAGE = 'https://harbour.test/#/monthlyfee'

/** Starts an agreement from a screen that showed these terms. */
const startAsShown = (accountId: string, shown: object, kind: 'alipay' | 'paypal' = 'alipay') =>
  world.node.subscriptions.starts.start({
    isPartnerCall: true,
    accountId,
    planId: 'entertainment-pass',
    kind,
    language: 'en_US',
    terminal: 'web',
    continueUrl: PAGE,
    cancelUrl: PAGE,
    shown,
  })
const CONFLICT = expect.objectContaining({ code: 'CONFLICT' })
const FREE = { amountCents: 8_800, dueCents: 0, trial: true }
const CHANGE = { amountCents: 8_800, dueCents: 0, trial: false }
const PAID = { amountCents: 8_800, dueCents: 8_800, trial: false }

describe('an agreement is what its payer was shown, or is not started', () => {
  test('a free month, to whom it is due', async () => {
    const accountId = await world.aMember()
    await expect(startAsShown(accountId, PAID)).rejects.toEqual(CONFLICT)
    expect(await startAsShown(accountId, FREE)).toMatchObject({ trial: true })
  })

  test('a free month that was used up in another tab', async () => {
    const accountId = await world.aMember('clp')
    await expect(startAsShown(accountId, FREE)).rejects.toEqual(CONFLICT)
    expect(await startAsShown(accountId, PAID)).toMatchObject({ trial: false })
  })

  test('a price that has changed', async () => {
    const accountId = await world.aMember()
    await expect(startAsShown(accountId, { ...FREE, amountCents: 7_800 })).rejects.toEqual(CONFLICT)
  })

  test('a change for which nothing was due, of a plan that has become past due', async () => {
    world.clock.set(Temporal.Instant.from('2026-11-20T06:00:00Z'))
    const { accountId } = await world.aSubscriber('alipay')
    expect(await startAsShown(accountId, CHANGE, 'paypal')).toMatchObject({ trial: false })
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    expect(await world.state(accountId)).toBe('past_due')
    await expect(startAsShown(accountId, CHANGE, 'paypal')).rejects.toEqual(CONFLICT)
    expect(await startAsShown(accountId, PAID, 'paypal')).toMatchObject({ trial: false })
  })

  test('terms that were not shown are not compared', async () => {
    expect(await startAsShown(await world.aMember(), {})).toMatchObject({ trial: true })
  })
})
