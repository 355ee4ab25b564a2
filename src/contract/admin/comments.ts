import * as z from 'zod/mini'
import { COMMENT_STATUSES, REJECTION_REASONS, REPORT_REASONS } from '../comments.ts'
import { readableLine } from '../fields.ts'
import { id, instant, whole } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, pageOf, query, reasonedChange } from './forms.ts'

/** Why a comment waits. */
export const REVIEW_REASONS = ['link', 'word', 'first', 'reported', 'rejected'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** `waiting`: also published ones that members report. */
export const QUEUES = ['waiting', 'published', 'rejected'] as const

/** Decisions of one call. */
export const DECISIONS_MAX = 200
/** The author is told this long after a decision; until then it can be undone. */
export const UNDO_SECONDS = 60
export const NOTE_TO_AUTHOR_MAX = 200
/** How long an author can be stopped from writing. */
export const PAUSE_DAYS = 7
const WORD_MAX = 40

/** Why a decision was not made: it is gone · it was edited or decided since · its author has the operator’s e-mail address. */
export const SKIPPED = ['gone', 'changed', 'own'] as const

const roles = ['care'] as const
const name = z.object({ zh_HK: z.string(), en_US: z.string() })
const status = z.enum(COMMENT_STATUSES)
const reasons = z.array(z.enum(REJECTION_REASONS))

export const list = adminRead({
  path: '/comments/list',
  roles,
  summary: 'Comments that wait for review, or those that were decided. Of their authors they have the profile’s name.',
  input: query(
    {
      state: z._default(z.enum(QUEUES), 'waiting'),
      why: z.optional(z.enum(REVIEW_REASONS)),
      /** In the comment, or of the profile. */
      text: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      programId: z.optional(id),
    },
    ['createdAt', '-createdAt'],
  ),
  output: pageOf(
    z.object({
      commentId: id,
      version: z.number(),
      programId: id,
      title: name,
      name: z.string(),
      text: z.string(),
      /** What the rules found in the text: places, in UTF-16. */
      marks: z.array(z.object({ from: z.number(), to: z.number() })),
      spoiler: z.boolean(),
      status,
      why: z.array(z.enum(REVIEW_REASONS)),
      /** Open ones. */
      reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), count: z.number() })),
      /** The author’s vote. */
      score: z.nullable(z.number()),
      createdAt: instant,
      isEdited: z.boolean(),
    }),
  ),
})

export const show = adminRead({
  path: '/comments/show',
  roles,
  summary:
    'What a decision needs besides the comment: its title, what was decided before, and the record of its author.',
  input: z.object({ commentId: id }),
  output: z.object({
    title: z.object({
      programId: id,
      name,
      classify: z.string(),
      year: z.number(),
      score: z.number(),
      votes: z.number(),
    }),
    decisions: z.array(
      z.object({
        status: z.enum(['published', 'rejected']),
        reasons,
        note: z.nullable(z.string()),
        by: z.string(),
        at: instant,
        isUndone: z.boolean(),
      }),
    ),
    author: z.object({
      accountId: id,
      /** Until then they write no comments. */
      pausedUntil: z.nullable(instant),
      since: instant,
      published: z.number(),
      rejected: z.number(),
      waiting: z.number(),
      /** Of others, and how many of those were rejected. */
      reports: z.number(),
      upheld: z.number(),
      /** The newest others. */
      recent: z.array(
        z.object({
          commentId: id,
          title: name,
          text: z.string(),
          status,
          /** Of the last rejection. */
          reasons,
          createdAt: instant,
        }),
      ),
    }),
  }),
  refuses: ['NOT_FOUND'],
})

export const decide = adminChange({
  path: '/comments/decide',
  roles,
  audit: 'decide comment',
  summary: `Approves or rejects up to ${DECISIONS_MAX} comments; what was changed since it was read is skipped. Authors are told after ${UNDO_SECONDS} s.`,
  input: change({
    decisions: z
      .array(
        z
          .object({
            commentId: id,
            version: whole(1, 999_999_999),
            approve: z.boolean(),
            /** Approved with the mark of a spoiler. */
            spoiler: z.optional(z.boolean()),
            /** The author is told. */
            reasons: z._default(reasons, []),
            note: z.optional(readableLine(NOTE_TO_AUTHOR_MAX)),
          })
          .check(z.refine(({ approve, reasons: given }) => approve === (given.length === 0))),
      )
      .check(z.minLength(1), z.maxLength(DECISIONS_MAX)),
  }),
  output: z.object({
    batchId: id,
    done: z.array(id),
    skipped: z.array(z.object({ commentId: id, why: z.enum(SKIPPED) })),
  }),
})

export const undo = adminChange({
  path: '/comments/undo',
  roles,
  audit: 'undo comment decision',
  summary: 'Takes the decisions of one call back, before their authors are told. One’s own only.',
  input: change({ batchId: id }),
  output: z.object({ done: z.array(id) }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const pause = adminChange({
  path: '/comments/pause',
  roles,
  audit: 'pause author',
  summary: `Stops an account from writing and editing comments for ${PAUSE_DAYS} days, from now; its member is told. What is published stays.`,
  input: reasonedChange({ accountId: id }),
  output: z.object({ pausedUntil: instant }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const resume = adminChange({
  path: '/comments/resume',
  roles,
  audit: 'resume author',
  summary: 'Lets an account write comments again.',
  input: reasonedChange({ accountId: id }),
  output: z.object({}),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
})

export const listedWords = adminRead({
  path: '/comments/words',
  roles,
  summary: 'The words with which a comment waits for review.',
  input: z.object({}),
  output: z.object({ list: z.array(z.string()) }),
})

const word = z.string().check(z.trim(), z.minLength(1), z.maxLength(WORD_MAX))

export const addWord = adminChange({
  path: '/comments/addWord',
  roles,
  audit: 'add comment word',
  summary: 'Adds a word. Case, spaces and punctuation do not matter.',
  input: change({ word }),
  output: z.object({ word: z.string() }),
  refuses: ['INVALID_INPUT'],
})

export const removeWord = adminChange({
  path: '/comments/removeWord',
  roles,
  audit: 'remove comment word',
  summary: 'Removes a word.',
  input: change({ word }),
  output: z.object({ word: z.string() }),
  refuses: ['NOT_FOUND'],
})
