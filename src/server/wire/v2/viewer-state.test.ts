import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countRoundTrips, type RoundTrips } from '../../../../test/support/round-trips.ts'
import { accountOf, aToken } from '../../../../test/support/wire-callers.ts'
import { createWireWorld, type WireWorld } from '../../../../test/support/wire-world.ts'

let world: WireWorld
let trips: RoundTrips

beforeAll(async () => {
  world = await createWireWorld()
  trips = countRoundTrips(world.db)
})
afterAll(() => world.close())
beforeEach(() => {
  // The rate limit of an account regains what the last test used.
  world.clock.advance('PT10S')
  world.changeCatalogue()
})

const WATCHER = 'fixture-watcher'
const NEW = '/api_v2/revamp/mixProgramList?row=new'
const DETAIL = '/api_v2/revamp/detail?programId='

const get = async (url: string, token = WATCHER) => {
  await trips.waitUntilIdle()
  trips.take()
  const response = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return response.json()
}

/** Asks until the answer came from memory. */
async function fromMemory(url: string, token = WATCHER) {
  await get(url, token)
  const answer = await get(url, token)
  const [viewer, state, ...rest] = trips.texts()
  expect(viewer).toMatch(/from session/)
  expect(state).toMatch(/as (facts|rentals), .* as favorites/s)
  expect(rest).toEqual([])
  return answer
}

const send = (url: string, body: object, token = WATCHER) =>
  world.app.inject({ method: 'POST', url, payload: body, headers: { authorization: `Bearer ${token}` } })

type Card = { programId: string; myFavorite?: boolean }
const likedOf = ({ list }: { list: Card[] }) => list.filter((card) => card.myFavorite).map(({ programId }) => programId)

const SHARED = [
  ...['staff-picks', 'kids', 'movie-new', 'drama-new'].map((id) => `/api_v2/revamp/categoryList?categoryId=${id}`),
  ...['top', 'new', 'free'].map((row) => `/api_v2/revamp/mixProgramList?row=${row}`),
  `${NEW}&page=2&pageSize=2&sort=title&genre=drama`,
  '/api_v2/revamp/listHomeBanner?place=ad',
  '/api_v2/revamp/listHomeBanner?place=billboard&tabId=1',
  ...['ferry', 'paid', 'harbour-light', 'gone', 'macau', 'night-shift', 'soon'].map((id) => DETAIL + id),
  '/api_v2/detail?programId=ferry',
  '/api_v2/seasonDetail?programId=ferry&season=1',
  '/api_v2/seasonDetail?programId=ferry&season=2',
  '/api_v2/similarRcmd?programId=ferry',
]

test.each(SHARED)('%s is the same whether or not it was cached, in both languages', async (url) => {
  for (const language of ['zh_HK', 'en_US']) {
    world.changeCatalogue()
    const uncached = await get(`${url}&language=${language}`)
    expect(await fromMemory(`${url}&language=${language}`)).toEqual(uncached)
  }
})

test.each([
  ...['continue', 'because', 'foryou'].map((row) => `/api_v2/revamp/mixProgramList?row=${row}`),
  '/api_v2/revamp/tabBars?',
  '/api_v2/getRecommendation?',
])('%s goes by the profile as a whole, and is never shared', async (url) => {
  const other = await aToken(world, 'plain')
  const [own, others] = [await get(url), await get(url, other)]
  expect(others).not.toEqual(own)
  for (let n = 0; n < 2; n++) {
    expect(await get(url)).toEqual(own)
    expect(await get(url, other)).toEqual(others)
  }
})

test('a favourite shows in the next response, only to its profile, and goes as soon', async () => {
  const other = await aToken(world, 'plain')
  await fromMemory(NEW)
  const change = (to: 'create' | 'remove') =>
    send(`/api_v2/profile/favorite/${to}`, { programId: 'harbour-light', programGuid: 'harbour-light' })
  for (const isLiked of [false, true, false]) {
    if (isLiked) await change('create')
    const [mine, theirs, detail] = await Promise.all([get(NEW), get(NEW, other), get(`${DETAIL}harbour-light`)])
    expect(likedOf(mine).includes('harbour-light')).toBe(isLiked)
    expect(likedOf(theirs)).toEqual([])
    expect(detail.program.myFavorite).toBe(isLiked)
    if (isLiked) await change('remove')
  }
})

