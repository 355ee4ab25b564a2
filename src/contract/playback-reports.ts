import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emptyOutput, id, whole } from './wire-values.ts'

/** SPEC section 8 fixes 4032; the others are ours. */
export const PLAYER_FAILURE_CODE = {
  network: '4001',
  decode: '4003',
  missing: '4004',
  server: '4005',
  forbidden: '4030',
  key: '4031',
  format: '4032',
  browser: '4033',
} as const

export const REPORTED_SHARE = 0.2

export const PLAYBACK_ENGINES = ['hls', 'native'] as const
export type PlaybackEngine = (typeof PLAYBACK_ENGINES)[number]

export const REPORT_MAX = {
  startMs: 120_000,
  playedSeconds: 6 * 3600,
  stalls: 500,
  stalledMs: 3_600_000,
  renditionChanges: 1000,
} as const

export const reportPlayback = endpoint({
  wire: 'v2',
  path: '/playback/report',
  viewer: 'anyone',
  kids: 'open',
  deadToken: 'ignored',
  whileClosing: true,
  changes: true,
  summary:
    'Records how well a video played, anonymously: time to the first frame, stalls, changes of quality, failures.',
  input: z.object({
    programId: id,
    engine: z.enum(PLAYBACK_ENGINES),
    /** From the click to the first frame. */
    startMs: z.optional(whole(0, 600_000)),
    playedSeconds: whole(0, 86_400),
    stalls: whole(0, 10_000),
    stalledMs: whole(0, 86_400_000),
    renditionChanges: whole(0, 10_000),
    /** As shown to the viewer. One that no player shows counts as `OTHER`. */
    errorCode: z.optional(z.string().check(z.regex(/^\w{1,40}$/))),
  }),
  output: emptyOutput,
})

/** Visitors tell of a play once it lasted this long, or a fifth of the video; members' plays are counted by their progress. */
export const PLAY_SECONDS = 30
export const PLAY_SHARE = 0.2

export const countPlay = endpoint({
  wire: 'v2',
  path: '/playback/count',
  viewer: 'anyone',
  kids: 'open',
  deadToken: 'ignored',
  changes: true,
  summary: 'Counts a visitor’s play of a free title, once for each stream, anonymously.',
  input: z.object({
    /** Of the stream’s address: the part after `/v/`. */
    grant: z.string().check(z.regex(/^[\w.-]{1,600}$/)),
  }),
  output: emptyOutput,
})
