import { STATEMENT_KINDS, type StatementKind, CREDIT_BUCKETS, type CreditBucket } from '#contract/wallet.ts'

/** How far back the statement goes; the first is the default. */
export const PERIODS = ['3m', '12m', 'all'] as const
export type Period = (typeof PERIODS)[number]

/** The filters of the statement, as the address has them. */
export interface StatementFilter {
  bucket: CreditBucket | undefined
  /** What the lines are about; undefined: everything. */
  kind: StatementKind | undefined
  period: Period
}

/** Reads the filters of an address; unknown values are the defaults. */
export const readFilter = (query: URLSearchParams): StatementFilter => ({
  bucket: CREDIT_BUCKETS.find((bucket) => bucket === query.get('bucket')),
  kind: STATEMENT_KINDS.find((kind) => kind === query.get('kind')),
  period: PERIODS.find((period) => period === query.get('period')) ?? '3m',
})

/** The filters as the address has them; a default is left out. */
export const filterQuery = ({ bucket, kind, period }: StatementFilter): Record<string, string> => ({
  ...(bucket && { bucket }),
  ...(kind && { kind }),
  ...(period !== '3m' && { period }),
})

/** Hong Kong is UTC+8 all year. */
const HONG_KONG_MS = 8 * 3600 * 1000
const MONTHS: Readonly<Record<Period, number | undefined>> = { '3m': 3, '12m': 12, all: undefined }

/** The first Hong Kong day of a period, `2026-08-22`; undefined for all of it. A day that a month lacks is its last one. */
export function periodStart(period: Period, nowMs: number): string | undefined {
  const months = MONTHS[period]
  if (months === undefined) return undefined
  const today = new Date(nowMs + HONG_KONG_MS)
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth() - months, today.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

const DAY_MS = 24 * 3600 * 1000
/** Credits that lapse within this time are marked. */
const SOON_DAYS = 7

/** Whole days until credits lapse, when that is within a week; undefined when there is more time. */
export function lapsesInDays(expiresAt: string, nowMs: number): number | undefined {
  const left = Date.parse(expiresAt) - nowMs
  return left < SOON_DAYS * DAY_MS ? Math.max(0, Math.floor(left / DAY_MS)) : undefined
}

interface Lapse {
  bucket: CreditBucket
  credits: number
  expiresAt: string
}

/** What lapses on the same day in Hong Kong is one line, which begins to lapse with the first of it. */
export function mergeDays(lapses: readonly Lapse[]): Lapse[] {
  const dayOf = ({ expiresAt }: Lapse) => new Date(Date.parse(expiresAt) + HONG_KONG_MS).toISOString().slice(0, 10)
  return lapses.reduce<Lapse[]>((merged, lapse) => {
    const last = merged.at(-1)
    if (last?.bucket !== lapse.bucket || dayOf(last) !== dayOf(lapse)) return [...merged, lapse]
    return [...merged.slice(0, -1), { ...last, credits: last.credits + lapse.credits }]
  }, [])
}
