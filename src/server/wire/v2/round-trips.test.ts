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

test('every call of the catalogue is requested here', () => {
  const cacheable = ENDPOINTS.filter((endpoint) => endpoint.cacheable).map(endpointUrl)
  expect(cacheable.filter((url) => !(url in CATALOGUE_REQUESTS))).toEqual([])
})

/**
 * The viewer, then the titles with what is the viewer's own. Where a profile's taste places titles in memory, it is read between
 * them: a third round trip of a millisecond instead of one statement of eighty (decision 043). What is like the title watched last
 * takes another one until the job has compared it, as here.
 */
const allowed = ({ url, query }: { url: string; query: Record<string, string> }): number => {
  if (query.row === 'because') return 4
  return query.row === 'foryou' || url === '/api_v2/getRecommendation' ? 3 : 2
}

const CASES = Object.entries(CATALOGUE_REQUESTS).flatMap(([url, queries]) =>
  queries.map((query) => ({ url, query, most: allowed({ url, query }) })),
)

test.each(CASES)(
  '$url $query takes a member $most round trips at most, the viewer included, also when memory is empty',
  async ({ url, query, most }) => {
    // A category is tried as what it was at its last request.
    await send(url, query)
    for (const memory of ['warm', 'cold', 'warm']) {
      if (memory === 'cold') world.changeCatalogue()
      await trips.waitUntilIdle()
      trips.take()
      const response = await send(url, query)
      expect(response.json()).toMatchObject({ result: 'SUCCESS' })
      expect(trips.take()).toBeLessThanOrEqual(most)
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
