import { expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { createTestDb } from '../../../../test/support/database.ts'
import { createVisits } from './index.ts'
import { deviceClassOf } from './visits.rules.ts'

test('a page view stores route, time, language, device class and campaign, and no personal data', async () => {
  const database = await createTestDb()
  const { db } = database
  const clock = createTestClock()
  await createVisits({ db, clock }).record({
    route: 'Homepage',
    language: 'zh_HK',
    device: { deviceModel: 'iPhone 17' },
    utm: { source: 'mail', campaign: 'nov' },
  })
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
] as const)('%j is a %s', (device, expected) => {
  expect(deviceClassOf(device)).toBe(expected)
})
