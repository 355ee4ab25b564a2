/** What an asset is to its title. */
export type AssetRole = 'film' | 'trailer' | 'opening'

/** A rate as the containers write it, so that 29.97 stays 30000/1001. */
export type Rational = { num: number; den: number }

/** How bright a picture means to be: ordinary, HDR10 (PQ) or HLG. */
export type VideoRange = 'SDR' | 'PQ' | 'HLG'

/** How a picture's colours are written as luma and chroma. */
export type ColourMatrix = 'bt601' | 'bt709' | 'bt2020'

/** One video stream of a source. `width` and `height` are as it is shown: upright and with square pixels. */
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
  /** Seconds that the stream declares; null when it does not say. */
  seconds: number | null
  masterDisplay: string | null
  maxLight: string | null
}

/** One audio stream of a source. */
export type AudioStreamFacts = {
  index: number
  codec: string
  channels: number
  sampleRate: number
  language: string | null
  title: string | null
  isDefault: boolean
  startSeconds: number
  bitrate: number | null
}

/** One subtitle stream of a source; `isText` when it can become WebVTT. */
export type SubtitleStreamFacts = {
  index: number
  codec: string
  isText: boolean
  language: string | null
  title: string | null
}

/** What a source file is. */
export type SourceFacts = {
  container: string
  seconds: number | null
  startSeconds: number
  /** The length is written in the file, not guessed from its size and rate. */
  isLengthDeclared: boolean
  video: VideoStreamFacts[]
  audio: AudioStreamFacts[]
  subtitles: SubtitleStreamFacts[]
}

/** One size of the picture in the ladder. */
export type Rung = {
  name: string
  codec: 'h264' | 'hevc'
  width: number
  height: number
  maxKbps: number
  bitDepth: 8 | 10
  range: VideoRange
}

/** What becomes of the picture. `toneMap` is the range that the H.264 rungs are brought down from. */
export type VideoPlan = {
  stream: number
  frameRate: Rational
  gopFrames: number
  deinterlace: boolean
  toneMap: VideoRange
  matrix: ColourMatrix
  masterDisplay: string | null
  maxLight: string | null
  /** From the largest to the smallest. */
  rungs: Rung[]
}

/** How a track is packed: AAC that we make, or Dolby that is copied. */
export type AudioKind = 'aac' | 'aac51' | 'ac3' | 'ec3'

/** One audio track of the ladder. */
export type AudioPlan = {
  name: string
  kind: AudioKind
  stream: number
  language: string
  label: string | null
  isDefault: boolean
  channels: number
  /** Decibels that bring the stereo track to -16 LUFS. */
  gainDb: number
  /** Seconds after the film's beginning at which a copied track begins. */
  delaySeconds: number
}

/** Everything that one run of the encoder makes of one source. */
export type EncodePlan = { source: string; seconds: number; video: VideoPlan; audio: AudioPlan[] }

/** How a storyboard is laid out. */
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

/** Which pictures are taken out of a film. */
export type FramePlan = { input: string; seconds: number[] }

/** The sound that a title has, in WIRE's names. */
export type AudioFacts = {
  dolbyAtmos: boolean
  dolbyDigital: boolean
  dolbyDigitalPlus: boolean
  stereoAac51: boolean
}

/** What the catalogue shows of an asset: read from what was made, never from what was claimed. */
export type MediaFacts = {
  role: AssetRole
  durationMs: number
  width: number
  height: number
  maxResolution: 'SD' | 'HD' | '4K'
  audio: AudioFacts
  audioLanguages: string[]
  subtitleLanguages: string[]
  /** Store keys. The preview is public (`p/…`), null where none may be. */
  previewKey: string | null
  frameKeys: string[]
}
