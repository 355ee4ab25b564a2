import type { Kysely } from 'kysely'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { networkShares } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'
import type { DomainModule } from '../domain-module.ts'
import { daysToCount, deviceClassOf, type PageView } from './visits.rules.ts'
import { countDay, deleteVisits, findCountedDays, insertVisit } from './visits.repo.ts'

/**
 * Visits: page views by route and campaign. Owns the tables visit and visit_day. Stores no address, account or query.
 */

export type Visits = ReturnType<typeof createVisits>

/** Page views that one address may report at once, and the rate at which it may go on. */
export const VISIT_RATE = { burst: 120, perSecond: 0.2 } as const
const DUE_EVERY_MS = 15 * 60_000

export function createVisits({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, VISIT_RATE)
  const domainModule: DomainModule = { scheduledTasks: [{ name: 'visits', everyMs: DUE_EVERY_MS, run: runDue }] }
  return { record, runDue, domainModule }

  /** Stores a page view. Those beyond an address's rate are dropped: they would only fill the disk. */
  async function record(view: PageView, address: string): Promise<void> {
    if (buckets.take(networkShares(address)) > 0) return
    await insertVisit(db, { at: clock.now(), deviceClass: deviceClassOf(view.device), view })
  }

  /** Counts the days that have ended and deletes views that are older than the retention. Any number of nodes may do so at once. */
  async function runDue(): Promise<void> {
    const now = clock.now()
    for (const day of daysToCount(await findCountedDays(db), now)) await countDay(db, day)
    await deleteVisits(db, now.subtract({ hours: KEPT_DAYS.pageViews * 24 }))
  }
}
