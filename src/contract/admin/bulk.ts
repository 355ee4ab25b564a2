import * as z from 'zod/mini'
import { GENRES } from '../genres.ts'
import { REGIONS } from '../regions.ts'
import { VOD_TYPES } from '../vod-types.ts'
import { emptyInput, id, instant, whole } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, changed } from './forms.ts'
import { titlesFilter, titleTag, when } from './titles.ts'

/** Titles of one change. */
export const BULK_MAX = 5_000
/** A price, or a way to watch for nothing, of more titles than these needs a second person: of an operator in these hours in sum. */
export const UNAPPROVED_MAX = 50
export const UNAPPROVED_HOURS = 24
/** Of those that are skipped. */
export const SKIPPED_SHOWN = 100

const several = <T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.enum(values)).check(z.maxLength(values.length))

const tags = z.array(titleTag).check(z.maxLength(20))

/** `window`: the end of the last window of a region; titles without one there are skipped. */
export const bulkChange = z.discriminatedUnion('field', [
  z.object({ field: z.literal('genres'), add: several(GENRES), remove: several(GENRES) }),
  z.object({ field: z.literal('tags'), add: tags, remove: tags }),
  z.object({ field: z.literal('vodTypes'), add: several(VOD_TYPES), remove: several(VOD_TYPES) }),
  z.object({ field: z.literal('credits'), credits: whole(0, 100_000) }),
  z.object({ field: z.literal('kids'), kids: z.boolean() }),
  z.object({ field: z.literal('window'), region: z.enum(REGIONS), endsAt: z.nullable(when) }),
  z.object({ field: z.literal('state'), state: z.enum(['withdrawn', 'published']) }),
])
export type BulkChange = z.output<typeof bulkChange>

/** Either titles as they were seen, or all of a filter, with how many that were. */
const selection = {
  titles: z.optional(z.array(z.object({ programId: id, version: whole(0, 999_999_999) })).check(z.maxLength(BULK_MAX))),
  filter: z.optional(titlesFilter),
  expected: z.optional(whole(0, BULK_MAX)),
}

export const SKIP_REASONS = ['SAME', 'CHANGED', 'NEVER_PUBLISHED', 'REFUSED'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

const skipped = z.array(
  z.object({
    programId: z.string(),
    title: z.object({ zh_HK: z.string(), en_US: z.string() }),
    reason: z.enum(SKIP_REASONS),
  }),
)

export const tryBulk = adminRead({
  path: '/titles/tryBulk',
  roles: ['catalogue'],
  summary: 'How many titles a change would change, and which it would skip. Changes nothing.',
  input: z.object({ ...selection, change: bulkChange }),
  output: z.object({
    found: z.number(),
    changed: z.number(),
    /** Running rentals that a withdrawal refunds. */
    rentals: z.number(),
    skipped: z.number(),
    /** The first hundred. */
    skip: skipped,
  }),
  refuses: ['CONFLICT', 'INVALID_INPUT'],
})

export const bulk = adminChange({
  path: '/titles/bulk',
  roles: ['catalogue'],
  audit: 'change titles',
  fourEyes: 'finance',
  withheld: ['titles'],
  summary:
    'Changes many titles, each in a transaction of its own; what has changed since it was seen is skipped and listed.',
  input: change({ ...selection, change: bulkChange }),
  output: z.object({ ...changed.shape, jobId: z.optional(z.string()) }),
  refuses: ['CONFLICT', 'INVALID_INPUT'],
})

export const bulkJob = adminRead({
  path: '/titles/bulkJob',
  roles: ['catalogue'],
  summary: 'How far a change of many titles is.',
  input: z.object({ jobId: id }),
  output: z.object({
    jobId: z.string(),
    by: z.string(),
    createdAt: instant,
    finishedAt: z.nullable(instant),
    total: z.number(),
    changed: z.number(),
    skipped: z.number(),
    skip: skipped,
    /** The job that takes this one back. */
    undoneBy: z.nullable(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

export const heldBulk = adminRead({
  path: '/titles/heldBulk',
  roles: ['catalogue'],
  summary: 'Changes of many titles that are held: their operators may not change titles any more.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        jobId: z.string(),
        by: z.string(),
        change: bulkChange,
        isUndo: z.boolean(),
        createdAt: instant,
        left: z.number(),
      }),
    ),
  }),
})

export const continueBulk = adminChange({
  path: '/titles/continueBulk',
  roles: ['catalogue'],
  audit: 'continue change of titles',
  fourEyes: 'finance',
  summary:
    'Goes on with a change of many titles that is held, in the name of the operator. Prices are judged as those of a change.',
  input: change({ jobId: id }),
  output: changed,
  refuses: ['CONFLICT'],
})

export const undoBulk = adminChange({
  path: '/titles/undoBulk',
  roles: ['catalogue'],
  audit: 'undo change of titles',
  fourEyes: 'finance',
  summary:
    'Takes back a change of many titles, where nothing else has changed since. Prices are judged as those of a change.',
  input: change({ jobId: id }),
  output: z.object({ ...changed.shape, jobId: z.optional(z.string()) }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})
