import { RUNG_KBPS } from '#contract/ladder.ts'
import type {
  AudioKind,
  AudioPlan,
  AudioStreamFacts,
  EncodePlan,
  Rational,
  Rung,
  SourceFacts,
  VideoPlan,
  VideoStreamFacts,
} from './media-model.ts'
import { languageOf } from './languages.rules.ts'
import { mainVideoStream } from './source.rules.ts'

/** Raised whenever the encoder's output would differ, so that packages made before are not taken for ones of today. */
export const LADDER_VERSION = 1

/** Whole groups of pictures of this length, in seconds, begin every segment (a closed GOP). */
export const GOP_SECONDS = 2

/** STACK "Video": the H.264 rungs by their short side, with the cap that SPEC's bandwidth guide promises. */
const H264_RUNGS = [
  { side: 1080, maxKbps: RUNG_KBPS[1080] },
  { side: 720, maxKbps: RUNG_KBPS[720] },
  { side: 480, maxKbps: RUNG_KBPS[480] },
  { side: 360, maxKbps: RUNG_KBPS[360] },
]
const HEVC_RUNG = { side: 2160, maxKbps: RUNG_KBPS[2160] }

/** A rung is left out when the next larger one has less than this times its pixels: nobody would see the switch. */
const DISTINCT = 1.25

const STANDARD_RATES: Rational[] = [
  [5, 1],
  [8, 1],
  [10, 1],
  [12, 1],
  [12_500, 1000],
  [15, 1],
  [20, 1],
  [24_000, 1001],
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60_000, 1001],
  [60, 1],
].map(([num, den]) => ({ num: num as number, den: den as number }))

const rateOf = ({ num, den }: Rational) => num / den

/** The standard rate that is nearest; above 60 the half, so that 120 stays smooth. */
export function constantRate(rate: Rational): Rational {
  let wanted = rateOf(rate)
  if (!Number.isFinite(wanted) || wanted <= 0) wanted = 25
  while (wanted > 61) wanted /= 2
  return STANDARD_RATES.reduce((best, standard) =>
    Math.abs(Math.log(rateOf(standard) / wanted)) < Math.abs(Math.log(rateOf(best) / wanted)) ? standard : best,
  )
}

/** Pictures in a group: two seconds, to the nearest whole picture (29.97 has 60, which is 2.002 s, always). */
export const gopFrames = (rate: Rational): number => Math.round(rateOf(rate) * GOP_SECONDS)

const even = (side: number) => Math.max(2, Math.round(side / 2) * 2)

/** The size of a picture in a rung's 16:9 box (upright for upright pictures), never above its own. */
function fit(picture: { width: number; height: number }, side: number) {
  const [short, long] = [picture.width, picture.height].toSorted((a, b) => a - b) as [number, number]
  const boxLong = Math.ceil((side * 16) / 9 / 2) * 2
  const scale = Math.min(1, side / short, boxLong / long)
  return { width: even(picture.width * scale), height: even(picture.height * scale), isOwnSize: scale === 1 }
}

/** The rungs of a picture, largest first: never upscaled, none that looks like its neighbour, HEVC only above 1080. */
export function rungsOf(film: Pick<VideoStreamFacts, 'width' | 'height' | 'range' | 'bitDepth'>): Rung[] {
  const rungs: Rung[] = []
  if (Math.min(film.width, film.height) > 1080) {
    const { width, height } = fit(film, HEVC_RUNG.side)
    const bitDepth = film.range === 'SDR' ? 8 : 10
    rungs.push({ name: 'v2160', codec: 'hevc', width, height, maxKbps: HEVC_RUNG.maxKbps, bitDepth, range: film.range })
  }
  const sized = H264_RUNGS.map((rung) => ({ ...rung, ...fit(film, rung.side) }))
  const smallestOwn = sized.findLastIndex((rung) => rung.isOwnSize)
  let last = Infinity
  for (const { side, maxKbps, width, height } of sized.slice(Math.max(0, smallestOwn))) {
    if (width * height * DISTINCT > last) continue
    last = width * height
    rungs.push({ name: `v${side}`, codec: 'h264', width, height, maxKbps, bitDepth: 8, range: 'SDR' })
  }
  return rungs
}

/** What becomes of the film's picture. */
export function videoPlan(film: VideoStreamFacts): VideoPlan {
  const frameRate = constantRate(film.frameRate)
  return {
    stream: film.index,
    frameRate,
    gopFrames: gopFrames(frameRate),
    deinterlace: film.interlaced,
    toneMap: film.range,
    matrix: film.matrix,
    masterDisplay: film.masterDisplay,
    maxLight: film.maxLight,
    rungs: rungsOf(film),
  }
}

const DOLBY: Record<string, AudioKind> = { ac3: 'ac3', eac3: 'ec3' }

/** The tracks that one source stream becomes: stereo always, 5.1 where there is surround, Dolby as it came (a late one cannot be padded). */
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

/** Every audio stream of the source, in each form that it is offered in. Gains are filled in once they are measured. */
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

/** The whole plan of one source. */
export function encodePlan(file: string, source: SourceFacts, seconds: number): EncodePlan {
  return { source: file, seconds, video: videoPlan(mainVideoStream(source)), audio: audioPlans(source) }
}

/** Loudness that stereo is brought to, in LUFS. */
export const TARGET_LUFS = -16
/** A whisper is not raised to noise, in decibels. */
const GAIN_MAX_DB = 20

/** The gain that brings a track to the target; none for silence. */
export function gainFor(loudness: number | null): number {
  if (loudness === null || loudness <= -69) return 0
  return Math.round(Math.min(GAIN_MAX_DB, TARGET_LUFS - loudness) * 100) / 100
}

/** The plan with each AAC stereo track brought to the target. */
export function withGains(plan: EncodePlan, loudness: ReadonlyMap<number, number | null>): EncodePlan {
  const audio = plan.audio.map((track) =>
    track.kind === 'aac' ? { ...track, gainDb: gainFor(loudness.get(track.stream) ?? null) } : track,
  )
  return { ...plan, audio }
}

/** WIRE: by the short side, SD below 720, 4K from 2160. */
export function resolutionOf({ width, height }: { width: number; height: number }): 'SD' | 'HD' | '4K' {
  const short = Math.min(width, height)
  if (short >= 2160) return '4K'
  return short >= 720 ? 'HD' : 'SD'
}

/**
 * Bytes that a film may need on the disk: its rungs at two thirds of their caps, once to work with and once in the store.
 * Quality, not the cap, decides most scenes.
 */
export function bytesNeeded({ video, seconds }: EncodePlan): number {
  const kbps = video.rungs.reduce((sum, rung) => sum + rung.maxKbps, 0)
  return Math.round((((kbps * 1000) / 8) * seconds * 2 * 2) / 3)
}
