import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { checkPostings, findLastCheck, insertCheck, type StoredCheck } from './check.repo.ts'

/** All postings are added again after this many hours. */
const CHECK_HOURS = 24

/** The re-adding check: the postings are the truth, everything else has to agree with them. */
export function createLedgerCheck({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const gauge: Gauge = {
    name: 'harbour_ledger_differences',
    help: 'Differences that the last check of the ledger found. Anything but 0 needs an operator.',
    read: async () => {
      const last = await findLastCheck(db)
      return last ? [{ value: last.differences.length }] : []
    },
  }
  return { check, checkDue, gauge }

  /** Adds all postings again and stores the result. Undefined while another node does. */
  async function check(): Promise<StoredCheck | undefined> {
    const startMs = performance.now()
    const result = await checkPostings(db)
    if (!result) return undefined
    const stored = { ...result, checkedAt: clock.now(), milliseconds: Math.round(performance.now() - startMs) }
    await insertCheck(db, stored)
    return stored
  }

  async function checkDue({ log }: { log: Log }): Promise<void> {
    const last = await findLastCheck(db)
    const due = last?.checkedAt.add({ hours: CHECK_HOURS })
    if (due && Temporal.Instant.compare(due, clock.now()) > 0) return
    const result = await check()
    if (result && result.differences.length > 0) log.error({ differences: result.differences }, 'the ledger differs')
  }
}
