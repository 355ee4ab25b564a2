import type { AudioKind, Rational, VideoRange } from './media-model.ts'

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
