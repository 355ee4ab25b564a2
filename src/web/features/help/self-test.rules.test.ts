import { expect, test } from 'vitest'
import {
  type Download,
  mbpsOf,
  medianOf,
  missingOf,
  shareOf,
  shownSpeed,
  speedOf,
  verdictOf,
} from './self-test.rules.ts'

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

/** Bytes and when they arrived, after a request at 100 ms. */
const download = (...parts: [bytes: number, atMs: number][]): Download => ({
  sentMs: 100,
  parts: parts.map(([bytes, atMs]) => ({ bytes, atMs })),
})

test.each([
  ['in parts counts from the first one on, without the latency', download([10, 300], [1_075_000, 1300]), 8.6],
  ['that is cut off by the end of the time counts what has arrived', download([16_000, 1000], [24_000, 2000]), 0.2],
  ['in one part counts from the request on', download([1_500_000, 110]), 1200],
  ['of which the first part is the most does too', download([1_400_000, 1100], [100_000, 1101]), 12],
  ['in no measurable time has a speed', download([1_500_000, 100]), 12_000],
  ['of a few bytes is slow, not failed', download([1000, 3100]), 0],
  ['of nothing has none', download(), undefined],
])('the speed of a download %s', (_, given, mbps) => expect(speedOf(given)).toBe(mbps))

test('a speed is shown as far as it can be told', () => {
  expect(shownSpeed(8.6)).toEqual({ figure: 8.6, isOver: false })
  expect(shownSpeed(100)).toEqual({ figure: 100, isOver: false })
  expect(shownSpeed(3895.4)).toEqual({ figure: 100, isOver: true })
})

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
