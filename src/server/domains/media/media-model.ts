export type AssetRole = 'film' | 'trailer' | 'opening'

/** Exact: 29.97 stays 30000/1001. */
export type Rational = { num: number; den: number }

export type VideoRange = 'SDR' | 'PQ' | 'HLG'

export type ColourMatrix = 'bt601' | 'bt709' | 'bt2020'

/** `compatibility` as in ETSI GS CCM 001: 1 and 6 HDR10, 2 SDR, 4 HLG, 0 none. */
export type DolbyVision = { profile: number; compatibility: number }

/** Display dimensions, after rotation, in square pixels. */
export type VideoStreamFacts = {
  index: number
  codec: string
  width: number
  height: number
  frameRate: Rational
  bitDepth: number
  range: VideoRange
  matrix: ColourMatrix
  interlaced: boolean
  isCover: boolean
  isStill?: boolean
  dolbyVision?: DolbyVision | null
  /** Its colours have a reserved number, which newer decoders of ffmpeg refuse. */
  hasReservedColours?: boolean
  /** Stored as the ladder encodes: square pixels, upright, 8-bit 4:2:0 in BT.709, a common profile and level. */
  isPlain?: boolean
  seconds: number | null
  frames: number | null
  masterDisplay: string | null
  maxLight: string | null
}

export type SourcePacket = { pts: number | null; bytes: number; isKeyframe: boolean; isDiscarded: boolean }

/** `codec` is empty if the prober does not know it; `tag` is the container's name. */
export type AudioStreamFacts = {
  index: number
  codec: string
  tag?: string
  channels: number
  sampleRate: number
  language: string | null
  title: string | null
  isDefault: boolean
  startSeconds: number
  bitrate: number | null
}

export type SubtitleStreamFacts = {
  index: number
  codec: string
  isText: boolean
  language: string | null
  title: string | null
}

/** `uploadId`: a file that was uploaded; `name` is what its operator calls it. */
export type SubtitleFile = { language: string; file: string; name?: string; uploadId?: string }

export type SourceFacts = {
  container: string
  seconds: number | null
  startSeconds: number
  claimedSeconds?: number | null
  isLengthDeclared: boolean
  video: VideoStreamFacts[]
  audio: AudioStreamFacts[]
  subtitles: SubtitleStreamFacts[]
}

export type Rung = {
  name: string
  codec: 'h264' | 'hevc'
  width: number
  height: number
  maxKbps: number
  bitDepth: 8 | 10
  range: VideoRange
}

/** `toneMap`: the source range that H.264 rungs are mapped from. */
export type VideoPlan = {
  stream: number
  frameRate: Rational
  gopFrames: number
  deinterlace: boolean
  toneMap: VideoRange
  matrix: ColourMatrix
  masterDisplay: string | null
  maxLight: string | null
  /** Name of the rung copied from the source. */
  copied?: string
  /** Largest first. */
  rungs: Rung[]
}

export type AudioKind = 'aac' | 'aac51' | 'ac3' | 'ec3'

export type AudioPlan = {
  name: string
  kind: AudioKind
  stream: number
  language: string
  label: string | null
  isDefault: boolean
  channels: number
  /** dB. */
  gainDb: number
  /** Seconds, of a copied track against the video. */
  delaySeconds: number
}

export type EncodePlan = { source: string; seconds: number; video: VideoPlan; audio: AudioPlan[] }

/** Without this limit rounding could add a frame, and a segment. */
export const frameCount = ({ seconds, video: { frameRate } }: EncodePlan): number =>
  Math.max(1, Math.round((seconds * frameRate.num) / frameRate.den))

export type StoryboardPlan = {
  input: string
  everySeconds: number
  everyKeyframes: number
  tileWidth: number
  tileHeight: number
  columns: number
  rows: number
  count: number
}

export type FramePlan = { input: string; seconds: number[] }

export type AudioFacts = {
  dolbyAtmos: boolean
  dolbyDigital: boolean
  dolbyDigitalPlus: boolean
  stereoAac51: boolean
}

