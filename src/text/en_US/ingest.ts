import { type IngestErrorParams, type IngestText, TITLE_MAX } from '#contract/ingest.ts'
import { GENRES } from '#contract/genres.ts'

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
    TOO_SHORT: (p) => `${of(p)} is too short: no picture can be taken from it.`,
    TOO_LONG: (p) => `${of(p)} says that it lasts ${hours(p.found)}; at most ${hours(p.limit)} are taken.`,
    TOO_LARGE: (p) => `${of(p)} says that it has ${gb(p.found)}; at most ${gb(p.limit)} are taken.`,
    TOO_BIG_PICTURE: (p) => `The picture of ${of(p)} is larger than 8K.`,
    BAD_SUBTITLE: (p) =>
      `No line of subtitles was found in ${of(p)}, or its language is not a code such as zh-Hant or en.`,
    POSITION_PAST_END: (p) =>
      `${of(p)} lasts ${(p.limit ?? 0).toFixed(1)} s: --skip-show, --skip-to and --ends-at must lie within it, not at ${p.found} s.`,
    SOURCE_CHANGED: (p) => `${of(p)} was changed while it was being brought in. Start again.`,
    TITLE_REFUSED: (p) =>
      `The title of ${of(p)} can no longer be written as it was asked for${p.detail ? ` (${p.detail})` : ''}. Check it and start again.`,
    DISK_FULL: () => 'There is not enough disk space. Make room, and the work goes on by itself.',
    TIMEOUT: (p) => `${of(p)} took too long and was stopped.`,
    ENCODER_FAILED: (p) => `${of(p)} could not be encoded${p.detail ? `: ${p.detail}` : '.'}`,
    NO_ENCODER: (p) =>
      `The ffmpeg of this machine cannot do this${p.detail ? ` (no ${p.detail})` : ''}. Install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.`,
    CANCELLED: () => 'Cancelled. Nothing was left behind.',
  },
  draftFaults: {
    TITLE_NEEDED: (option) => `${option} must not be empty.`,
    TITLE_TOO_LONG: (option) => `${option} may have at most ${TITLE_MAX} characters.`,
    TITLE_CONTROLS: (option) => `${option} must not hold line breaks or control characters.`,
    UNKNOWN_GENRE: (words) => `There is no genre ${words}. The genres are ${GENRES.join(', ')}.`,
    UNKNOWN_COUNTRY: (words) => `${words} is no country code. Give two letters, such as HK or TW.`,
    VOD_TYPE_NEEDED: () => 'Say how it may be watched: --vod free, vip, credit or voucher.',
    CREDITS_NEEDED: () => '--vod credit needs a price: --credits N.',
    KIDS_CLASS_III: () => 'A title of class III cannot be for kids.',
    BAD_YEAR: () => '--year must lie between 1880 and 2200.',
    EPISODE_NEEDED: () => '--series needs --episode N.',
    SEASON_OF_FILM: () => 'A film has no season. Leave --season out, or give --episode or --classify drama as well.',
    POSITIONS_OF_FILM: () => '--skip-show, --skip-to and --ends-at are for episodes, not for a film.',
    SERIES_UNKNOWN: (id) => `There is no series ${id}. --series takes the programId that its first ingest printed.`,
    SERIES_IS_FILM: (id) => `${id} is a film, not a series.`,
    LICENCE_OF_EPISODE: () => 'An episode has the licence of its series. Leave --licence-until out.',
    LICENCE_DATE: (date) => `${date} is no date. --licence-until takes one such as 2027-01-31.`,
    LICENCE_OVER: (date) => `A licence until ${date} is over already.`,
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
