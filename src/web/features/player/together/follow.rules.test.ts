import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../../test/support/seeded-random.ts'
import { followStep, IN_STEP_MS, leadChange, type PlayerFacts, rateFor, SEEK_MS, targetOf } from './follow.rules.ts'

const PLAYING = { version: 3, playing: true, position: 10_000, at: 5_000 }
const PAUSED = { ...PLAYING, playing: false }
const aPlayer = (change: Partial<PlayerFacts> = {}): PlayerFacts => ({
  time: 11_000,
  duration: 60_000,
  paused: false,
  seeking: false,
  ready: true,
  ended: false,
  ...change,
})
const facts = (change: object = {}) => ({
  lead: PLAYING,
  now: 6_000,
  player: aPlayer(),
  isCorrecting: false,
  seekTakes: 0,
  sinceSeek: Infinity,
  ...change,
})

test.each([
  ['plays on from its instant', PLAYING, 7_500, 0, 12_500],
  ['an instant in the future is now', PLAYING, 4_000, 0, 10_000],
  ['paused it stays', PAUSED, 99_000, 0, 10_000],
  ['never beyond the end', PLAYING, 99_000, 60_000, 60_000],
])('the host’s position: %s', (_, lead, now, duration, target) => {
  expect(targetOf(lead, now, duration)).toBe(target)
})

describe('who follows', () => {
  test.each([
    ['in step: nothing', {}, { rate: 1 }],
    ['slightly ahead: slower', { player: aPlayer({ time: 11_200 }) }, { rate: 0.9 }],
    ['slightly behind: faster', { player: aPlayer({ time: 10_800 }) }, { rate: 1.1 }],
    ['far behind: seeks', { player: aPlayer({ time: 5_000 }) }, { rate: 1, seekTo: 11_000 }],
    [
      'far behind, with the time that a seek takes',
      { player: aPlayer({ time: 0 }), seekTakes: 400 },
      { rate: 1, seekTo: 11_400 },
    ],
    ['far behind, sought just now: waits', { player: aPlayer({ time: 5_000 }), sinceSeek: 500 }, { rate: 1 }],
    ['seeking: waits', { player: aPlayer({ time: 5_000, seeking: true }) }, { rate: 1 }],
    ['without data: waits', { player: aPlayer({ time: 10_700, ready: false }) }, { rate: 1 }],
    ['paused: plays', { player: aPlayer({ paused: true }) }, { rate: 1, play: true }],
    [
      'paused elsewhere: seeks and plays',
      { player: aPlayer({ paused: true, time: 0 }) },
      { rate: 1, play: true, seekTo: 11_000 },
    ],
    ['the host has paused: pauses', { lead: PAUSED, player: aPlayer({ time: 10_050 }) }, { rate: 1, play: false }],
    [
      'the host has paused elsewhere: seeks there',
      { lead: PAUSED, player: aPlayer({ paused: true }) },
      { rate: 1, seekTo: 10_000 },
    ],
    ['both paused at the same frame', { lead: PAUSED, player: aPlayer({ paused: true, time: 10_010 }) }, { rate: 1 }],
    ['the host is at the end: plays out', { now: 99_000 }, { rate: 1 }],
  ])('%s', (_, change, step) => {
    expect(followStep(facts(change))).toEqual(step)
  })

  test('a drift that is being corrected is corrected until it is nearly none', () => {
    expect(rateFor(60, false)).toBe(1)
    expect(rateFor(60, true)).toBeLessThan(1)
    expect(rateFor(20, true)).toBe(1)
  })

  test('whatever the drift below a seek: it is within the limit at once or within three seconds, and never grows', () => {
    const random = seededRandom(7)
    for (let run = 0; run < 200; run++) {
      let drift = (random() * 2 - 1) * SEEK_MS
      const first = Math.abs(drift)
      let isCorrecting = false
      for (let ms = 0; ms < 3_000; ms += 250) {
        const rate = rateFor(drift, isCorrecting)
        isCorrecting = rate !== 1
        drift += 250 * (rate - 1)
        expect(Math.abs(drift)).toBeLessThanOrEqual(first + 1e-6)
      }
      expect(Math.abs(drift)).toBeLessThan(IN_STEP_MS)
    }
  })
})

describe('the host', () => {
  const told = (change: object = {}) =>
    leadChange({ lead: PLAYING, now: 6_000, player: aPlayer(), isStalled: false, ...change })

  test.each([
    ['what the room knows is not said', {}, undefined],
    ['a small drift is not said', { player: aPlayer({ time: 11_600 }) }, undefined],
    ['a seek while playing', { player: aPlayer({ time: 40_000 }) }, { playing: true, position: 40_000 }],
    [
      'seeking holds the others at the new position',
      { player: aPlayer({ time: 40_000, seeking: true }) },
      { playing: false, position: 40_000 },
    ],
    ['a pause', { player: aPlayer({ paused: true }) }, { playing: false, position: 11_000 }],
    ['the pause is known', { lead: PAUSED, player: aPlayer({ paused: true, time: 10_000 }) }, undefined],
    [
      'a seek while paused',
      { lead: PAUSED, player: aPlayer({ paused: true, time: 20_000 }) },
      { playing: false, position: 20_000 },
    ],
    ['plays on', { lead: PAUSED }, { playing: true, position: 11_000 }],
    ['a short gap in the data is no pause', { player: aPlayer({ ready: false }) }, undefined],
    ['a longer one is', { player: aPlayer({ ready: false }), isStalled: true }, { playing: false, position: 11_000 }],
    ['the end', { player: aPlayer({ ended: true, time: 60_000 }) }, { playing: false, position: 60_000 }],
  ])('%s', (_, change, said) => {
    expect(told(change)).toEqual(said)
  })
})
