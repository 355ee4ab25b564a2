import type { AudioStreamFacts, SourceFacts, VideoStreamFacts } from './media-model.ts'

/** A plain 1080p stream, with what a test wants otherwise. */
export const videoStream = (wanted: Partial<VideoStreamFacts> = {}): VideoStreamFacts => ({
  index: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  frameRate: { num: 25, den: 1 },
  bitDepth: 8,
  range: 'SDR',
  matrix: 'bt709',
  interlaced: false,
  isCover: false,
  seconds: 60,
  masterDisplay: null,
  maxLight: null,
  ...wanted,
})

/** A plain stereo stream. */
export const audioStream = (wanted: Partial<AudioStreamFacts> = {}): AudioStreamFacts => ({
  index: 1,
  codec: 'aac',
  channels: 2,
  sampleRate: 48_000,
  language: 'chi',
  title: null,
  isDefault: true,
  startSeconds: 0,
  bitrate: null,
  ...wanted,
})

/** A minute of picture and sound. */
export const sourceFacts = (wanted: Partial<SourceFacts> = {}): SourceFacts => ({
  container: 'mov,mp4',
  seconds: 60,
  startSeconds: 0,
  isLengthDeclared: true,
  video: [videoStream()],
  audio: [audioStream()],
  subtitles: [],
  ...wanted,
})
