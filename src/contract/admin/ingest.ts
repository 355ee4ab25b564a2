import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { INGEST_ERRORS, INGEST_NOTES, INGEST_STEPS } from '../ingest.ts'
import { id, instant } from '../wire-values.ts'
import { adminChange, adminRead, type Role } from './endpoint.ts'
import { change, pageOf, query } from './forms.ts'

const roles: readonly Role[] = ['catalogue']

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const INGEST_ROLES = ['film', 'trailer', 'opening'] as const

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
  files: z.array(z.object({ role: z.enum(INGEST_ROLES), name: z.string(), bytes: z.number() })),
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

export const targets = adminRead({
  path: '/ingest/targets',
  roles,
  summary: 'Titles and episodes whose name or id has a text, to be chosen for an ingest.',
  input: z.object({ text: readableLine(100) }),
  output: z.object({ list: z.array(z.extend(target, { hasFilm: z.boolean() })) }),
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
