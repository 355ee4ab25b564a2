import * as z from 'zod/mini'
import { LANGUAGES } from '../languages.ts'
import { REGIONS } from '../regions.ts'
import { id } from '../wire-values.ts'
import { adminExport, adminRead, type Role } from './endpoint.ts'

/** Days that reports reach back. Of money they are kept longer, for the month's journal. */
export const REPORT_DAYS = 400
/** A chart has so many lines; what is left is one more. */
export const LINES_MAX = 8
/** The line of what is left. */
export const OTHERS = 'others'

export const ACCESS_WAYS = ['free', 'plan', 'rental', 'screening'] as const
export const DEVICE_CLASSES = ['phone', 'tablet', 'desktop', 'unknown'] as const

/** What a figure can be divided by. */
export const DIMENSIONS = [
  'region',
  'access',
  'device',
  'kind',
  'provider',
  'plan',
  'purpose',
  'engine',
  'code',
  'language',
  'route',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What a figure can be narrowed to. */
export type Filter = 'region' | 'access' | 'device' | 'title'

/** Accounts of the ledger that are revenue, and the kind of revenue that each is. */
export const REVENUE_ACCOUNTS = {
  subscription_revenue: 'plans',
  rent_revenue: 'rentals',
  screening_revenue: 'screenings',
  sale_revenue: 'goods',
  breakage: 'breakage',
} as const

export type Fold = 'sum' | 'peak' | 'last' | 'mean'

export interface MeasureDefinition {
  readonly group: 'watching' | 'quality' | 'interest' | 'money' | 'members'
  readonly unit: 'count' | 'seconds' | 'cents' | 'milliseconds' | 'share'
  /**
   * How the days of a period become one figure: their sum, their greatest, the last of them, or the mean of all that was measured on
   * them.
   */
  readonly fold: Fold
  readonly by: readonly Dimension[]
  readonly filters: readonly Filter[]
  /** Titles can be ranked by it. */
  readonly hasTop: boolean
  readonly roles: readonly Role[]
}

const ALL = ['finance', 'catalogue'] as const
const WATCHING = {
  group: 'watching',
  fold: 'sum',
  by: ['region', 'access', 'device'],
  filters: ['region', 'access', 'device', 'title'],
  hasTop: true,
  roles: ALL,
} as const
const QUALITY = { group: 'quality', by: ['engine'], filters: ['title'], hasTop: false, roles: ALL } as const
const INTEREST = { group: 'interest', unit: 'count', fold: 'sum', filters: [], hasTop: false, roles: ALL } as const
const MEMBERS = { group: 'members', filters: [], hasTop: false, roles: ['finance'] } as const
const MONEY = { group: 'money', unit: 'cents', fold: 'sum', filters: [], hasTop: false, roles: ['finance'] } as const

/** Every report: the screen, the calls and their roles follow from it. */
export const MEASURES = {
  plays: { ...WATCHING, unit: 'count' },
  watchTime: { ...WATCHING, unit: 'seconds' },
  concurrent: { ...WATCHING, unit: 'count', fold: 'peak', by: [], filters: [], hasTop: false },
  startTime: { ...QUALITY, unit: 'milliseconds', fold: 'mean' },
  stalled: { ...QUALITY, unit: 'share', fold: 'mean' },
  failedPlays: { ...QUALITY, unit: 'share', fold: 'mean' },
  playerErrors: { ...QUALITY, unit: 'count', fold: 'sum', by: ['code'], filters: [] },
  missedSearches: { ...INTEREST, by: ['language'] },
  pageViews: { ...INTEREST, by: ['route', 'device', 'language'] },
  revenue: { ...MONEY, by: ['kind'] },
  received: { ...MONEY, by: ['provider'] },
  refunded: { ...MONEY, by: ['provider'] },
  failedPayments: { ...MONEY, unit: 'count', by: ['provider', 'purpose'] },
  subscribers: { ...MEMBERS, unit: 'count', fold: 'last', by: ['plan'] },
  started: { ...MEMBERS, unit: 'count', fold: 'sum', by: ['plan'] },
  renewed: { ...MEMBERS, unit: 'count', fold: 'sum', by: ['plan'] },
  failedRenewals: { ...MEMBERS, unit: 'count', fold: 'sum', by: ['provider'] },
  ended: { ...MEMBERS, unit: 'count', fold: 'sum', by: ['plan'] },
  churn: { ...MEMBERS, unit: 'share', fold: 'mean', by: ['plan'] },
} as const satisfies Readonly<Record<string, MeasureDefinition>>

export type Measure = keyof typeof MEASURES
export const MEASURE_NAMES = Object.keys(MEASURES) as [Measure, ...Measure[]]

/** `before`: as many days before the period. `year`: the same days of the year before. */
export const COMPARISONS = ['before', 'year'] as const

const day = z.iso.date()

const narrowed = z.prefault(
  z.object({
    region: z.optional(z.enum(REGIONS)),
    access: z.optional(z.enum(ACCESS_WAYS)),
    device: z.optional(z.enum(DEVICE_CLASSES)),
    title: z.optional(id),
  }),
  {},
)

/** Days of Hong Kong, both included. */
const period = { measure: z.enum(MEASURE_NAMES), from: day, until: day, filter: narrowed }
const compare = z.optional(z.enum(COMPARISONS))

const titleName = z.object({ zh_HK: z.string(), en_US: z.string() })
const figure = z.object({ value: z.number(), before: z.nullable(z.number()) })

export const series = adminRead({
  path: '/reports/series',
  roles: ALL,
  summary: 'A figure by day, as a whole or divided, beside that of another period. Read from day tables alone.',
  input: z.object({ ...period, by: z.optional(z.enum(DIMENSIONS)), compare }),
  output: z.object({
    days: z.array(day),
    total: figure,
    /** Of the whole, aligned with `days`. */
    points: z.array(z.number()),
    before: z.nullable(z.array(z.number())),
    /** The largest first; empty where the figure is not divided. */
    lines: z.array(
      z.object({
        key: z.string(),
        /** Of a plan; null for what the console names itself. */
        name: z.nullable(titleName),
        ...figure.shape,
        points: z.array(z.number()),
      }),
    ),
    /** Of the filter; null for one that is gone. */
    title: z.nullable(titleName),
    /** When bookings were counted last; null before the first time. */
    countedAt: z.nullable(z.string()),
  }),
  refuses: ['INVALID_INPUT', 'NOT_ALLOWED'],
})

export const top = adminRead({
  path: '/reports/top',
  roles: ALL,
  summary: 'The titles with most of a figure in a period, with the figure of another period.',
  input: z.object({ ...period, compare, limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20) }),
  output: z.object({
    list: z.array(
      z.object({
        programId: z.string(),
        /** Null for a title that is gone. */
        title: z.nullable(titleName),
        ...figure.shape,
      }),
    ),
  }),
  refuses: ['INVALID_INPUT', 'NOT_ALLOWED'],
})

export const missed = adminRead({
  path: '/reports/missed',
  roles: ALL,
  summary: 'What was searched for and not found, as the search compares it. It names no person.',
  input: z.object({ from: day, until: day, limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50) }),
  output: z.object({
    list: z.array(
      z.object({
        /** Empty for what may be personal, and is not kept. */
        key: z.string(),
        language: z.enum(LANGUAGES),
        searches: z.number(),
        lastDay: day,
      }),
    ),
  }),
  refuses: ['INVALID_INPUT'],
})

export const exportReport = adminExport({
  path: '/reports/export',
  roles: ALL,
  summary: 'The day table of a figure as a file, whole: of plays and watch time each title, region, access and device.',
  input: z.object(period),
  refuses: ['INVALID_INPUT', 'NOT_ALLOWED'],
})
