import type { Kysely } from 'kysely'
import { REVENUE_ACCOUNTS } from '#contract/admin/reports.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'
import type { JournalRow } from '../ledger/index.ts'
import { findProgress } from './days.repo.ts'
import {
  countUnlicensed,
  findLicensors,
  findUnclosed,
  keepStatements,
  readJournalDays,
  readLiabilities,
  readStatement,
  readUnlicensed,
} from './statements.query.ts'
import { hongKongDay, startOfHongKongDay } from '#server/kit/instants.ts'

/** Of Hong Kong. */
export interface Month {
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
}

/** `2026-11`. Undefined when it is no month. */
export function monthOf(text: string): Month | undefined {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)) return undefined
  const first = Temporal.PlainYearMonth.from(text).toPlainDate({ day: 1 })
  return { from: startOfHongKongDay(first), until: startOfHongKongDay(first.add({ months: 1 })) }
}

/** Revenue of a month from what was paid for and never used: credits and gift cards that expired. In cents. */
export const breakageOf = (rows: readonly JournalRow[]): number => revenueOf(rows, 'breakage')

const revenueOf = (rows: readonly JournalRow[], account: string): number =>
  rows
    .filter((row) => row.account === account)
    .reduce((total, { debitCents, creditCents }) => total + creditCents - debitCents, 0)

/** The sums of a journal. @throws when debits and credits differ */
export function balancedSums(rows: readonly JournalRow[]): { debitCents: number; creditCents: number } {
  const sums = sumsOf(rows)
  if (sums.debitCents !== sums.creditCents)
    throw new Error(`The journal does not balance: ${sums.debitCents} and ${sums.creditCents} cents.`)
  return sums
}

const sumsOf = (rows: readonly JournalRow[]) => ({
  debitCents: rows.reduce((total, row) => total + row.debitCents, 0),
  creditCents: rows.reduce((total, row) => total + row.creditCents, 0),
})

const endOf = (first: Temporal.PlainDate): Temporal.PlainDate => first.add({ months: 1 }).subtract({ days: 1 })

const daysIn = ({ from, until }: Month) => ({
  from: hongKongDay(from),
  until: hongKongDay(until).subtract({ days: 1 }),
})

/** Days of the next month until which late figures of a month are counted. */
const LATE_DAYS = 3

/** What finance takes from the day tables at the end of a month. */
export function createMonths({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return { closing, statement, keepDue, licensors: () => findLicensors(db) }

  async function closing(month: Month) {
    const days = daysIn(month)
    const [rows, liabilities, counted, unlicensed] = await Promise.all([
      readJournalDays(db, days),
      readLiabilities(db, days.until),
      findProgress(db, 'journal'),
      readUnlicensed(db, days),
    ])
    const sums = sumsOf(rows)
    const revenue = Object.entries(REVENUE_ACCOUNTS).map(([account, kind]) => ({
      kind,
      cents: revenueOf(rows, account),
    }))
    return {
      ...sums,
      isOver: Temporal.Instant.compare(counted?.countedAt ?? month.from, month.until) >= 0,
      isBalanced: sums.debitCents === sums.creditCents,
      revenueCents: revenue.reduce((total, { cents }) => total + cents, 0),
      revenue,
      breakageCents: breakageOf(rows),
      liabilities,
      unlicensed,
      countedAt: counted?.countedAt ?? null,
    }
  }

  function statement({ licensor, month }: { licensor: string; month: Month }) {
    return readStatement(db, { licensor, ...daysIn(month) })
  }

  /**
   * Statements of months that are over stay what they were, whatever becomes of the windows. What has no window in a month that is open is
   * counted. Several processes may run it.
   */
  async function keepDue(): Promise<void> {
    const counted = await findProgress(db, 'titles')
    if (!counted) return
    const before = counted.countedUntil.subtract({ days: LATE_DAYS }).with({ day: 1 })
    for (const from of await findUnclosed(db, before)) {
      await inTransaction(db, (tx) => keepStatements(tx, { from, until: endOf(from) }, clock.now()))
    }
    const today = hongKongDay(clock.now())
    for (let from = before; Temporal.PlainDate.compare(from, today) <= 0; from = from.add({ months: 1 }))
      await inTransaction(db, (tx) => countUnlicensed(tx, { from, until: endOf(from) }, clock.now()))
  }
}
