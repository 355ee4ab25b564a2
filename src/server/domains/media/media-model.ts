/** The role of an asset for its title. */
export type AssetRole = 'film' | 'trailer' | 'opening'

/** A frame rate as written in the container, so that 29.97 stays 30000/1001. */
export type Rational = { num: number; den: number }

/** Dynamic range: SDR, HDR10 (PQ) or HLG. */
export type VideoRange = 'SDR' | 'PQ' | 'HLG'

/** Colour matrix. */
export type ColourMatrix = 'bt601' | 'bt709' | 'bt2020'

/** `compatibility` as in ETSI GS CCM 001: 1 and 6 HDR10, 2 SDR, 4 HLG, 0 none. */
export type DolbyVision = { profile: number; compatibility: number }

/** A video stream of a source. `width` and `height` are display dimensions: after rotation and with square pixels. */
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
  /** True for a codec of still images, which may be a cover although nothing says so. */
  isStill?: boolean
  /** Dolby Vision: its profile, and which signal the base layer is (0: none that other screens can show). */
  dolbyVision?: DolbyVision | null
  /** True if the pictures are stored as the ladder encodes them: square pixels, upright, 8-bit 4:2:0 in BT.709, a profile and level that players have. */
  isPlain?: boolean
  /** Declared duration in seconds; null if not declared. */
  seconds: number | null
  /** Number of samples that the headers declare; null if they do not. */
  frames: number | null
  masterDisplay: string | null
  maxLight: string | null
}

/** A packet of a source, in decoding order. Times are in seconds. */
export type SourcePacket = { pts: number | null; bytes: number; isKeyframe: boolean; isDiscarded: boolean }

/** An audio stream of a source. `codec` is empty if the prober does not know it; `tag` is the container's name for it. */
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

/** A subtitle stream of a source. `isText` if it can be converted to WebVTT. */
export type SubtitleStreamFacts = {
  index: number
  codec: string
  isText: boolean
  language: string | null
  title: string | null
}

/** A subtitle file given by the operator, with its language. */
export type SubtitleFile = { language: string; file: string }

/** Properties of a source file. */
export type SourceFacts = {
  container: string
  seconds: number | null
  startSeconds: number
  /** A duration that cannot be: negative seconds that a header claims. */
  claimedSeconds?: number | null
  /** True if the duration is stored in the file rather than estimated from size and bit rate. */
  isLengthDeclared: boolean
  video: VideoStreamFacts[]
  audio: AudioStreamFacts[]
  subtitles: SubtitleStreamFacts[]
}

/** One rung of the bitrate ladder. */
export type Rung = {
  name: string
  codec: 'h264' | 'hevc'
  width: number
  height: number
  maxKbps: number
  bitDepth: 8 | 10
  range: VideoRange
}

/** Encoding plan of the video stream. `toneMap` is the source range from which the H.264 rungs are tone-mapped. */
export type VideoPlan = {
  stream: number
  frameRate: Rational
  gopFrames: number
  deinterlace: boolean
  toneMap: VideoRange
  matrix: ColourMatrix
  masterDisplay: string | null
  maxLight: string | null
  /** Name of the rung whose frames are copied from the source. */
  copied?: string
  /** Largest first. */
  rungs: Rung[]
}

/** Audio format: encoded AAC, or copied Dolby. */
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
  /** Gain in dB that brings the stereo track to -16 LUFS. */
  gainDb: number
  /** Start of a copied track relative to the video, in seconds. */
  delaySeconds: number
}

/** Everything that one encoder run produces from one source. */
export type EncodePlan = { source: string; seconds: number; video: VideoPlan; audio: AudioPlan[] }

/**
 * Number of frames of the video. Without this limit rounding could add a frame, which would become a segment of its
 * own.
 */
export const frameCount = ({ seconds, video: { frameRate } }: EncodePlan): number =>
  Math.max(1, Math.round((seconds * frameRate.num) / frameRate.den))

/** Layout of a storyboard. */
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

/** Positions in seconds of the frames to extract. */
export type FramePlan = { input: string; seconds: number[] }

/** Audio formats of a title, in WIRE's names. */
export type AudioFacts = {
  dolbyAtmos: boolean
  dolbyDigital: boolean
  dolbyDigitalPlus: boolean
  stereoAac51: boolean
}

/** Facts of an asset that the catalogue shows, measured on the encoded output. */
export type MediaFacts = {
  role: AssetRole
  durationMs: number
  width: number
  height: number
  maxResolution: 'SD' | 'HD' | '4K'
  audio: AudioFacts
  audioLanguages: string[]
  subtitleLanguages: string[]
  /** Store keys. `previewKey` is public (`p/…`); null if the title has no preview. */
  previewKey: string | null
  frameKeys: string[]
}

/**
 * What the packets of a stream really are, whatever the headers say, in seconds. A gap is from one packet's start to the next, a
 * return is how far the decoding times go back.
 */
export type StreamScan = { packets: number; end: number; longestGap: number; longestReturn: number }

/** A segment: its size in bytes and its duration in the track's ticks. */
export type SegmentIndex = [bytes: number, ticks: number]

/** Common fields of video and audio tracks. A track is one file: the init segment followed by the media segments. */
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
}

/** A subtitle track: unencrypted WebVTT. */
export type SubtitleTrack = { language: string; file: string }

/**
 * A clear package: an unencrypted encoded video, described by `package.json` in its folder.
 * It holds no key and can be distributed. Publishing encrypts it for one asset.
 */
export type ClearPackage = {
  version: number
  sourceSha256: string
  sourceName: string
  seconds: number
  segmentSeconds: number
  /** Largest first. */
  video: VideoTrack[]
  audio: AudioTrack[]
  subtitles: SubtitleTrack[]
  storyboard: { vtt: string; sprites: string[] }
  preview: string
  frames: string[]
}

/** Increase when existing packages can no longer be read. */
export const PACKAGE_VERSION = 1
