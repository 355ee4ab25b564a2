import { expect, test } from 'vitest'
import { mbpsOf, medianOf, missingOf, shareOf, verdictOf } from './self-test.rules.ts'

test.each([
  [0, true, 'none'],
  [1.1, true, 'none'],
  [1.2, false, 'sd'],
  [3.9, true, 'sd'],
  [4, true, 'hd'],
  [9.9, true, 'hd'],
  [10, true, 'uhd'],
  [10, false, 'hevcMissing'],
  [100, true, 'uhd'],
] as const)('at %d Mb/s, with HEVC %s: %s', (mbps, hevc, verdict) => expect(verdictOf(mbps, hevc)).toBe(verdict))

test.each([
  [1_000_000, 1000, 8],
  [1_075_000, 1000, 8.6],
  [150_000, 1000, 1.2],
])('%d bytes in %d ms are %d Mb/s', (bytes, ms, mbps) => expect(mbpsOf(bytes, ms)).toBe(mbps))

test('the median is not moved by one slow measurement', () => {
  expect(medianOf([9, 1, 8])).toBe(8)
  expect(medianOf([5, 7])).toBe(5)
  expect(medianOf([])).toBeUndefined()
})

test('the bar ends at its scale, and what is missing has one decimal', () => {
  expect(shareOf(7)).toBe(50)
  expect(shareOf(500)).toBe(100)
  expect(missingOf(8.6, 10)).toBe('1.4')
})
