import type { AudioStreamFacts, SourceFacts, VideoStreamFacts } from './media-model.ts'

/** A 1080p video stream with overrides. */
export const videoStream = (overrides: Partial<VideoStreamFacts> = {}): VideoStreamFacts => ({
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
  frames: null,
  masterDisplay: null,
  maxLight: null,
  ...overrides,
})

/** A stereo audio stream with overrides. */
export const audioStream = (overrides: Partial<AudioStreamFacts> = {}): AudioStreamFacts => ({
  index: 1,
  codec: 'aac',
  channels: 2,
  sampleRate: 48_000,
  language: 'chi',
  title: null,
  isDefault: true,
  startSeconds: 0,
  bitrate: null,
  ...overrides,
})

/** A one-minute source with a video and an audio stream, with overrides. */
export const sourceFacts = (overrides: Partial<SourceFacts> = {}): SourceFacts => ({
  container: 'mov,mp4',
  seconds: 60,
  startSeconds: 0,
  isLengthDeclared: true,
  video: [videoStream()],
  audio: [audioStream()],
  subtitles: [],
  ...overrides,
})
