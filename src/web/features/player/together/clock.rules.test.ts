import { expect, test } from 'vitest'
import { seededRandom } from '../../../../../test/support/seeded-random.ts'
import { type ClockSample, offsetOf, SAMPLES, withSample } from './clock.rules.ts'

const aSample = (sentAt: number, there: number, back: number, offset: number): ClockSample => ({
  sentAt,
  receivedAt: sentAt + there + back,
  serverAt: sentAt + there + offset,
})

test('without samples there is no offset', () => {
  expect(offsetOf([])).toBeUndefined()
  expect(offsetOf([{ sentAt: 10, receivedAt: 5, serverAt: 0 }])).toBeUndefined()
})

test('the fastest round trip counts', () => {
  const samples = [aSample(0, 400, 20, 1_000), aSample(1_000, 10, 10, 1_000), aSample(2_000, 300, 300, 1_000)]
  expect(offsetOf(samples)).toEqual({ offset: 1_000, roundTrip: 20 })
})

test('the oldest samples are dropped', () => {
  let samples: ClockSample[] = []
  for (let at = 0; at < 20; at++) samples = withSample(samples, aSample(at, 5, 5, at))
  expect(samples).toHaveLength(SAMPLES)
  expect(samples[0]?.sentAt).toBe(20 - SAMPLES)
})

test('however the network delays, the error is at most half of the fastest round trip', () => {
  const random = seededRandom(11)
  for (let run = 0; run < 200; run++) {
    const offset = (random() - 0.5) * 1e7
    const samples = Array.from({ length: SAMPLES }, (_, at) =>
      aSample(at * 1_000, random() * 400, random() * 400, offset),
    )
    const found = offsetOf(samples)!
    expect(Math.abs(found.offset - offset)).toBeLessThanOrEqual(found.roundTrip / 2 + 1e-3)
  }
})