test('progress that is reported shows in the very next answer', async () => {
  const seen = async () => {
    const { program } = await fromMemory(`${DETAIL}ferry`)
    return program.dramaList.map(({ position, watched }: { position: number; watched: boolean }) => [position, watched])
  }
  expect(await seen()).toEqual([
    [60, true],
    [0, false],
    [0, false],
  ])
  const progress = { programId: 'ferry', programGuid: 'ferry.s1e2', position: 25, duration: 60 }
  const kept = await send('/api_v2/profile/bookmark/create', { ...progress, at: world.clock.now().toString() })
  expect(kept.json().result).toBe('SUCCESS')
  expect(await seen()).toEqual([
    [60, true],
    [25, false],
    [0, false],
  ])
})

test('a withdrawn title is gone for members as for visitors', async () => {
  const ids = async () => (await get(NEW)).list.map(({ programId }: Card) => programId)
  const shelve = async (state: 'draft' | 'published') => {
    await world.db.updateTable('title').set({ state }).where('program_id', '=', 'paid').execute()
    world.changeCatalogue()
  }
  await fromMemory(NEW)
  await fromMemory(`${DETAIL}paid`)
  expect(await ids()).toContain('paid')
  await shelve('draft')
  for (let n = 0; n < 2; n++) {
    expect(await ids()).not.toContain('paid')
    expect((await get(`${DETAIL}paid`)).errorCode).toBe('NOT_FOUND')
  }
  await shelve('published')
})

test('locked and unlocked sessions, a child’s and a grown-up’s profile, are offered their own', async () => {
  const [locked, unlocked, kid] = await Promise.all([0, 1, 2].map(() => aToken(world, 'plain')))
  const at = (session: string | undefined) => world.db.updateTable('session').where('session_id', '=', session ?? '')
  await at(unlocked)
    .set({ unlocked_until: world.clock.now().add({ minutes: 30 }) })
    .execute()
  const profile_id = 'marks-kid'
  const account_id = await accountOf(world, 'plain')
  const child = { name: '小', avatar_id: 'kid-bao', kids: true, genres: [], is_first: false, last_used_at: null }
  await world.db
    .insertInto('profile')
    .values({ profile_id, account_id, ...child, created_at: world.clock.now(), deleted_at: null })
    .execute()
  await at(kid).set({ profile_id }).execute()
  const access = async (token: string | undefined) => {
    const { program, errorCode } = await get(`${DETAIL}night-shift`, token)
    return program?.access ?? errorCode
  }
  const shown = async (token: string | undefined, query = '') =>
    (await get(NEW + query, token)).list.map(({ programId }: Card) => programId)
  for (let n = 0; n < 3; n++) {
    expect([await access(locked), await access(unlocked), await access(kid)]).toEqual(['parental', 'play', 'NOT_FOUND'])
    expect(await shown(kid)).toEqual(['ding-ding'])
    expect(await shown(locked)).toContain('harbour-light')
    expect(await shown(locked, `&profileId=${profile_id}`)).toEqual(['ding-ding'])
  }
})

test('pattern=children narrows the calls of a grown-up’s profile, and pattern=normal widens none of a child’s', async () => {
  const [adult, kid] = await Promise.all([0, 1].map(() => aToken(world, 'plain')))
  const session = world.db.updateTable('session').where('session_id', '=', kid ?? '')
  await session.set({ profile_id: 'marks-kid' }).execute()
  const shown = async (token: string | undefined, pattern: string) =>
    (await get(`${NEW}&pattern=${pattern}`, token)).list.map(({ programId }: Card) => programId)
  const answer = async (url: string, token: string | undefined, pattern: string) =>
    (await get(`${url}${url.includes('?') ? '&' : '?'}pattern=${pattern}`, token)).errorCode
  const ORDER = '/api_v2/order?programId=harbour-light&programGuid=harbour-light&kind=movie'
  for (const [token, pattern] of [
    [adult, 'children'],
    [kid, 'normal'],
    [kid, 'children'],
  ] as const) {
    expect(await shown(token, pattern)).toEqual(['ding-ding'])
    expect(await answer(`${DETAIL}harbour-light`, token, pattern)).toBe('NOT_FOUND')
    expect(await answer(ORDER, token, pattern)).toBe('403')
    expect(await answer('/api_v2/wallet', token, pattern)).toBe('NOT_ALLOWED')
  }
  expect(await shown(adult, 'normal')).toContain('harbour-light')
  expect(await answer(ORDER, adult, 'normal')).toBeUndefined()
  expect(await answer('/api_v2/wallet', adult, 'normal')).toBeUndefined()
})