export type MediaFacts = {
  role: AssetRole
  durationMs: number
  width: number
  height: number
  maxResolution: 'SD' | 'HD' | '4K'
  audio: AudioFacts
  audioLanguages: string[]
  subtitleLanguages: string[]
  /** What operators call them, in the order of the languages; empty: by the language. */
  subtitleNames?: string[]
  /** Public store key (`p/…`). */
  previewKey: string | null
  frameKeys: string[]
}

/** Measured, in seconds. Gap: between starts of packets; return: how far decoding times go back. */
export type StreamScan = { packets: number; end: number; longestGap: number; longestReturn: number }

export type SegmentIndex = [bytes: number, ticks: number]

/** One file: the init segment followed by the media segments. */
type TrackFile = {
  name: string
  file: string
  codec: string
  timescale: number
  initBytes: number
  segments: SegmentIndex[]
}

export type VideoTrack = TrackFile & { width: number; height: number; frameRate: Rational; range: VideoRange }

export type AudioTrack = TrackFile & {
  kind: AudioKind
  stream: number
  language: string
  label: string | null
  isDefault: boolean
  channels: number
  isAtmos: boolean
  /** What an operator calls it; else it is called by its language. */
  shownAs?: string | null
}

/** Without a default the first one is. */
export type SubtitleTrack = { language: string; file: string; shownAs?: string | null; isDefault?: boolean }

/** `package.json` of an unencrypted, distributable package. Publishing encrypts it for one asset. */
export type ClearPackage = {
  version: number
  sourceSha256: string
  sourceName: string
  seconds: number
  segmentSeconds: number
  video: VideoTrack[]
  audio: AudioTrack[]
  subtitles: SubtitleTrack[]
  storyboard: { vtt: string; sprites: string[] }
  preview: string
  frames: string[]
}

/** Increase when existing packages can no longer be read. */
export const PACKAGE_VERSION = 1

type Unread = 'codec' | 'timescale' | 'initBytes' | 'segments' | 'file'

/** The tracks of an asset, as its master playlist names them. */
export interface StoredTracks {
  readonly video: Omit<VideoTrack, Unread>[]
  readonly audio: Omit<AudioTrack, Unread>[]
  readonly subtitles: Omit<SubtitleTrack, 'file'>[]
}

export type NumberedAudio = AudioTrack & { readonly number: number }

export type TrackKind = 'audio' | 'subtitle'

export type TrackLabel = {
  readonly language: string
  /** Null: it is called by its language. */
  readonly name: string | null
  readonly isDefault: boolean
}

/** Tracks of an asset are never changed: one with other tracks is another asset. */
export type TrackChange = {
  readonly assetId: string
  readonly remove: readonly string[]
  readonly labels: readonly (TrackLabel & { readonly trackId: string })[]
}

/** What is said of a file that is added. */
export type AddedTrack = TrackLabel & { readonly kind: TrackKind }

/** A sound of several renditions, or a subtitle. */
export type ListedTrack = TrackLabel & {
  readonly trackId: string
  readonly kind: TrackKind
  /** Of the largest rendition; null for a subtitle. */
  readonly channels: number | null
  readonly isAtmos: boolean
}

type KeptAudio = StoredTracks['audio'][number]
/** `from`: the language by which its file is stored. */
type KeptSubtitle = StoredTracks['subtitles'][number] & { readonly from: string }

export interface KeptTracks {
  readonly audio: KeptAudio[]
  readonly subtitles: KeptSubtitle[]
}

export interface DefaultTracks {
  readonly stream: number | undefined
  /** Of the subtitle. */
  readonly language: string | undefined
}

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

export function constantRate(rate: Rational): Rational {
  let target = rateOf(rate)
  if (!Number.isFinite(target) || target <= 0) target = 25
  while (target > 61) target /= 2
  return STANDARD_RATES.reduce((best, standard) =>
    Math.abs(Math.log(rateOf(standard) / target)) < Math.abs(Math.log(rateOf(best) / target)) ? standard : best,
  )
}
