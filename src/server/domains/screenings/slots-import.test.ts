import { afterAll, beforeAll, expect, test } from 'vitest'
import { importContent } from '#server/kit/content-import.ts'
import { contentOf, linesOf, said } from '../../../../test/support/content.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'

let world: ScreeningsWorld
beforeAll(async () => {
  world = await createScreeningsWorld()
})
afterAll(() => world.close())

const aStart = (change: object = {}) => ({
  kind: 'screening',
  slotId: 'first',
  programId: 'premium',
  startsAt: world.clock.now().add({ hours: 5 }).toString(),
  credits: 128,
  price: 128,
  tickets: 1,
  seats: 5,
  capacity: 40,
  ...change,
})

async function put(...entries: object[]) {
  const parts = [world.screenings.domainModule.content!]
  const request = { content: linesOf(entries), file: 'test', actor: 'operator:ann' } as const
  return said(await importContent(contentOf({ ...world, parts }), request))
}

const messages = async (...entries: object[]) => (await put(...entries)).problems.map(({ message }) => message)

test('adds starts once, changes what is new, and takes withdrawn ones off', async () => {
  const visitor = { kind: 'visitor', language: 'en_US', region: 'HK', kids: false } as never
  const first = aStart()
  expect(await put(first)).toEqual({ added: 1, changed: 0, unchanged: 0, problems: [] })
  expect(await put(first)).toMatchObject({ added: 0, unchanged: 1 })
  expect(await world.screenings.slots.list(visitor)).toMatchObject([
    { slotId: 'first', credits: 128, amountCents: 12_800 },
  ])
  expect(await put({ ...first, price: 98.5 })).toMatchObject({ changed: 1 })
  expect(await world.screenings.slots.list(visitor)).toMatchObject([{ amountCents: 9_850, available: 40 }])
  expect(await put({ ...first, withdrawn: true })).toMatchObject({ changed: 1 })
  expect(await world.screenings.slots.list(visitor)).toEqual([])
})

test('refuses unknown titles, a start of a title twice, and a sale that begins after the start', async () => {
  const startsAt = world.clock.now().add({ hours: 9 }).toString()
  expect(await messages(aStart({ slotId: 'x', programId: 'nothing' }))).toEqual([
    'programId: there is no title nothing',
  ])
  expect(await messages(aStart({ slotId: 'a', startsAt }), aStart({ slotId: 'b', startsAt }))).toEqual([
    expect.stringContaining('in line 1 already'),
  ])
  expect(await messages(aStart({ slotId: 'late', startsAt, sellsFrom: startsAt }))).toEqual([
    'sellsFrom: must be before the start',
  ])
  await put(aStart({ slotId: 'taken', startsAt }))
  expect(await messages(aStart({ slotId: 'other', startsAt }))).toEqual([
    'startsAt: premium starts then as taken already',
  ])
})

test('a sold screening keeps its title, its start and its seats', async () => {
  const startsAt = world.clock.now().add({ hours: 20 })
  const sold = aStart({ slotId: 'sold', startsAt: startsAt.toString() })
  await put(sold)
  const buyer = await world.aBuyer({ credits: 200 })
  await world.buy(buyer, { slotId: 'sold', programId: 'premium', startsAt })
  expect(await messages({ ...sold, capacity: 4 })).toEqual([expect.stringMatching(/^capacity: .* already: 5 of/)])
  expect(await messages({ ...sold, startsAt: startsAt.add({ hours: 1 }).toString() })).toHaveLength(1)
  expect(await messages({ ...sold, programId: 'adult' })).toHaveLength(1)
  expect(await put({ ...sold, capacity: 5 })).toMatchObject({ changed: 1, problems: [] })
})
