import * as z from 'zod/mini'
import { IMPORT_PACKED_MAX } from '../title-imports.ts'
import { id, instant } from '../wire-values.ts'
import { readableLine } from '../fields.ts'
import { adminChange, adminExport, adminRead } from './endpoint.ts'
import { change, changed, pageOf, query } from './forms.ts'
import { UNAPPROVED_HOURS, UNAPPROVED_MAX } from './bulk.ts'
import { image } from './titles.ts'

/** Titles and problems that a check answers, the wrong ones first. */
export const CHECKED_SHOWN = 2_000

const roles = ['catalogue'] as const

/** Room for 10 000 file names. */
const bodyBytesMax = IMPORT_PACKED_MAX + 6 * 1024 * 1024

const given = {
  name: readableLine(255),
  content: z.base64().check(z.maxLength(IMPORT_PACKED_MAX)),
  /** Pictures that were added, by the names of their files. Films and subtitles are the operator's own uploads. */
  images: z.array(z.object({ name: readableLine(255), image })).check(z.maxLength(10_000)),
}

const problem = z.object({ line: z.number(), column: z.nullable(z.string()), message: z.string() })
const name = z.object({ zh_HK: z.string(), en_US: z.string() })
const counts = { added: z.number(), changed: z.number(), unchanged: z.number(), wrong: z.number() }

export const check = adminRead({
  path: '/imports/check',
  roles,
  summary: 'What importing a file of titles would do, and what is wrong with its lines. Changes nothing.',
  bodyBytesMax,
  input: z.object(given),
  output: z.object({
    ...counts,
    total: z.number(),
    /** Of which the names of the first hundred are listed. */
    newPeople: z.number(),
    people: z.array(name),
    films: z.number(),
    /** Of the file as a whole: nothing of it can be imported. */
    problems: z.array(problem),
    titles: z.array(
      z.object({
        reference: z.string(),
        line: z.number(),
        title: name,
        outcome: z.enum(['added', 'changed', 'unchanged', 'wrong']),
        isPublished: z.boolean(),
        films: z.number(),
        problems: z.array(problem),
      }),
    ),
    /** Names of files that are neither uploaded nor below the folder, the first hundred. */
    missingFiles: z.array(z.string()),
    /** All titles as CSV. */
    report: z.string(),
  }),
  refuses: ['INVALID_INPUT'],
})

export const start = adminChange({
  path: '/imports/start',
  roles,
  audit: 'start import',
  fourEyes: 'finance',
  withheld: ['content', 'images'],
  summary: `Imports a file of titles, each in a transaction of its own. What is wrong with one stops no other. Other prices of more than ${UNAPPROVED_MAX} titles in ${UNAPPROVED_HOURS} hours in sum need a second person.`,
  bodyBytesMax,
  input: change(given),
  output: z.object({
    ...changed.shape,
    importId: z.optional(z.string()),
    titles: z.optional(z.number()),
  }),
  refuses: ['INVALID_INPUT'],
})

const progress = {
  importId: z.string(),
  fileName: z.string(),
  by: z.string(),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** Its operator may not change titles any more: it waits until another one continues it. */
  isHeld: z.boolean(),
  ...counts,
  total: z.number(),
  ingests: z.object({ open: z.number(), done: z.number(), failed: z.number() }),
}

export const list = adminRead({
  path: '/imports/list',
  roles,
  summary: 'The imports of titles, the newest first, with their progress.',
  input: query({ isHeld: z.optional(z.literal(true)) }, ['-createdAt']),
  output: pageOf(z.object(progress)),
})

export const find = adminRead({
  path: '/imports/find',
  roles,
  summary: 'How far an import is.',
  input: z.object({ importId: id }),
  output: z.object(progress),
  refuses: ['NOT_FOUND'],
})

const shown = z._default(z.enum(['all', 'problems']), 'all')

export const titles = adminRead({
  path: '/imports/titles',
  roles,
  summary: 'The titles of an import: what became of each, and of its films.',
  input: query({ importId: id, shown }, ['line']),
  output: pageOf(
    z.object({
      reference: z.string(),
      line: z.number(),
      title: name,
      /** Null while it waits. */
      outcome: z.nullable(z.enum(['added', 'changed', 'unchanged', 'wrong'])),
      problems: z.array(problem),
      programId: z.nullable(z.string()),
      ingests: progress.ingests,
    }),
  ),
})

export const continueImport = adminChange({
  path: '/imports/continue',
  roles,
  audit: 'continue import',
  fourEyes: 'finance',
  summary: 'Goes on with an import that is held, in the name of the operator. Prices are judged as those of an import.',
  input: change({ importId: id }),
  output: changed,
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const retry = adminChange({
  path: '/imports/retry',
  roles,
  audit: 'retry import',
  fourEyes: 'finance',
  summary:
    'Tries again what was wrong, and films whose ingest failed or was cancelled. Of another operator’s import it continues the rest as well. Prices are judged as those of the import.',
  input: change({ importId: id }),
  output: z.object({ ...changed.shape, titles: z.optional(z.number()) }),
  refuses: ['NOT_FOUND', 'CONFLICT'],
})

export const report = adminExport({
  path: '/imports/report',
  roles,
  summary: 'What became of each line of an import, as CSV.',
  input: z.object({ importId: id }),
})

export const template = adminExport({
  path: '/imports/template',
  roles,
  summary: 'A file to fill in, with every column explained.',
  input: z.object({}),
})
