import type { OverTime } from './film.ts'

/** A pseudo-random number between 0 and 1, determined by the key. */
export function chance(key: number): number {
  let n = (key | 0) + 0x6d2b79f5
  n = Math.imul(n ^ (n >>> 15), n | 1)
  n ^= n + Math.imul(n ^ (n >>> 7), n | 61)
  return ((n ^ (n >>> 14)) >>> 0) / 4294967296
}

/** Linear interpolation from a to b. */
export const blend = (a: number, b: number, t: number): number => a + (b - a) * t

/** Smoothstep: 0 below the first edge, 1 above the second. The edges may be in either order. */
export function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Sinusoidal motion. */
export const sway =
  (reach: number, period: number, phase = 0): OverTime =>
  (t) =>
    reach * Math.sin((t / period + phase) * 2 * Math.PI)

/** Linear motion. */
export const glide =
  (perSecond: number, start = 0): OverTime =>
  (t) =>
    start + perSecond * t

/** Small jumps with pauses on the ground. Up is negative. */
export const hop =
  (height: number, period: number, phase = 0): OverTime =>
  (t) =>
    -height * Math.max(0, Math.sin((t / period + phase) * 2 * Math.PI)) ** 0.8

/** Sinusoidal modulation around a value. */
export const breathe =
  (value: number, depth: number, period: number): OverTime =>
  (t) =>
    value + depth * Math.sin((t / period) * 2 * Math.PI)

/** A lamp with a loose contact: mostly at its value, occasionally dark for a moment. */
export const flicker =
  (value: number, key: number, restlessness = 0.2): OverTime =>
  (t) => {
    const step = Math.floor(t * 11)
    const dark = chance(key * 7919 + step) < restlessness * (chance(key + Math.floor(t * 0.9)) > 0.45 ? 1 : 0.1)
    return value * (dark ? 0.55 : 1) * (0.96 + 0.08 * chance(key * 31 + step))
  }

/** Zero, except for a double flash at each of the given seconds. */
export const lightning =
  (value: number, ...at: readonly number[]): OverTime =>
  (t) =>
    at.reduce((sum, moment) => {
      const since = t - moment
      if (since < 0 || since > 1.2) return sum
      return sum + value * (Math.exp(-since * 9) + (since > 0.22 ? 0.7 * Math.exp(-(since - 0.22) * 6) : 0))
    }, 0)
