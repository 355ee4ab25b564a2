import { RUNG_KBPS } from '#contract/ladder.ts'
import {
  constantRate,
  type AudioKind,
  type AudioPlan,
  type AudioStreamFacts,
  type EncodePlan,
  type Rational,
  type Rung,
  type SourceFacts,
  type VideoPlan,
  type VideoStreamFacts,
} from './media-model.ts'
import { languageOf } from './languages.rules.ts'
import { mainVideoStream } from './source.rules.ts'

/** Increase when the encoder output changes: existing packages are then not reused. */
export const LADDER_VERSION = 4

/** Every segment is a whole closed GOP. */
export const GOP_SECONDS = 2

/** STACK "Video": by short side, with the maximum bit rate of SPEC's bandwidth guide. */
const H264_RUNGS = [
  { side: 1080, maxKbps: RUNG_KBPS[1080] },
  { side: 720, maxKbps: RUNG_KBPS[720] },
  { side: 480, maxKbps: RUNG_KBPS[480] },
  { side: 360, maxKbps: RUNG_KBPS[360] },
]
const HEVC_RUNG = { side: 2160, maxKbps: RUNG_KBPS[2160] }

/** Minimum pixel ratio of neighbouring rungs; a closer switch would not be visible. */
const DISTINCT = 1.25

/** 29.97 fps has 60 frames, always 2.002 s. */
export const gopFrames = (rate: Rational): number => Math.round((rate.num / rate.den) * GOP_SECONDS)

const even = (side: number) => Math.max(2, Math.round(side / 2) * 2)

/** Into a 16:9 box (9:16 for portrait), never upscaled. */
function fit(source: { width: number; height: number }, side: number) {
  const [short, long] = [source.width, source.height].toSorted((a, b) => a - b) as [number, number]
  const boxLong = Math.ceil((side * 16) / 9 / 2) * 2
  const scale = Math.min(1, side / short, boxLong / long)
  return { width: even(source.width * scale), height: even(source.height * scale), isOwnSize: scale === 1 }
}

/** Largest first; HEVC only above 1080p. */
export function rungsOf(video: Pick<VideoStreamFacts, 'width' | 'height' | 'range' | 'bitDepth'>): Rung[] {
  const rungs: Rung[] = []
  if (Math.min(video.width, video.height) > 1080) {
    const { width, height } = fit(video, HEVC_RUNG.side)
    const bitDepth = video.range === 'SDR' ? 8 : 10
    rungs.push({
      name: 'v2160',
      codec: 'hevc',
      width,
      height,
      maxKbps: HEVC_RUNG.maxKbps,
      bitDepth,
      range: video.range,
    })
  }
  const sized = H264_RUNGS.map((rung) => ({ ...rung, ...fit(video, rung.side) }))
  const smallestNative = sized.findLastIndex((rung) => rung.isOwnSize)
  let last = Infinity
  for (const { side, maxKbps, width, height } of sized.slice(Math.max(0, smallestNative))) {
    if (width * height * DISTINCT > last) continue
    last = width * height
    rungs.push({ name: `v${side}`, codec: 'h264', width, height, maxKbps, bitDepth: 8, range: 'SDR' })
  }
  return rungs
}

export function videoPlan(video: VideoStreamFacts): VideoPlan {
  const frameRate = constantRate(video.frameRate)
  return {
    stream: video.index,
    frameRate,
    gopFrames: gopFrames(frameRate),
    deinterlace: video.interlaced,
    toneMap: video.range,
    matrix: video.matrix,
    masterDisplay: video.masterDisplay,
    maxLight: video.maxLight,
    rungs: rungsOf(video),
  }
}

const DOLBY: Record<string, AudioKind> = { ac3: 'ac3', eac3: 'ec3' }

/** Stereo always, 5.1 for surround, Dolby copied unless it starts late, since it cannot be padded. */
function kindsOf(stream: AudioStreamFacts, delaySeconds: number): AudioKind[] {
  const dolby = delaySeconds < GOP_SECONDS ? DOLBY[stream.codec] : undefined
  return ['aac', ...(stream.channels >= 6 ? (['aac51'] as const) : []), ...(dolby ? [dolby] : [])]
}

const CHANNELS: Record<AudioKind, (source: number) => number> = {
  aac: () => 2,
  aac51: () => 6,
  ac3: (source) => source,
  ec3: (source) => source,
}

/** Names the language of sound that names none itself. */
export function withAudioLanguage(source: SourceFacts, language: string | undefined): SourceFacts {
  if (language === undefined) return source
  const named = (stream: AudioStreamFacts): AudioStreamFacts =>
    languageOf(stream.language, stream.title) === 'und' ? { ...stream, language } : stream
  return { ...source, audio: source.audio.map(named) }
}

export function audioPlans(source: SourceFacts): AudioPlan[] {
  const main = source.audio.find((stream) => stream.isDefault) ?? source.audio[0]
  const delay = (stream: AudioStreamFacts) => Math.max(0, stream.startSeconds - source.startSeconds)
  return source.audio
    .flatMap((stream) => kindsOf(stream, delay(stream)).map((kind) => ({ stream, kind })))
    .map(({ stream, kind }, number) => ({
      name: `audio-${number}`,
      kind,
      stream: stream.index,
      language: languageOf(stream.language, stream.title),
      label: stream.title,
      isDefault: stream === main,
      channels: CHANNELS[kind](stream.channels),
      gainDb: 0,
      delaySeconds: delay(stream),
    }))
}

export function encodePlan(file: string, source: SourceFacts, seconds: number): EncodePlan {
  return { source: file, seconds, video: videoPlan(mainVideoStream(source)), audio: audioPlans(source) }
}

/** LUFS, for stereo. */
export const TARGET_LUFS = -16
/** Keeps near-silence from becoming noise. */
const GAIN_MAX_DB = 20

/** dB; 0 for silence. */
export function gainFor(loudness: number | null): number {
  if (loudness === null || loudness <= -69) return 0
  return Math.round(Math.min(GAIN_MAX_DB, TARGET_LUFS - loudness) * 100) / 100
}

export function withGains(plan: EncodePlan, loudness: ReadonlyMap<number, number | null>): EncodePlan {
  const audio = plan.audio.map((track) =>
    track.kind === 'aac' ? { ...track, gainDb: gainFor(loudness.get(track.stream) ?? null) } : track,
  )
  return { ...plan, audio }
}

/** Rungs at two thirds of their maximum bit rate, in work folder and store. */
export function bytesNeeded({ video, seconds }: EncodePlan): number {
  const kbps = video.rungs.reduce((sum, rung) => sum + rung.maxKbps, 0)
  return Math.round((((kbps * 1000) / 8) * seconds * 2 * 2) / 3)
}
