import { expect, test, vi } from 'vitest'
import { formatInstant } from './format.ts'
import { formatDay, formatExpiry, formatMonthDay, lastMoment, shownEnd } from './format-day.ts'
import '../../../test/support/in-november.ts'

test('a day is Hong Kong’s, and stays on one line', () => {
  expect(formatDay('2026-12-20T15:59:59Z', 'zh_HK')).toBe('2026年12月20日')
  expect(formatDay('2026-12-20T16:00:00Z', 'en_US')).toBe('21\u00a0December\u00a02026')
})

test('a date is that day', () => {
  expect(formatDay('2026-12-20', 'zh_HK')).toBe('2026年12月20日')
})

test('a cycle that ends at midnight lasts until 23:59 of the day before', () => {
  const last = lastMoment('2026-12-20T16:00:00Z')
  expect(formatInstant(last, 'zh_HK')).toBe('12月20日 23:59')
  expect(formatDay(last, 'zh_HK')).toBe('2026年12月20日')
})

test.each([
  ['2029-12-01T16:00:00Z', '2029-12-01T15:59:59.999Z'],
  ['2027-11-21T15:59:00Z', '2027-11-21T15:59:00Z'],
  ['2027-11-21T00:00:00Z', '2027-11-21T00:00:00Z'],
])('only an end at midnight in Hong Kong is shown a moment earlier: %s as %s', (end, shown) => {
  expect(shownEnd(end)).toBe(shown)
})

test.each([
  ['2026-11-28T04:00:00Z', '2027-01-05T10:00:00Z', '2027年1月5日 18:00', '5\u00a0Jan\u00a02027, 18:00'],
  // The year is Hong Kong’s.
  ['2026-12-31T15:59:00Z', '2026-12-31T16:00:00Z', '2027年1月1日 00:00', '1\u00a0Jan\u00a02027, 00:00'],
  ['2026-12-31T16:00:00Z', '2026-12-31T15:59:00Z', '2026年12月31日 23:59', '31\u00a0Dec\u00a02026, 23:59'],
  ['2026-12-31T16:00:00Z', '2027-01-05T10:00:00Z', '1月5日 18:00', '5\u00a0Jan, 18:00'],
])('at %s the instant %s is %s, %s: another year is said', (now, instant, zh, en) => {
  vi.setSystemTime(now)
  expect(formatInstant(instant, 'zh_HK')).toBe(zh)
  expect(formatInstant(instant, 'en_US')).toBe(en)
})

test.each([
  ['of a cycle or a code', '2026-12-20T16:00:00Z', '12月20日 23:59', '20\u00a0Dec, 23:59'],
  ['of a top-up', '2027-11-21T04:00:00Z', '2027年11月21日 12:00', '21\u00a0Nov\u00a02027, 12:00'],
])('the end %s tells its last minute', (_, end, zh, en) => {
  expect(formatExpiry(end, 'zh_HK')).toBe(zh)
  expect(formatExpiry(end, 'en_US')).toBe(en)
})

test('a day of another year says which', () => {
  expect(formatMonthDay('2026-12-03', 'zh_HK')).toBe('12月3日')
  expect(formatMonthDay('2026-12-03', 'en_US', 'short')).toBe('3\u00a0Dec')
  expect(formatMonthDay('2027-01-02', 'zh_HK')).toBe('2027年1月2日')
  expect(formatMonthDay('2027-01-02', 'en_US', 'short')).toBe('2\u00a0Jan\u00a02027')
})
