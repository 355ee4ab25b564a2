import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  // Members are new; the books and the clock go on.
  world.pull.declines = false
  world.clock.set(Temporal.Instant.from('2026-11-20T06:00:00Z'))
})
afterEach(() => expectBooksToAgree(world.node))

const cancel = (accountId: string) => world.node.subscriptions.changes.cancel({ accountId })
const undo = (accountId: string) => world.node.subscriptions.changes.undo({ accountId })
const states = async (accountId: string) => (await world.orders(accountId)).map(({ state }) => state)

test('a cancellation that is undone after a failed charge is charged by another attempt', async () => {
  const { accountId } = await world.aSubscriber()
  world.pull.declines = true
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2026-12-20T19:00')
  await cancel(accountId)
  world.pull.declines = false
  await world.goTo('2026-12-20T20:00')
  await undo(accountId)
  await world.node.runDue()
  expect(await states(accountId)).toEqual(['failed', 'paid'])
  expect(await world.row(accountId)).toMatchObject({ state: 'active', last_cycle: 2 })
})

test('a charge that fails while the plan is cancelled is tried again once that is undone, and by its payer', async () => {
  const { accountId } = await world.aSubscriber()
  await world.goTo('2026-12-20T17:50')
  world.pull.declines = true
  world.pull.troubles = ['response lost']
  await world.goTo('2026-12-20T18:00')
  await cancel(accountId)
  await world.goTo('2026-12-20T18:05')
  expect(await states(accountId)).toEqual(['failed'])
  await undo(accountId)
  await world.goTo('2026-12-20T18:06')
  expect(await states(accountId)).toEqual(['failed', 'failed'])
  expect(await world.row(accountId)).toMatchObject({ state: 'past_due', charge_attempts: 1 })
  world.pull.declines = false
  expect(await world.node.subscriptions.changes.retry(accountId)).toMatchObject({ state: 'paid', ordinal: 3 })
  expect(await world.state(accountId)).toBe('active')
})

test('a charge that succeeds while the plan is cancelled is returned, and made again once that is undone', async () => {
  const { accountId } = await world.aSubscriber()
  await world.goTo('2026-12-20T17:50')
  world.pull.troubles = ['response lost']
  await world.goTo('2026-12-20T18:00')
  await cancel(accountId)
  await world.goTo('2026-12-20T18:05')
  expect(await states(accountId)).toEqual(['refunded'])
  await undo(accountId)
  await world.goTo('2026-12-20T18:06')
  expect(await states(accountId)).toEqual(['refunded', 'paid'])
  await world.goTo('2026-12-20T20:00')
  expect(await states(accountId)).toEqual(['refunded', 'paid'])
  expect(await world.cycles(accountId)).toEqual(['1 trial', '2 charged'])
})

describe('after an outage of more days than those of grace', () => {
  test('a plan is charged before it could be given up', async () => {
    const { accountId } = await world.aSubscriber()
    await world.goTo('2026-12-28T12:00')
    expect(await states(accountId)).toEqual(['paid'])
    expect(await world.row(accountId)).toMatchObject({ state: 'active', last_cycle: 2 })
    expect(await world.playsUntil(accountId)).toBe('2027-01-21T00:00')
  })

  test('it ends once that charge has failed', async () => {
    const { accountId } = await world.aSubscriber()
    world.pull.declines = true
    await world.goTo('2026-12-28T12:00')
    await world.node.runDue()
    expect(await states(accountId)).toEqual(['failed'])
    expect(await world.row(accountId)).toMatchObject({ state: 'ended', end_reason: 'givenUp' })
  })

  test('it ends without a charge after half of the cycle', async () => {
    const { accountId } = await world.aSubscriber()
    await world.goTo('2027-01-05T00:00')
    expect(await states(accountId)).toEqual([])
    expect(await world.state(accountId)).toBe('ended')
  })
})
