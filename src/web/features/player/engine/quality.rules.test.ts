import { describe, expect, test } from 'vitest'
import {
  FIRST_BANDWIDTH,
  heights,
  peakMbps,
  planQuality,
  rungName,
  rungOf,
  startBandwidth,
  storedBandwidth,
} from './quality.rules.ts'

const rung = (height: number, playable = true) => ({ height, bitrate: height * 1000, playable })
const ladder = [rung(360), rung(1080), rung(720), rung(480), rung(2160, false)]

describe('the plan for a choice', () => {
  test.each([
    ['auto', { kind: 'automatic', tallest: 1080 }],
    ['medium', { kind: 'automatic', tallest: 720 }],
    ['save', { kind: 'automatic', tallest: 480 }],
    [1080, { kind: 'fixed', height: 1080 }],
    [360, { kind: 'fixed', height: 360 }],
    [2160, { kind: 'unplayable', height: 2160, instead: 1080 }],
  ] as const)('%s', (quality, expected) => {
    expect(planQuality(quality, ladder)).toEqual(expected)
  })

  test('automatic selects 4K where the device can decode it', () => {
    expect(planQuality('auto', [rung(1080), rung(2160)])).toEqual({ kind: 'automatic', tallest: 2160 })
  })

  test('a remembered rung that this title lacks becomes automatic', () => {
    expect(planQuality(1080, [rung(360), rung(480)])).toEqual({ kind: 'automatic', tallest: 480 })
  })

  test('saving data still plays when the lowest rung is above the cap', () => {
    expect(planQuality('save', [rung(720), rung(1080)])).toEqual({ kind: 'automatic', tallest: 720 })
  })

  test('a title without a playable rung is never automatic', () => {
    expect(planQuality('auto', [rung(2160, false)])).toEqual({ kind: 'unplayable', height: 2160, instead: undefined })
  })
})

test('heights are listed once, the tallest first', () => {
  expect(heights([rung(360), rung(720), rung(720)])).toEqual([720, 360])
  expect([rungName(2160), rungName(1080)]).toEqual(['4K', '1080p'])
})

test.each([
  [1920, 1080, 1080],
  [1920, 804, 1080],
  [854, 358, 480],
  [1080, 1920, 1080],
  [1440, 1080, 1080],
  [3840, 2160, 2160],
  [undefined, 720, 720],
  [undefined, undefined, 0],
])('%s x %s is the rung of %s', (width, height, rung) => {
  expect(rungOf({ width, height })).toBe(rung)
})

describe('the bandwidth estimate to start with', () => {
  const now = 1_800_000_000_000
  test('is the measurement of the last session', () => {
    expect(startBandwidth(storedBandwidth(8_123_456.7, now - 1000), now)).toBe(8_123_457)
  })
  test.each([null, '', 'x', '5@', 'NaN@1', `9000000@${now - 8 * 24 * 3600 * 1000}`, `9000000@${now + 5}`])(
    '%s says nothing',
    (stored) => {
      expect(startBandwidth(stored, now)).toBe(FIRST_BANDWIDTH)
    },
  )
  test('is clamped to a sensible range', () => {
    expect(startBandwidth(`1@${now}`, now)).toBe(300_000)
    expect(startBandwidth(`9e12@${now}`, now)).toBe(50_000_000)
  })
})

test('a rung says the most that it sends', () => {
  const rung = (height: number, bitrate: number) => ({ height, bitrate, playable: true })
  const ladder = [rung(360, 928_000), rung(1080, 4_128_000), rung(1080, 4_384_000), rung(2160, 12_000_000)]
  expect([360, 1080, 2160].map((height) => peakMbps(ladder, height))).toEqual(['0.9', '4.4', '12'])
})
