import type { AudioKind, Rational, VideoRange } from './media-model.ts'

/** One segment: its bytes, and its length in the track's ticks. */
export type SegmentIndex = [bytes: number, ticks: number]

/** What video and sound tracks of a package have in common: one file, the init first, then segment after segment. */
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

/** A text track: WebVTT, in the clear. */
export type SubtitleTrack = { language: string; file: string }

/**
 * A finished film in the clear: `package.json` of a folder with the files that it names.
 * It holds no key, so it may be shipped; publishing encrypts it for one asset.
 */
export type ClearPackage = {
  version: number
  sourceSha256: string
  sourceName: string
  seconds: number
  segmentSeconds: number
  /** From the largest to the smallest. */
  video: VideoTrack[]
  audio: AudioTrack[]
  subtitles: SubtitleTrack[]
  storyboard: { vtt: string; sprites: string[] }
  preview: string
  frames: string[]
}

/** Raised when a package made before cannot be read any more. */
export const PACKAGE_VERSION = 1
