import { expect, test } from 'vitest'
import { formatInstant } from './format.ts'
import { formatDay, lastMoment } from './format-day.ts'

test('a day is Hong Kong’s', () => {
  expect(formatDay('2026-12-20T15:59:59Z', 'zh_HK')).toBe('2026年12月20日')
  expect(formatDay('2026-12-20T16:00:00Z', 'en_US')).toContain('21 December 2026')
})

test('a date is that day', () => {
  expect(formatDay('2026-12-20', 'zh_HK')).toBe('2026年12月20日')
})

test('a cycle that ends at midnight lasts until 23:59 of the day before', () => {
  const last = lastMoment('2026-12-20T16:00:00Z')
  expect(formatInstant(last, 'zh_HK')).toBe('12月20日 23:59')
  expect(formatDay(last, 'zh_HK')).toBe('2026年12月20日')
})
