import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createVisits, VISIT_RATE } from './index.ts'
import { deviceClassOf } from './visits.rules.ts'

test('a page view stores route, time, language, device class and campaign, and no personal data', async () => {
  const database = await createTestDb()
  const { db } = database
  const clock = createTestClock()
  await createVisits({ db, clock }).record(
    {
      route: 'Homepage',
      language: 'zh_HK',
      device: { deviceModel: 'iPhone 17' },
      utm: { source: 'mail', campaign: 'nov' },
    },
    '203.0.113.9',
  )
  const rows = await db.selectFrom('visit').selectAll().execute()
  await database.close()
  expect(rows).toEqual([
    {
      visit_id: 1,
      at: clock.now(),
      route: 'Homepage',
      device_class: 'phone',
      language: 'zh_HK',
      utm_source: 'mail',
      utm_medium: null,
      utm_campaign: 'nov',
      utm_term: null,
      utm_content: null,
    },
  ])
})

test.each([
  [{ deviceModel: 'iPhone' }, 'phone'],
  [{ deviceModel: 'SM-S921B', osVersion: 'Android 16' }, 'phone'],
  [{ deviceModel: 'iPad' }, 'tablet'],
  [{ deviceModel: 'Galaxy Tablet', osVersion: 'Android 15' }, 'tablet'],
  [{ deviceModel: 'Chrome', osVersion: 'Windows 11' }, 'desktop'],
  [{ osVersion: 'macOS 15' }, 'desktop'],
  [{}, 'unknown'],
] as const)('a device of %j is counted as a %s', (device, expected) => {
  expect(deviceClassOf(device)).toBe(expected)
})

describe('page views over time', () => {
  let database: TestDb
  const clock = createTestClock()
  beforeAll(async () => {
    database = await createTestDb()
  })
  afterAll(() => database.close())

  const view = (route: string, campaign?: string) =>
    ({ route, language: 'zh_HK', device: {}, utm: { source: campaign && 'mail', campaign } }) as const
  const count = async (table: 'visit' | 'visit_day') =>
    (await database.db.selectFrom(table).selectAll().execute()).length

  test('an address fills the table at its rate only, and a /48 four times as fast', async () => {
    const visits = createVisits({ db: database.db, clock })
    for (let n = 0; n < VISIT_RATE.burst + 10; n++) await visits.record(view('Movie'), '203.0.113.9')
    expect(await count('visit')).toBe(VISIT_RATE.burst)
    clock.advance('PT10S')
    for (let n = 0; n < 10; n++) await visits.record(view('Movie'), '203.0.113.9')
    expect(await count('visit')).toBe(VISIT_RATE.burst + 2)
    await visits.record(view('Movie'), '203.0.113.10')
    expect(await count('visit')).toBe(VISIT_RATE.burst + 3)
    await database.db.deleteFrom('visit').execute()
    for (let n = 0; n < VISIT_RATE.burst * 5; n++)
      await visits.record(view('Movie'), `2001:db8:1:${n.toString(16)}00::1`)
    expect(await count('visit')).toBe(VISIT_RATE.burst * 4)
    await database.db.deleteFrom('visit').execute()
  })

  test('ended days are counted, also twice, and single views are deleted after 90 days', async () => {
    const { db } = database
    clock.set(Temporal.Instant.from('2026-11-21T15:30:00Z'))
    const visits = createVisits({ db, clock })
    await visits.record(view('Movie', 'nov'), '203.0.113.9')
    await visits.record(view('Movie', 'nov'), '203.0.113.9')
    await visits.record(view('Drama'), '203.0.113.9')
    await visits.runDue()
    expect(await count('visit_day')).toBe(0)
    // 00:30 in Hong Kong.
    clock.advance('PT1H')
    await visits.record(view('Kids'), '203.0.113.9')
    await Promise.all([visits.runDue(), visits.runDue()])
    const days = await db.selectFrom('visit_day').selectAll().orderBy('route').execute()
    expect(days.map((row) => [row.day.toString(), row.route, row.utm_campaign, row.views])).toEqual([
      ['2026-11-21', 'Drama', '', 1],
      ['2026-11-21', 'Movie', 'nov', 2],
    ])
    clock.advance('PT2161H')
    await visits.runDue()
    expect(await count('visit')).toBe(0)
    expect(await count('visit_day')).toBe(3)
  })

  test('a day has a thousand rows at most, and no view is lost', async () => {
    const { db } = database
    await db.deleteFrom('visit_day').execute()
    const visits = createVisits({ db, clock })
    const at = clock.now()
    const rows = Array.from({ length: 1_200 }, (_, n) => ({
      at,
      route: `Made${n}`,
      device_class: 'unknown',
      language: 'zh_HK',
    }))
    await db
      .insertInto('visit')
      .values(rows as never)
      .execute()
    clock.advance('PT24H')
    await visits.runDue()
    const days = await db.selectFrom('visit_day').selectAll().execute()
    expect(days).toHaveLength(1_001)
    expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(1_200)
    expect(days.find(({ route }) => route === 'other')?.views).toBe(200)
  })
})
