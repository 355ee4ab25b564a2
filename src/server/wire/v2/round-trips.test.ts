import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIX_ROWS } from '#contract/categories.ts'
import { endpointUrl } from '#contract/endpoint.ts'
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

/** Every call that reads the catalogue, each with the questions that it can be asked. */
const ASKS: Record<string, Record<string, string>[]> = {
  '/api_v2/revamp/tabBars': [{}, { recommendType: '0' }],
  '/api_v2/revamp/categoryList': ['staff-picks', 'kids', 'movie-new', 'drama-new'].map((categoryId) => ({
    categoryId,
  })),
  '/api_v2/revamp/mixProgramList': [
    ...MIX_ROWS.map((row) => ({ row })),
    ...MIX_ROWS.map((row) => ({ row, page: '2', pageSize: '1' })),
  ],
  '/api_v2/revamp/listHomeBanner': [{ place: 'ad' }, { place: 'billboard', tabId: '1' }],
  '/api_v2/revamp/detail': [{ programId: 'ferry' }],
  '/api_v2/detail': [{ programId: 'ferry' }],
  '/api_v2/seasonDetail': [{ programId: 'ferry', season: '2' }],
  '/api_v2/similarRcmd': [{ programId: 'ferry' }],
  '/api_v2/getRecommendation': [{}],
  '/api/homePopupAd.action': [{}],
}

const ask = (url: string, query: Record<string, string>) =>
  world.app.inject({ url, query, headers: { authorization: 'Bearer fixture-watcher' } })

test('every call of the catalogue is asked here', () => {
  const cacheable = ENDPOINTS.filter((row) => row.cacheable).map(endpointUrl)
  expect(cacheable.filter((url) => !(url in ASKS))).toEqual([])
})

const CASES = Object.entries(ASKS).flatMap(([url, queries]) => queries.map((query) => ({ url, query })))

test.each(CASES)(
  '$url $query takes a member two round trips at most, the viewer included, also when memory is empty',
  async ({ url, query }) => {
    // A category is tried as what it was when it was last asked for.
    await ask(url, query)
    for (const memory of ['warm', 'cold', 'warm']) {
      if (memory === 'cold') world.changeCatalogue()
      await trips.settled()
      trips.take()
      const response = await ask(url, query)
      expect(response.json()).toMatchObject({ result: 'SUCCESS' })
      // From memory, what shows no titles has no marks to read.
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
