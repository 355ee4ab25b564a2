import type { IngestErrorParams, IngestText } from '#contract/ingest.ts'

const of = ({ file }: IngestErrorParams) => (file ? `“${file}”` : 'This file')
const gb = (bytes = 0) => `${Math.round(bytes / 1e9)} GB`
const hours = (seconds = 0) => `${Math.round(seconds / 360) / 10} hours`

const span = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 90) return `${Math.round(seconds)} s`
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What bringing a film in says to an operator. */
export const ingest: IngestText = {
  errors: {
    NOT_A_FILE: (p) => `${of(p)} is not an ordinary file (a folder, pipe or device, perhaps). Name a video file.`,
    UNREADABLE: (p) => `${of(p)} cannot be read. Check that it exists and that you may read it.`,
    EMPTY_FILE: (p) => `${of(p)} is empty.`,
    NOT_A_VIDEO: (p) => `${of(p)} is not a video file that we know.`,
    POINTS_ELSEWHERE: (p) => `${of(p)} is a list that points to other files. Name the video file itself.`,
    NO_VIDEO: (p) => `${of(p)} has no picture, only sound or text.`,
    COVER_ONLY: (p) => `The only picture in ${of(p)} is a cover image.`,
    TRUNCATED: (p) => `${of(p)} is incomplete: it ends before the length that it declares. Copy or upload it again.`,
    TOO_LONG: (p) => `${of(p)} says that it lasts ${hours(p.found)}; at most ${hours(p.limit)} are taken.`,
    TOO_LARGE: (p) => `${of(p)} says that it has ${gb(p.found)}; at most ${gb(p.limit)} are taken.`,
    TOO_BIG_PICTURE: (p) => `The picture of ${of(p)} is larger than 8K.`,
    BAD_SUBTITLE: (p) =>
      `No line of subtitles was found in ${of(p)}, or its language is not a code such as zh-Hant or en.`,
    SOURCE_CHANGED: (p) => `${of(p)} was changed while it was being brought in. Start again.`,
    DISK_FULL: () => 'There is not enough disk space. Make room and try again.',
    TIMEOUT: (p) => `${of(p)} took too long and was stopped.`,
    ENCODER_FAILED: (p) => `${of(p)} could not be encoded${p.detail ? `: ${p.detail}` : '.'}`,
    NO_ENCODER: (p) =>
      `The ffmpeg of this machine cannot do this${p.detail ? ` (no ${p.detail})` : ''}. Install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.`,
    CANCELLED: () => 'Cancelled. Nothing was left behind.',
  },
  steps: {
    probe: 'reading',
    check: 'checking',
    measure: 'measuring loudness',
    encode: 'encoding',
    images: 'taking pictures',
    preview: 'making the preview',
    subtitles: 'making subtitles',
    publish: 'encrypting and publishing',
  },
  progress: ({ percent, speed, secondsLeft }) =>
    [
      `${percent.toFixed(1)}%`,
      ...(speed === null ? [] : [`${speed.toFixed(2)}x`]),
      ...(secondsLeft === null ? [] : [`about ${span(secondsLeft)} left`]),
    ].join('  '),
}
