import type { Film, Note, Score } from '../film.ts'
import { chance } from '../motion.ts'
import { makeBed } from './beds.ts'
import { RATE, VOICES } from './voices.ts'

const PEAK = 0.7
/** Channel order of a 5.1 WAV file. */
const SURROUND = ['left', 'right', 'centre', 'low', 'surroundLeft', 'surroundRight'] as const

/** All audio channels of a clip, of equal length. */
export function mixSound(film: Film, seconds: number): Float32Array[] {
  const length = Math.round(seconds * RATE)
  const channels = Array.from({ length: film.audio === '5.1' ? SURROUND.length : 2 }, () => new Float32Array(length))
  addBeds(channels, film.score, seconds)
  if (film.score.pad) addPad(channels, film.score.pad)
  addTunes(channels, film.score)
  for (const channel of channels) addRoom(channel)
  level(channels)
  return channels
}

const hertz = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

/** In stereo both channels have every ambient sound; in 5.1 the first is rear left, the second rear right. */
function addBeds(channels: Float32Array[], { beds }: Score, seconds: number): void {
  const around = channels.length > 2
  for (const [index, [bed, loud]] of beds.entries()) {
    const targets = around ? [4 + (index % 2)] : [0, 1]
    for (const target of targets) add(channels[target]!, makeBed(bed, seconds, index * 7 + target + 1), { at: 0, loud })
  }
}

/** Slow chords of detuned strings that overlap; each side emphasizes a different half of the chord. */
function addPad(channels: Float32Array[], { chords, seconds, level: loud, bright }: NonNullable<Score['pad']>): void {
  const length = channels[0]!.length
  for (let at = 0, turn = 0; at < length / RATE; at += seconds, turn++) {
    const chord = chords[turn % chords.length]!
    for (const [index, pitch] of chord.entries()) {
      for (const side of [0, 1]) {
        const share = channels.length > 2 ? (index % 2 === side ? 1.5 : 0.15) : index % 2 === side ? 1 : 0.6
        const note = padNote(hertz(pitch) * (1 + (side - 0.5) * 0.004), {
          seconds: seconds * 1.3,
          bright,
          phase: chance(index + side * 9),
        })
        add(channels[side]!, note, { at, loud: (loud * share) / chord.length })
      }
    }
  }
}

function padNote(
  frequency: number,
  { seconds, bright, phase }: { seconds: number; bright: number; phase: number },
): Float32Array {
  const samples = new Float32Array(Math.round(seconds * RATE))
  const overtones = [1, 2, 3, 4, 5, 6]
  for (let index = 0; index < samples.length; index++) {
    const t = index / RATE
    const part = t / seconds
    const colour = bright * (0.7 + 0.3 * Math.sin(t * 0.8 + phase * 6))
    let sum = 0
    for (const n of overtones)
      sum += (Math.sin(2 * Math.PI * (frequency * n * t * (1 + 0.0011 * (n % 2)) + phase * n)) * colour ** (n - 1)) / n
    samples[index] = sum * Math.sin(Math.PI * part) ** 1.2
  }
  return samples
}

/** In 5.1 the drums use the LFE channel and every other tune the centre. */
function addTunes(channels: Float32Array[], { tunes }: Score): void {
  const length = channels[0]!.length / RATE
  for (const [index, tune] of tunes.entries()) {
    const beat = 60 / tune.tempo
    for (const [start, pitch, strength] of unroll(tune.notes, tune.repeat, length / beat)) {
      const note = VOICES[tune.voice](hertz(pitch))
      const at = start * beat
      const loud = tune.level * (strength ?? 1)
      if (channels.length > 2) add(channels[tune.voice === 'thump' ? 3 : 2]!, note, { at, loud })
      else {
        const pan = 0.5 + 0.36 * Math.sin(pitch * 1.7 + index * 2)
        add(channels[0]!, note, { at, loud: loud * (1 - pan) * 1.4 })
        add(channels[1]!, note, { at: at + 0.0004, loud: loud * pan * 1.4 })
      }
    }
  }
}

/** Repeats the notes every `repeat` beats. */
function unroll(notes: readonly Note[], repeat: number | undefined, beats: number): Note[] {
  if (!repeat) return [...notes]
  const turns = Array.from({ length: Math.ceil(beats / repeat) }, (_, turn) => turn * repeat)
  return turns.flatMap((shift) => notes.map(([beat, pitch, strength]): Note => [beat + shift, pitch, strength]))
}

function add(channel: Float32Array, samples: Float32Array, { at, loud }: { at: number; loud: number }): void {
  const start = Math.round(at * RATE)
  const end = Math.min(samples.length, channel.length - start)
  for (let index = 0; index < end; index++) channel[start + index]! += samples[index]! * loud
}

/** Reverb: four feedback delays of coprime lengths. */
function addRoom(channel: Float32Array): void {
  for (const [delay, back] of [
    [1687, 0.55],
    [2053, 0.52],
    [2617, 0.5],
    [3499, 0.46],
  ] as const) {
    const line = new Float32Array(delay)
    let soft = 0
    for (let index = 0; index < channel.length; index++) {
      const at = index % delay
      const echo = line[at]!
      soft += (echo - soft) * 0.4
      line[at] = channel[index]! * 0.22 + soft * back
      channel[index]! += echo * 0.35
    }
  }
}

/** Normalizes the loudness with a soft limit and fades both ends. */
function level(channels: Float32Array[]): void {
  const energy = channels.reduce((sum, channel) => sum + channel.reduce((part, sample) => part + sample * sample, 0), 0)
  const gain = 0.13 / Math.sqrt(energy / (channels.length * channels[0]!.length))
  const fade = RATE * 1.5
  for (const channel of channels) {
    for (let index = 0; index < channel.length; index++) {
      const ends = Math.min(1, index / fade, (channel.length - index) / fade)
      channel[index] = Math.tanh(channel[index]! * gain) * PEAK * ends
    }
  }
}
