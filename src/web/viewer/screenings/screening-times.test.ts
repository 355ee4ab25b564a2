import { expect, test } from 'vitest'
import { formatLeft, formatStart, hoursBetween } from './screening-times.ts'
import '../../../../test/support/in-november.ts'

const START = '2026-11-28T12:00:00Z'

test('a start is said in Hong Kong, with its weekday; its day stays on one line', () => {
  expect(formatStart(START, 'zh_HK')).toBe('11月28日（六）20:00')
  expect(formatStart(START, 'en_US')).toBe('Sat\u00a028\u00a0Nov, 20:00')
  expect(formatStart('2027-01-02T12:00:00Z', 'zh_HK')).toBe('2027年1月2日（六）20:00')
})

test.each([
  [0, '00:00'],
  [582, '09:42'],
  [3_600, '1:00:00'],
  [12_130, '3:22:10'],
])('a time left of %i seconds is shown as %s', (seconds, text) => {
  expect(formatLeft(seconds)).toBe(text)
})

test('the hours of a screening are shown whole', () => {
  expect(hoursBetween(START, '2026-11-30T12:00:00Z')).toBe(48)
  expect(hoursBetween(START, '2026-11-29T06:59:00Z')).toBe(18)
})
