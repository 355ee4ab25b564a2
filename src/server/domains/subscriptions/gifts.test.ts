import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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
  world.clock.set(hongKong('2026-11-20T14:00'))
})
afterEach(() => expectBooksToAgree(world.node))

const give = (accountId: string, months: number, planId = 'entertainment-pass') =>
  inTransaction(world.node.db, (tx) => world.node.subscriptions.give(tx, { accountId, planId, months }))

test('given months play, bring credits as they begin, are not charged for, and end', async () => {
  const accountId = await world.aMember()
  await give(accountId, 2)
  expect(await world.cycles(accountId)).toEqual(['1 gift', '2 gift'])
  expect([await world.playsUntil(accountId), await world.credits(accountId)]).toEqual(['2027-01-21T00:00', 60])
  expect(await world.notices(accountId)).toEqual(['planStarted'])
  await world.goTo('2026-12-21T00:00')
  expect([await world.state(accountId), await world.credits(accountId)]).toEqual(['cancelling', 60])
  await world.goTo('2027-01-21T00:00')
  expect([await world.state(accountId), await world.credits(accountId)]).toEqual(['ended', 0])
  expect(await world.orders(accountId)).toEqual([])
})

test('given months queue behind a plan that renews, whose next charge moves', async () => {
  const { accountId } = await world.aSubscriber()
  await give(accountId, 1)
  expect(await world.cycles(accountId)).toEqual(['1 trial', '2 gift'])
  await world.goTo('2026-12-20T18:00')
  expect(await world.orders(accountId)).toEqual([])
  await world.goTo('2027-01-20T18:00')
  expect(await world.orders(accountId)).toMatchObject([{ purpose: 'renewal', state: 'paid' }])
})

test('a member who was given a plan has no free month afterwards', async () => {
  const accountId = await world.aMember()
  await give(accountId, 1)
  expect(await world.node.subscriptions.starts.factsOf(accountId)).toMatchObject({ hadPlan: true })
})

test('an unknown plan is not given', async () => {
  const accountId = await world.aMember()
  await expect(give(accountId, 1, 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await world.node.subscriptions.starts.factsOf(accountId)).toEqual({ hadPlan: false, current: null })
})

test('gifts at once are all given, one behind the other', async () => {
  const accountId = await world.aMember()
  await Promise.all(Array.from({ length: 4 }, () => give(accountId, 1)))
  expect(await world.cycles(accountId)).toEqual(['1 gift', '2 gift', '3 gift', '4 gift'])
})
