import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { CATALOGUE_REQUESTS } from '../../../../test/support/catalogue-questions.ts'
import { countRoundTrips, type RoundTrips } from '../../../../test/support/round-trips.ts'
import { createWireWorld, type WireWorld } from '../../../../test/support/wire-world.ts'
import { ENDPOINTS } from '../calls.ts'

let world: WireWorld
let trips: RoundTrips

beforeAll(async () => {
  world = await createWireWorld()
  trips = countRoundTrips(world.db)
})
afterAll(() => world.close())

const send = (url: string, query: Record<string, string>) =>
  world.app.inject({ url, query, headers: { authorization: 'Bearer fixture-watcher' } })

test('every call of the catalogue is asked here', () => {
  const cacheable = ENDPOINTS.filter((endpoint) => endpoint.cacheable).map(endpointUrl)
  expect(cacheable.filter((url) => !(url in CATALOGUE_REQUESTS))).toEqual([])
})

const CASES = Object.entries(CATALOGUE_REQUESTS).flatMap(([url, queries]) => queries.map((query) => ({ url, query })))

test.each(CASES)(
  '$url $query takes a member two round trips at most, the viewer included, also when memory is empty',
  async ({ url, query }) => {
    // A category is tried as what it was when it was last asked for.
    await send(url, query)
    for (const memory of ['warm', 'cold', 'warm']) {
      if (memory === 'cold') world.changeCatalogue()
      await trips.waitUntilIdle()
      trips.take()
      const response = await send(url, query)
      expect(response.json()).toMatchObject({ result: 'SUCCESS' })
      expect(trips.take()).toBeLessThanOrEqual(2)
    }
  },
)

test('statements after one another are counted, those side by side are not', async () => {
  const { db } = world
  const one = () => db.selectFrom('tab').select('tab_id').execute()
  await Promise.all([one(), one(), one()])
  await one()
  expect(trips.take()).toBe(2)
})
