import type { Bed } from '../film.ts'
import { chance } from '../motion.ts'
import { RATE } from './voices.ts'

/** A continuous ambient sound of the given duration. `key` makes left and right differ. */
export function makeBed(bed: Bed, seconds: number, key: number): Float32Array {
  const hiss = createHiss(key)
  const next = BEDS[bed](hiss, key)
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, index) => next(index / RATE))
}

/** White noise generator. */
type Hiss = () => number

function createHiss(key: number): Hiss {
  let state = Math.floor(chance(key) * 4294967296) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2147483648
  }
}

/** One-pole low-pass filter. `part` is the weight of the new sample. */
function createLowPass(): (sample: number, part: number) => number {
  let state = 0
  return (sample, part) => (state += (sample - state) * part)
}

const wave = (t: number, period: number, phase: number) => 0.5 + 0.5 * Math.sin(2 * Math.PI * (t / period + phase))

const BEDS: Record<Bed, (hiss: Hiss, key: number) => (seconds: number) => number> = {
  rain: (hiss) => {
    const [high, low] = [createLowPass(), createLowPass()]
    let drop = 0
    return () => {
      const sample = hiss()
      if (hiss() > 0.9994) drop = hiss() * 0.9
      drop *= 0.985
      return (high(sample, 0.5) - low(sample, 0.09)) * 0.3 + drop * hiss() * 0.5
    }
  },
  waves: (hiss, key) => {
    const [body, foam, under] = [createLowPass(), createLowPass(), createLowPass()]
    return (t) => {
      const swell = wave(t, 6.5, chance(key)) ** 2
      const sample = hiss()
      const froth = foam(sample, 0.25) - under(sample, 0.05)
      return body(sample, 0.02) * (1 + swell * 2) + froth * 0.34 * swell
    }
  },
  wind: (hiss, key) => {
    const [first, second] = [createLowPass(), createLowPass()]
    return (t) => {
      const gust = wave(t, 7.3, chance(key)) * 0.6 + wave(t, 3.1, chance(key + 1)) * 0.4
      return second(first(hiss(), 0.02 + gust * 0.05), 0.1) * (0.5 + gust * 2.2)
    }
  },
  hum: (hiss, key) => {
    const soft = createLowPass()
    return (t) =>
      (Math.sin(2 * Math.PI * 50 * t) * 0.3 +
        Math.sin(2 * Math.PI * 100.3 * t) * 0.2 +
        Math.sin(2 * Math.PI * 301 * t) * 0.04) *
        (0.7 + 0.3 * wave(t, 0.9 + chance(key), 0)) +
      soft(hiss(), 0.01)
  },
  city: (hiss, key) => {
    const [near, far] = [createLowPass(), createLowPass()]
    return (t) => far(hiss(), 0.012) * 1.6 + near(hiss(), 0.08) * 0.5 * wave(t, 9, chance(key)) ** 3
  },
  rails: (hiss, key) => {
    const [roll, click] = [createLowPass(), createLowPass()]
    return (t) => {
      const beat = (t + chance(key) * 0.02) % 1.5
      const knock = Math.exp(-beat * 30) + 0.7 * Math.exp(-Math.abs(beat - 0.22) * 40)
      return roll(hiss(), 0.015) * 1.4 + click(hiss(), 0.18) * knock * 0.9
    }
  },
  deep: (hiss, key) => {
    const [first, second] = [createLowPass(), createLowPass()]
    return (t) => second(first(hiss(), 0.008), 0.02) * 9 * (0.5 + wave(t, 8, chance(key)))
  },
  birds: (hiss, key) => {
    const air = createLowPass()
    return (t) => {
      const slot = Math.floor(t * 1.7)
      const sung = chance(slot * 37 + Math.floor(key)) > 0.68
      const within = (t * 1.7 - slot) * 6
      const chirp = within % 1
      const pitch = 2300 + chance(slot + key) * 1500 + 900 * Math.sin(chirp * 5)
      return (
        air(hiss(), 0.03) * 0.5 +
        (sung && within < 4 ? Math.sin(2 * Math.PI * pitch * t) * Math.sin(Math.PI * chirp) ** 2 * 0.13 : 0)
      )
    }
  },
}
