import * as z from 'zod/mini'
import { id, instant, whole } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, changed, pageOf, query } from './forms.ts'

export const CONTENT_KINDS = [
  'cinema',
  'cinemaFilm',
  'showtime',
  'sale',
  'goods',
  'locker',
  'freight',
  'screening',
  'campaign',
] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** Records of one call: those of a file. */
export const RECORDS_MAX = 2_000
/** Problems of a file that are said. */
export const PROBLEMS_SHOWN = 100

/** Units that arrive at once, or go. */
const UNITS_MAX = 100_000

const kind = z.enum(CONTENT_KINDS)
/** As the import takes it, without its kind: the import's own schemas check it. */
const record = z.record(z.string(), z.unknown())
const translated = z.object({ zh_HK: z.string(), en_US: z.string() })

const stored = z.object({
  id: z.string(),
  record,
  version: z.number(),
  updatedAt: instant,
  updatedBy: z.string(),
  /** What its ids name, by field. */
  names: z.record(z.string(), translated),
  /** What hangs on it: sold units, tickets, people. */
  counts: z.record(z.string(), z.number()),
})
export type StoredContent = z.output<typeof stored>

export const list = adminRead({
  path: '/content/list',
  roles: ['catalogue'],
  summary: 'Records of a kind in the order of the site, or by their start.',
  input: query(
    {
      kind,
      text: z.optional(z.string().check(z.maxLength(100))),
      withdrawn: z.optional(z.boolean()),
      /** The id of what they belong to: a cinema, a film, a sale, a title, a region. */
      parent: z.optional(id),
      from: z.optional(z.iso.datetime({ offset: true })),
      until: z.optional(z.iso.datetime({ offset: true })),
    },
    ['place'],
  ),
  output: pageOf(stored),
})

export const find = adminRead({
  path: '/content/find',
  roles: ['catalogue'],
  summary: 'One record, and what hangs on it.',
  input: z.object({ kind, id }),
  output: stored,
  refuses: ['NOT_FOUND'],
})

const records = z.array(record).check(z.minLength(1), z.maxLength(RECORDS_MAX))

export const check = adminRead({
  path: '/content/check',
  roles: ['catalogue'],
  summary: 'What saving records would do, and what is wrong with them. Changes nothing.',
  input: z.object({ kind, records }),
  output: z.object({
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    /** Of which the first hundred are listed. */
    wrong: z.number(),
    problems: z.array(z.object({ line: z.number(), field: z.nullable(z.string()), message: z.string() })),
    /** What is stored now, in the order of the records; 0: nothing. */
    versions: z.array(z.number()),
  }),
})

export const save = adminChange({
  path: '/content/save',
  roles: ['catalogue'],
  audit: 'save content',
  summary: 'Adds and changes records, all or none, as the import does.',
  /** `versions`: those that were seen, in the order of the records; 0: none. */
  input: change({ kind, records, versions: z.array(whole(0, 999_999_999)).check(z.maxLength(RECORDS_MAX)) }),
  output: z.object({ ...changed.shape, added: z.number(), changed: z.number(), versions: z.array(z.number()) }),
  refuses: ['VERSION_CONFLICT', 'INVALID_INPUT'],
})

export const withdraw = adminChange({
  path: '/content/withdraw',
  roles: ['catalogue'],
  audit: 'withdraw content',
  summary:
    'Takes a record off the site. What viewers have bought stays theirs, or is returned by the rules of its kind.',
  input: change({ kind, id }),
  output: z.object({ ...changed.shape, counts: z.record(z.string(), z.number()) }),
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const addStock = adminChange({
  path: '/content/addStock',
  roles: ['catalogue'],
  audit: 'change stock',
  summary: 'Units of goods that have arrived, or are gone: added to what there is, while others are sold.',
  input: change({
    id,
    units: z.int().check(
      z.minimum(-UNITS_MAX),
      z.maximum(UNITS_MAX),
      z.refine((units) => units !== 0),
    ),
  }),
  output: z.object({ ...changed.shape, supplied: z.number(), free: z.number() }),
  refuses: ['NOT_FOUND', 'INVALID_INPUT'],
})
