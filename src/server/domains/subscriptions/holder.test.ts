import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { givePlan } from '../../../../test/support/held-plan.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import { findHeldPlan } from './index.ts'

let app: RentalsApp
let viewer: MemberViewer

beforeAll(async () => {
  app = await createTestRentals()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(Temporal.Instant.from('2026-11-21T04:00:00Z'))
  viewer = await app.aRenter(60)
})

type Given = Omit<Parameters<typeof givePlan>[1], 'accountId' | 'now'>
const hold = (given: Given = {}, { accountId } = viewer) =>
  givePlan(app.worldDb, { ...given, accountId, now: app.clock.now() })
const held = () => findHeldPlan(app.worldDb, { accountId: viewer.accountId, now: app.clock.now() })
const inHours = (hours: number) => app.clock.now().add({ hours }).toString()

test.each<[NonNullable<Given['state']>, boolean]>([
  ['trial', true],
  ['active', true],
  ['past_due', true],
  ['cancelling', true],
  ['pending', false],
  ['ended', false],
])('a plan in the state %s plays its titles: %s', async (state, plays) => {
  await hold({ state })
  const { plan } = await app.access.accountFacts(viewer.accountId)
  expect(plan?.validUntil.toString()).toBe(plays ? inHours(48) : undefined)
  expect(await app.plays(viewer, 'members')).toBe(plays)
  expect((await held()) !== undefined).toBe(plays)
})

test('a plan plays nothing to other accounts, and no rental title', async () => {
  await hold()
  const other = await app.aRenter()
  expect(await app.plays(other, 'members')).toBe(false)
  expect(await app.plays(viewer, 'film')).toBe(false)
})

test('titles play to the second of the end, whatever the state still says', async () => {
  await hold({ cycleEnds: 48 })
  app.clock.advance('PT47H59M59S')
  expect([await app.plays(viewer, 'members'), (await held()) !== undefined]).toEqual([true, true])
  app.clock.advance('PT1S')
  expect([await app.plays(viewer, 'members'), await held()]).toEqual([false, undefined])
})

test('a plan that is past due plays to the end of its days of grace', async () => {
  await hold({ state: 'past_due', cycleEnds: -1, entitled: 119 })
  app.clock.advance('PT118H59M59S')
  expect(await app.plays(viewer, 'members')).toBe(true)
  app.clock.advance('PT1S')
  expect(await app.plays(viewer, 'members')).toBe(false)
})

test('a quote of a title that a plan plays meanwhile charges nothing', async () => {
  const quote = await app.order(viewer, 'both')
  await hold()
  expect(await app.pay(viewer, 'both', quote)).toEqual({ charged: 0, unit: 'credits', rentedUntil: null })
  expect(await app.credits(viewer)).toBe(60)
})

test('the account screen names the plan, its cycle and its credits', async () => {
  await hold({ state: 'cancelling', cycleEnds: 48, paid: 800 })
  const plan = await held()
  expect(plan).toMatchObject({ name: { zh_HK: '娛樂通行證', en_US: 'Entertainment pass' }, creditsPerCycle: 60 })
  expect([plan?.startsAt.toString(), plan?.endsAt.toString()]).toEqual([inHours(-24), inHours(800)])
})

test('of a plan that renews, the account screen names the end of the running cycle', async () => {
  await hold({ cycleEnds: 48, paid: 800 })
  expect((await held())?.endsAt.toString()).toBe(inHours(48))
})
