import { expect, test } from 'vitest'
import {
  formatClock,
  formatDuration,
  formatInstant,
  formatMoney,
  formatNumber,
  formatScore,
  yearNow,
} from './format.ts'

test.each([
  [6840, '1 小時 54 分', '1 h 54 min'],
  [7200, '2 小時', '2 h'],
  [3240, '54 分鐘', '54 min'],
  [45, '45 秒', '45 s'],
  [60, '1 分鐘', '1 min'],
  [0, '0 秒', '0 s'],
])('a duration of %i seconds is shown in its two largest units', (seconds, zh, en) => {
  expect(formatDuration(seconds, 'zh_HK')).toBe(zh)
  expect(formatDuration(seconds, 'en_US')).toBe(en)
})

test.each([0, 7, 999, 1000, 12345, 999_999, 1_234_567])('%i is grouped as Intl groups it', (value) => {
  expect(formatNumber(value, 'zh_HK')).toBe(new Intl.NumberFormat('zh-HK').format(value))
  expect(formatNumber(value, 'en_US')).toBe(new Intl.NumberFormat('en-HK').format(value))
})

test.each([
  [4, '4.0'],
  [4.35, '4.4'],
  [3.04, '3.0'],
])('a score of %f is %s', (value, text) => {
  expect(formatScore(value, 'zh_HK')).toBe(text)
  expect(formatScore(value, 'en_US')).toBe(text)
})

test('the year begins in Hong Kong eight hours before it does in UTC', () => {
  expect(yearNow(Date.parse('2026-12-31T15:59:59Z'))).toBe(2026)
  expect(yearNow(Date.parse('2026-12-31T16:00:00Z'))).toBe(2027)
})

test('money has cents only where there are any', () => {
  expect(formatMoney(8800, 'zh_HK')).toBe('HK$88')
  expect(formatMoney(8850, 'en_US')).toMatch(/\$88\.50$/)
})

test('an instant is shown in Hong Kong, wherever the reader is', () => {
  expect(formatInstant('2026-11-22T20:20:00Z', 'zh_HK')).toContain('11月23日')
  expect(formatInstant('2026-11-22T20:20:00Z', 'zh_HK')).toContain('04:20')
})

test('a position on the time line is shown with hours only from an hour on', () => {
  expect(formatClock(1390)).toBe('23:10')
  expect(formatClock(3725.9)).toBe('1:02:05')
  expect(formatClock(-3)).toBe('0:00')
})
