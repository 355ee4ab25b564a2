import { expect, test } from 'vitest'
import { percentOf, secondsLeft } from './progress.rules.ts'

test.each([
  [{ asset: 0, step: 'probe', share: 0 }, 0],
  [{ asset: 0, step: 'encode', share: 0.5 }, 49.3],
  [{ asset: 0, step: 'publish', share: 1 }, 100],
  [{ asset: 0, step: 'encode', share: 7 }, 97.6],
] as const)('%j of a single source is %d %%', (stage, percent) => {
  expect(percentOf({ weights: [10] }, { ...stage, speed: null })).toBe(percent)
})

test('sources are weighted by size', () => {
  expect(percentOf({ weights: [1, 9] }, { asset: 1, step: 'probe', share: 0, speed: null })).toBe(10)
})

/** Seconds of each step of a film of three hours, in 1080p on two processors. */
const FILM = { probe: 16, check: 30, measure: 40, encode: 9000, images: 110, preview: 40, subtitles: 2, publish: 70 }
const STEPS = Object.keys(FILM) as (keyof typeof FILM)[]

test('percentage and time left tell the truth for a film of three hours', () => {
  const whole = STEPS.reduce((sum, step) => sum + FILM[step], 0)
  const wrong: string[] = []
  for (const [at, step] of STEPS.entries())
    for (const share of [0, 0.05, 0.25, 0.5, 0.9, 1]) {
      const before = STEPS.slice(0, at).reduce((sum, one) => sum + FILM[one], 0)
      const done = before + FILM[step] * share
      const stage = { asset: 0, step, share, speed: null }
      const percent = percentOf({ weights: [10] }, stage)
      if (Math.abs(percent - (done / whole) * 100) > 1.5) wrong.push(`${step} ${share}: ${percent} %`)
      const left = secondsLeft({ weights: [10] }, stage, FILM[step] * share)
      // Two minutes, or five per cent.
      if (left !== null && Math.abs(left - (whole - done)) > Math.max(120, (whole - done) * 0.05))
        wrong.push(`${step} ${share}: ${left} s instead of ${whole - done} s`)
      if (step === 'encode' && share > 0 && left === null) wrong.push(`${step} ${share}: no time`)
    }
  expect(wrong).toEqual([])
})

test.each([
  ['before the encoding', { step: 'measure', share: 0.5 }, 60, null],
  ['in its first seconds', { step: 'encode', share: 0.001 }, 5, null],
  ['when all is done', { step: 'publish', share: 1 }, 60, 0],
] as const)('%s the time left of %j after %d s is %j', (_, stage, inStep, left) => {
  expect(secondsLeft({ weights: [1] }, { asset: 0, speed: null, ...stage }, inStep)).toBe(left)
})

test('the sources that follow count by their size', () => {
  const stage = { asset: 0, step: 'publish', share: 1, speed: null } as const
  const one = secondsLeft({ weights: [10, 10] }, stage, 100)!
  expect(secondsLeft({ weights: [10, 1] }, stage, 100)).toBeCloseTo(one / 10, -1)
})
