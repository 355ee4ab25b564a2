import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RECENT_MAX } from '#contract/search.ts'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { memberViewer, visitor } from '../../../../test/support/viewers.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'
import { createCatalogue, visible } from '../catalogue/index.ts'
import { findByKey } from './lookup.repo.ts'
import { areListsDue } from './index.service.ts'
import { missedKey } from './terms.service.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestCatalogue()
  await sql`insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash, parental_hash,
      terms_agreed_at, privacy_agreed_at, created_at)
    values ('a', '+85251000000', 'a', 'a@example.invalid', '1990-01-01', 'female', 'zh_HK', 'anyplex', '', '', now(), now(), now())`.execute(
    testApp.db,
  )
  for (const id of ['p', 'q'])
    await sql`insert into profile (profile_id, account_id, name, avatar_id, kids, created_at) values (${id}, 'a', ${id}, 'x', false, now())`.execute(
      testApp.db,
    )
})
afterAll(() => testApp.close())

const inProfile = (profileId: string | undefined) => memberViewer({ accountId: 'a', profileId })
const me = inProfile('p')

describe('recent searches', () => {
  const keywords = async (viewer = me) => (await testApp.search.recent.list(viewer)).map(({ keyword }) => keyword)

  test('are kept once, the newest first, per profile, and cleared one by one or all at once', async () => {
    const { recent } = testApp.search
    for (const keyword of ['夜渡', '鑊氣', ' 夜渡 ', '\0 %', 'Night']) {
      testApp.clock.advance('PT1S')
      await recent.create(me, keyword)
    }
    expect(await keywords()).toEqual(['Night', '夜渡', '鑊氣'])
    expect(await keywords(inProfile('q'))).toEqual([])
    await recent.clear(me, 'NIGHT')
    expect(await keywords()).toEqual(['夜渡', '鑊氣'])
    await recent.clear(me, undefined)
    expect(await keywords()).toEqual([])
  })

  test('are limited: the oldest goes', async () => {
    for (let n = 0; n <= RECENT_MAX; n++) {
      testApp.clock.advance('PT1S')
      await testApp.search.recent.create(me, `片${n}`)
    }
    expect(await keywords()).toHaveLength(RECENT_MAX)
    expect(await keywords()).not.toContain('片0')
  })

  test('need a profile', async () => {
    await expect(testApp.search.recent.list(inProfile(undefined))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  test('are in the export of an account, and are erased with it', async () => {
    const personalData = testApp.search.domainModule.personalData!
    const person = { accountId: 'a', number: '', email: '' }
    expect(JSON.stringify(await personalData.collect(person, 'zh_HK'))).toContain('片1')
    await personalData.erase(testApp.db, person)
    expect(await keywords()).toEqual([])
  })
})

test.each([
  ['91234567', '91234567', ''],
  ['９１２３ ４５６７', '91234567', ''],
  ['a@b.example', 'abexample', ''],
  ['2046', '2046', '2046'],
  ['某片', '某片', '某片'],
])('of %j is noted %j', (typed, key, noted) => {
  expect(missedKey(typed, key)).toBe(noted)
})

test('a title is found in the transaction that publishes it, and under its new name when that changes', async () => {
  const { db, clock, search } = testApp
  const catalogue = createCatalogue({
    db,
    clock,
    titleFonts: { register: async () => undefined },
    images: { register: async () => '' },
    onTitlesChanged: search.index.refresh,
  })
  const found = async (typed: string) => (await search.suggest(visitor(), typed)).titles.map((title) => title.programId)
  await catalogue.createTitle(aTitle('fresh', { title: { zh: '新鮮出爐', en: 'Fresh Bread' } }))
  expect(await found('新鮮出爐')).toEqual([])
  await catalogue.publish('fresh')
  expect(await found('新鮮出爐')).toEqual(['fresh'])
  clock.advance('PT1S')
  await catalogue.updateTitle('fresh', { title: { zh: '隔夜麵包', en: 'Stale Loaf' } })
  expect(await found('隔夜麵包')).toEqual(['fresh'])
  expect(await found('新鮮出爐')).toEqual([])
  expect(await search.index.refreshOutdated()).toBeGreaterThanOrEqual(0)
  expect(await search.index.refreshOutdated()).toBe(0)
})

describe('the list of a hot prefix', () => {
  const key = '街'
  beforeAll(async () => {
    // 400 titles of which every fourth is for kids and every fifth is licensed in Macau only.
    await sql`insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, kids, release_year,
        popularity, state, published_at, created_at, updated_at)
      select 'street-' || n, 'movie', 'movie', '街' || n, 'Lane ' || n, 'I', '{FREE TO WATCH}', n % 4 = 0, 2020, (n * 7919) % 1000,
        'published', now(), now(), now() from generate_series(1, 400) n`.execute(testApp.db)
    await sql`insert into licence (program_id, region, starts_at)
      select 'street-' || n, case when n % 5 = 0 then 'MO' else 'HK' end, '2020-01-01' from generate_series(1, 400) n`.execute(
      testApp.db,
    )
    await testApp.search.index.refreshOutdated()
  })

  const answers = async () => {
    const all = []
    for (const region of ['HK', 'MO', 'US'])
      for (const kids of [false, true])
        for (const limit of [8, 100]) {
          const condition = visible({ region, kids, now: testApp.clock.now() })
          const found = await findByKey(testApp.db, { key, limit, region, kids, condition })
          all.push({ region, kids, limit, ids: found.map(({ programId, tier }) => `${programId} ${tier}`) })
        }
    return all
  }

  test('gives the same answer as the whole range, also after titles were indexed again', async () => {
    const ranged = await answers()
    expect(ranged.find(({ region, limit }) => region === 'HK' && limit === 8)?.ids).toHaveLength(8)
    await testApp.search.index.makeAllLists()
    const { rows } = await sql`select from search_hot where prefix = ${key} and region = ''`.execute(testApp.db)
    expect(rows).toHaveLength(1)
    expect(await answers()).toEqual(ranged)
    const some = ['street-1', 'street-40', 'street-397', 'street-400']
    await testApp.db.transaction().execute((tx) => testApp.search.index.refresh(tx, some))
    expect(await answers()).toEqual(ranged)
  })

  test('is all that is found when thousands of tokens begin with it, unless it shows too little', async () => {
    const find = (region: string, limit: number) => {
      const condition = visible({ region, kids: false, now: testApp.clock.now() })
      return findByKey(testApp.db, { key, limit, region, kids: false, condition })
    }
    const ranged = await find('HK', 500)
    expect(ranged).toHaveLength(320)
    await sql`insert into search_token (token, tier, title_id)
      select ${key} || n || ' ' || m, 31, s.title_id from generate_series(1, 400) n cross join generate_series(1, 10) m
        join search_title s on s.program_id = 'street-' || n`.execute(testApp.db)
    expect(await find('HK', 500)).toEqual(ranged.slice(0, 60))
    await sql`delete from search_head where region = 'HK' and title_id not in (
      select title_id from search_head where prefix = ${key} and region = 'HK' and not kids order by tier, popularity desc limit 7)`.execute(
      testApp.db,
    )
    expect(await find('HK', 8)).toEqual(ranged.slice(0, 8))
  })
})

test.each([
  [null, 0, true],
  ['2026-11-22T19:00:00Z', 0, true],
  ['2026-11-22T20:30:00Z', 0, false],
  ['2026-11-22T20:30:00Z', 500, true],
])('lists made at %s with %i titles since are due: %s', (madeAt, titlesSince, expected) => {
  const state = { madeAt: madeAt === null ? null : Temporal.Instant.from(madeAt), titlesSince }
  expect(areListsDue(state, Temporal.Instant.from('2026-11-23T03:00:00Z'))).toBe(expected)
})

test('hostile input is answered like any other', async () => {
  const random = seededRandom(3)
  const signs = [
    '\0',
    '\uD800',
    '\uDFFF',
    "'",
    '"',
    '\\',
    '%',
    '_',
    ':*',
    '&',
    '|',
    '!',
    '(',
    ')',
    '<->',
    '‮',
    '街',
    'a',
    '1',
    ' ',
    '=',
  ]
  for (let n = 0; n < 150; n++) {
    const typed = Array.from(
      { length: 1 + Math.floor(random() * 30) },
      () => signs[Math.floor(random() * signs.length)]!,
    )
    const { titles } = await testApp.search.suggest(visitor(), typed.join(''))
    expect(titles.length).toBeLessThanOrEqual(8)
    await testApp.search.scenesOf(visitor(), typed.join(''))
    await testApp.search.recent.create(me, typed.join(''))
  }
  expect((await testApp.search.suggest(visitor(), '街'.repeat(5000))).titles).toEqual([])
})
