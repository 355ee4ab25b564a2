import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { CATALOGUE_REQUESTS } from '../../../../test/support/catalogue-questions.ts'
import { giveCredits } from '../../../../test/support/ledger.ts'
import { accountOf, aToken } from '../../../../test/support/wire-callers.ts'
import { createWireWorld, type WireWorld } from '../../../../test/support/wire-world.ts'
import { ENDPOINTS } from '../calls.ts'

let world: WireWorld
/** Two accounts that differ in everything that an answer can show, by their tokens. */
let ann: string
let bob: string
let rentalEnds: Temporal.Instant

beforeAll(async () => {
  world = await createWireWorld()
  ann = await aMember('plain', ['harbour-light', 'ding-ding'], { 'ferry.s1e1': 25 })
  bob = await aMember('liker', ['paid', 'ferry'], { 'harbour-light': 40, 'ferry.s1e2': 10 })
  const { clock } = world
  rentalEnds = clock.now().add({ hours: 1 })
  const { walletId, transferId } = await giveCredits(world, await accountOf(world, 'plain'), 28)
  await giveCredits(world, await accountOf(world, 'liker'), 28)
  await sql`insert into rental (rental_id, wallet_id, program_id, transfer_id, credits, starts_at, ends_at)
    values ('isolated', ${walletId}, 'paid', ${transferId}, 5, ${clock.now()}, ${rentalEnds})`.execute(world.db)
})
afterAll(() => world.close())
beforeEach(() => {
  // The rate limit of an account regains what the last test used.
  world.clock.advance('PT10S')
  world.changeCatalogue()
})

/** A session of a fixture's account, in a profile with these favourites and this progress. @returns its token */
async function aMember(member: string, favorites: string[], progress: Record<string, number>): Promise<string> {
  const token = await aToken(world, member)
  const send = (url: string, body: object) =>
    world.app.inject({ method: 'POST', url, payload: body, headers: { authorization: `Bearer ${token}` } })
  for (const programId of favorites)
    await send('/api_v2/profile/favorite/create', { programId, programGuid: programId })
  for (const [programGuid, position] of Object.entries(progress)) {
    const programId = programGuid.split('.')[0]
    const at = world.clock.now().toString()
    await send('/api_v2/profile/bookmark/create', { programId, programGuid, position, duration: 60, at })
  }
  return token
}

const request = async (url: string, query: Record<string, string>, token?: string) =>
  (await world.app.inject({ url, query, ...(token && { headers: { authorization: `Bearer ${token}` } }) })).body

const CASES = Object.entries(CATALOGUE_REQUESTS).flatMap(([url, queries]) =>
  queries.map((query) => ({ url, query, name: `${url}?${new URLSearchParams(query)}` })),
)

test('every cacheable endpoint is requested here', () => {
  const cacheable = ENDPOINTS.filter((endpoint) => endpoint.cacheable).map(endpointUrl)
  expect(cacheable.filter((url) => !CASES.some((one) => one.url === url))).toEqual([])
})

test.each(CASES)('$name answers each account alike, in any order of requests', async ({ url, query }) => {
  const get = (token?: string) => request(url, query, token)
  const alone = new Map<string | undefined, string>()
  for (const token of [ann, bob, undefined]) {
    world.changeCatalogue()
    alone.set(token, await get(token))
  }
  for (const order of [
    [ann, bob, undefined],
    [undefined, bob, ann],
    [bob, ann, bob, undefined, ann],
  ]) {
    world.changeCatalogue()
    for (const token of order) expect(await get(token)).toBe(alone.get(token))
    expect(await Promise.all(order.map(get))).toEqual(order.map((token) => alone.get(token)))
  }
})

test('the two accounts differ in favourites, progress and access, and the visitor has none of it', async () => {
  const detail = async (programId: string, token?: string) =>
    JSON.parse(await request('/api_v2/revamp/detail', { programId }, token)).program
  for (const _ of ['not cached', 'cached']) {
    const [mine, theirs, anyone] = await Promise.all([ann, bob, undefined].map((token) => detail('paid', token)))
    expect([mine.access, theirs.access, anyone.access]).toEqual(['play', 'buy', 'login'])
    expect([mine.remainingMinute > 0, theirs.remainingMinute, anyone.remainingMinute]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect([mine.myFavorite, theirs.myFavorite, anyone.myFavorite]).toEqual([false, true, undefined])
    const series = await Promise.all([ann, bob, undefined].map((token) => detail('ferry', token)))
    expect(series.map(({ dramaList }) => dramaList.map(({ position }: { position?: number }) => position))).toEqual([
      [25, 0, 0],
      [0, 10, 0],
      [undefined, undefined, undefined],
    ])
  }
})

test('a right that ends by the clock ends in the next answer, cached or not', async () => {
  const accessNow = async () =>
    JSON.parse(await request('/api_v2/revamp/detail', { programId: 'paid' }, ann)).program.access
  expect([await accessNow(), await accessNow()]).toEqual(['play', 'play'])
  const before = world.clock.now()
  world.clock.set(rentalEnds.subtract({ milliseconds: 1 }))
  expect(await accessNow()).toBe('play')
  world.clock.set(rentalEnds)
  expect(await accessNow()).toBe('buy')
  world.clock.set(before)
})

test('a shared cache may keep the visitor’s response only', async () => {
  for (const { url, query } of CASES) {
    for (const token of [ann, bob]) {
      const { headers } = await world.app.inject({ url, query, headers: { authorization: `Bearer ${token}` } })
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers.vary).toContain('Authorization')
    }
    const body = await request(url, query)
    expect(body).not.toMatch(/"(?:myFavorite|watched|position|watchedAt)":/)
  }
})
