import type { Voice } from '../film.ts'
import { chance } from '../motion.ts'

/** Sample rate of all audio here, in Hz. */
export const RATE = 48000

/** Renders one note of a frequency in Hz to samples. */
type Play = (frequency: number) => Float32Array

/** The instruments. */
export const VOICES: Record<Voice, Play> = {
  bell: (frequency) => partials(frequency, { ratios: [0.5, 1, 2.02, 2.74, 4.1, 5.4], fall: 1.1, seconds: 5 }),
  ding: (frequency) => partials(frequency, { ratios: [1, 2.76, 5.4, 8.9], fall: 2.6, seconds: 1.8 }),
  box: (frequency) => partials(frequency, { ratios: [1, 2, 4.07, 6.6], fall: 3, seconds: 1.6 }),
  marimba: (frequency) => partials(frequency, { ratios: [1, 3.93, 9.6], fall: 6.5, seconds: 0.9 }),
  keys: (frequency) => partials(frequency, { ratios: [1, 2, 3, 4.01, 5.02], fall: 1.9, seconds: 3 }),
  pluck,
  flute,
  thump,
  horn,
  tick: () => render(0.09, (t) => noise(t * RATE, 3) * Math.exp(-t * 90) * 0.8),
  drop: (frequency) =>
    render(0.25, (t) => Math.sin(2 * Math.PI * (frequency * t + frequency * 2.4 * t * t)) * Math.exp(-t * 22)),
}

function render(seconds: number, wave: (seconds: number) => number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, index) => wave(index / RATE))
}

const noise = (index: number, key: number) => chance(Math.floor(index) * 13 + key) * 2 - 1

/** Struck metal or wood: higher partials decay faster. */
function partials(
  frequency: number,
  { ratios, fall, seconds }: { ratios: readonly number[]; fall: number; seconds: number },
): Float32Array {
  return render(seconds, (t) => {
    const sum = ratios.reduce((level, ratio, index) => {
      return (
        level +
        (Math.sin(2 * Math.PI * frequency * ratio * t) * Math.exp(-t * fall * (0.6 + ratio * 0.45))) / (index + 1)
      )
    }, 0)
    return sum * 0.5 * Math.min(1, t * 400) * Math.min(1, (seconds - t) * 8)
  })
}

/** A plucked silk string (Karplus-Strong). */
function pluck(frequency: number): Float32Array {
  const length = Math.max(2, Math.round(RATE / frequency))
  const string = Float32Array.from({ length }, (_, index) => noise(index, length))
  let last = 0
  const samples = new Float32Array(RATE * 3)
  for (let index = 0; index < samples.length; index++) {
    const at = index % length
    const value = string[at]!
    string[at] = (value * 0.52 + last * 0.48) * 0.9972
    last = value
    samples[index] = value * 0.6
  }
  return samples
}

/** A bamboo flute: breath noise, a slow attack and a late vibrato. */
function flute(frequency: number): Float32Array {
  let breath = 0
  return render(2.4, (t) => {
    const phase = 2 * Math.PI * (frequency * t + Math.min(1, t) * 0.05 * Math.sin(2 * Math.PI * 5.2 * t))
    breath = breath * 0.86 + noise(t * RATE, 17) * 0.14
    const body = Math.sin(phase) + 0.28 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase) + breath * 0.6
    return body * 0.4 * Math.min(1, t * 7) * Math.min(1, (2.4 - t) * 1.6)
  })
}

/** A large drum. */
function thump(frequency: number): Float32Array {
  return render(1.4, (t) => {
    const skin = Math.sin(2 * Math.PI * (frequency * t + (frequency / 9) * (1 - Math.exp(-t * 14))))
    return (skin * Math.exp(-t * 4.2) + noise(t * RATE, 5) * Math.exp(-t * 60) * 0.3) * 0.9
  })
}

/** A ship's horn. */
function horn(frequency: number): Float32Array {
  return render(3.6, (t) => {
    const sum = [1, 2, 3, 4, 5, 6].reduce(
      (level, n) => level + Math.sin(2 * Math.PI * frequency * n * t * (1 + n * 0.0004)) / n ** 1.1,
      0,
    )
    return sum * 0.3 * Math.min(1, t * 5) * Math.min(1, Math.max(0, 3.6 - t) * 1.2)
  })
}
