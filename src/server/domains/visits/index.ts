import type { Kysely } from 'kysely'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { networkShares } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'
import type { DomainModule } from '../domain-module.ts'
import { daysToCount, deviceClassOf, type PageView } from './visits.rules.ts'
import { countDay, deleteVisits, findCountedDays, insertVisit } from './visits.repo.ts'

export { deviceClassOf } from './visits.rules.ts'

/** Visits: page views by route and campaign. Owns visit and visit_day. Stores no address, account or query. */

export type Visits = ReturnType<typeof createVisits>

/** Per address. */
export const VISIT_RATE = { burst: 120, perSecond: 0.2 } as const
const DUE_EVERY_MS = 15 * 60_000

export function createVisits({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, VISIT_RATE)
  const domainModule: DomainModule = { scheduledTasks: [{ name: 'visits', everyMs: DUE_EVERY_MS, run: runDue }] }
  return { record, runDue, domainModule }

  /** Drops views beyond the rate. */
  async function record(view: PageView, address: string): Promise<void> {
    if (buckets.take(networkShares(address)) > 0) return
    await insertVisit(db, { at: clock.now(), deviceClass: deviceClassOf(view.device), view })
  }

  /** Counts ended days and deletes expired views. Several nodes may run it concurrently. */
  async function runDue(): Promise<void> {
    const now = clock.now()
    for (const day of daysToCount(await findCountedDays(db), now)) await countDay(db, day)
    await deleteVisits(db, now.subtract({ hours: KEPT_DAYS.pageViews * 24 }))
  }
}
