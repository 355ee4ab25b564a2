import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { INGEST_ERRORS, INGEST_NOTES, INGEST_STEPS } from '../ingest.ts'
import { id, instant, whole } from '../wire-values.ts'
import { adminChange, adminRead, type Role } from './endpoint.ts'
import { change, pageOf, query } from './forms.ts'

const roles: readonly Role[] = ['catalogue']

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const INGEST_ROLES = ['film', 'trailer', 'opening'] as const
export const TRACK_KINDS = ['audio', 'subtitle'] as const

const params = z.object({
  file: z.optional(z.string()),
  line: z.optional(z.number()),
  limit: z.optional(z.number()),
  found: z.optional(z.number()),
  detail: z.optional(z.string()),
})

/** What an ingest is for: a film, or an episode of a series. */
const target = z.object({
  programId: z.string(),
  programGuid: z.string(),
  title: z.object({ zh_HK: z.string(), en_US: z.string() }),
  season: z.nullable(z.number()),
  episode: z.nullable(z.number()),
})
export type IngestTarget = z.output<typeof target>

const job = z.object({
  jobId: z.string(),
  /** Null until the title of a draft exists. */
  target: z.nullable(target),
  /** None of a change that only removes or renames tracks. */
  files: z.array(z.object({ role: z.enum([...INGEST_ROLES, ...TRACK_KINDS]), name: z.string(), bytes: z.number() })),
  /** It changes the audio and subtitles of what the title plays. */
  isTracks: z.boolean(),
  state: z.enum(JOB_STATES),
  step: z.nullable(z.enum(INGEST_STEPS)),
  percent: z.number(),
  speed: z.nullable(z.number()),
  secondsLeft: z.nullable(z.number()),
  error: z.nullable(z.object({ code: z.enum(INGEST_ERRORS), params })),
  /** Of an unfinished one: it goes on by itself once that is there. */
  waitingFor: z.nullable(z.object({ code: z.enum(INGEST_ERRORS), params })),
  notes: z.array(z.object({ code: z.enum(INGEST_NOTES), params })),
  isCancelling: z.boolean(),
  /** Its files are still there. */
  canRetry: z.boolean(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
})

export const list = adminRead({
  path: '/ingest/list',
  roles,
  summary: 'The ingests, with their progress and why they failed.',
  input: query({ state: z.optional(z.enum(JOB_STATES)) }, ['-createdAt', 'createdAt']),
  output: pageOf(job),
})

/** Of a link to one. @public */
export const find = adminRead({
  path: '/ingest/find',
  roles,
  summary: 'One ingest.',
  input: z.object({ jobId: id }),
  output: job,
  refuses: ['NOT_FOUND'],
})

export const TARGETS_MAX = 20

const foundTarget = z.extend(target, {
  hasFilm: z.boolean(),
  /** 0 where it is not known. */
  releaseYear: z.number(),
})
export type FoundTarget = z.output<typeof foundTarget>

export const targets = adminRead({
  path: '/ingest/targets',
  roles,
  summary: 'Titles and episodes whose name or id has a text, to be chosen for an ingest.',
  /** With both numbers each title is found once: by this episode, else by another one. */
  input: z.object({ text: readableLine(100), season: z.optional(whole(0, 999)), episode: z.optional(whole(0, 9_999)) }),
  output: z.object({ list: z.array(foundTarget) }),
})

const SOURCES_MAX = 3
const SUBTITLES_MAX = 30

/** A language as the operator writes it: `zh-Hant`, `en`. */
const subtitle = z.object({ uploadId: id, language: readableLine(35) })

export const start = adminChange({
  path: '/ingest/start',
  roles,
  audit: 'start ingest',
  summary: 'Encodes uploaded files for a film or an episode. What it has already plays until then.',
  input: change({
    programGuid: id,
    sources: z
      .array(
        z.object({
          uploadId: id,
          role: z.enum(INGEST_ROLES),
          subtitles: z._default(z.array(subtitle).check(z.maxLength(SUBTITLES_MAX)), []),
        }),
      )
      .check(z.minLength(1), z.maxLength(SOURCES_MAX)),
  }),
  output: z.object({ jobId: z.string() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

const TRACK_NAME_MAX = 60
const TRACKS_MAX = 60

const label = {
  /** As the operator writes it: `yue`, `zh-Hant`. */
  language: readableLine(35),
  /** Null: it is called by its language. */
  name: z.nullable(readableLine(TRACK_NAME_MAX)),
  isDefault: z.boolean(),
}

export const trackList = adminRead({
  path: '/ingest/trackList',
  roles,
  summary: 'The audio and the subtitles of a file that a title plays.',
  input: z.object({ assetId: id }),
  output: z.object({
    tracks: z.array(
      z.object({
        trackId: z.string(),
        kind: z.enum(TRACK_KINDS),
        language: z.string(),
        name: z.nullable(z.string()),
        isDefault: z.boolean(),
        channels: z.nullable(z.number()),
        isAtmos: z.boolean(),
      }),
    ),
    /** The last change of them that was not carried out, or is under way. */
    jobId: z.nullable(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

export const tracks = adminChange({
  path: '/ingest/tracks',
  roles,
  audit: 'change tracks',
  summary:
    'Audio and subtitles of a film are added, removed or renamed. Its picture is not encoded again; what it plays is kept for seven days.',
  input: change({
    assetId: id,
    add: z._default(
      z.array(z.object({ uploadId: id, kind: z.enum(TRACK_KINDS), ...label })).check(z.maxLength(TRACKS_MAX)),
      [],
    ),
    remove: z._default(z.array(id).check(z.maxLength(TRACKS_MAX)), []),
    labels: z._default(z.array(z.object({ trackId: id, ...label })).check(z.maxLength(TRACKS_MAX)), []),
  }),
  output: z.object({ jobId: z.string() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const former = adminRead({
  path: '/ingest/former',
  roles,
  summary: 'What a title and its episodes played before. Each is kept for seven days.',
  input: z.object({ programId: id }),
  output: z.object({
    list: z.array(
      z.object({
        assetId: z.string(),
        programGuid: z.string(),
        role: z.enum(INGEST_ROLES),
        durationMs: z.number(),
        maxResolution: z.string(),
        replacedAt: instant,
        keptUntil: instant,
      }),
    ),
  }),
})

export const takeBack = adminChange({
  path: '/ingest/takeBack',
  roles,
  audit: 'take former file back',
  summary: 'A title plays a file again that was replaced. The present one is kept in its place.',
  input: change({ assetId: id }),
  output: z.object({ programGuid: z.string() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const cancel = adminChange({
  path: '/ingest/cancel',
  roles,
  audit: 'cancel ingest',
  summary: 'Ends an ingest. Its files stay for seven days, so that it can be tried again.',
  input: change({ jobId: id }),
  output: z.object({ jobId: z.string() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const retry = adminChange({
  path: '/ingest/retry',
  roles,
  audit: 'retry ingest',
  summary: 'A new ingest of the same files, which are not uploaded again.',
  input: change({ jobId: id }),
  output: z.object({ jobId: z.string() }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})
