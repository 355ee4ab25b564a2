import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { POPULAR_LEAST } from '#contract/search.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { createCountLimits, dayIn } from './count-limits.service.ts'
import { missedKey } from './missed.rules.ts'
import {
  countFound,
  countMissed,
  countMissedOn,
  deleteCounts,
  findMissed,
  findPopular,
  type Missed,
} from './terms.repo.ts'

/** Popular is what was found in so many days. */
const POPULAR_DAYS = 7
/** What is popular is counted again after so many seconds. */
const POPULAR_SECONDS = 60
/** Counts are kept for so many days. */
const COUNTS_KEPT_DAYS = 90

/** A search that found something, as it is counted: by its first result. */
export type FoundSearch = { programId: string; address: string }

/** A search that found nothing, as it is counted. */
export type MissedSearch = { typed: string; key: string; language: Language; address: string }

/** Counts searches. */
export type Terms = ReturnType<typeof createTerms>

/** Counts what searches find and what they miss, without who searched. */
export function createTerms({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const limits = createCountLimits(clock)
  let counted: { programIds: string[]; limit: number; until: Temporal.Instant } | undefined
  const today = () => dayIn(clock)
  return {
    /** Counts a search by its first result: each title once a day for an address. */
    async countFound({ programId, address }: FoundSearch): Promise<void> {
      if (limits.admits(address, `found ${programId}`)) await countFound(db, { day: today(), programId })
    },

    /**
     * Counts a search that found nothing: each key once a day for an address. `isKnown` says that others would find something, which
     * is then not counted; it is called only for what the limits admit.
     */
    async countMissed({ typed, key, language, address }: MissedSearch, isKnown: () => Promise<boolean>): Promise<void> {
      if (!limits.admits(address, `missed ${key}`) || (await isKnown())) return
      await countMissed(db, { day: today(), key: missedKey(typed, key), language })
    },

    /** The titles that were found first most often in the last days, and often enough, as of a minute ago. */
    async popular(limit: number): Promise<string[]> {
      const now = clock.now()
      if (!counted || counted.limit !== limit || Temporal.Instant.compare(now, counted.until) >= 0) {
        const programIds = await findPopular(db, {
          since: today().subtract({ days: POPULAR_DAYS }),
          least: POPULAR_LEAST,
          limit,
        })
        counted = { programIds, limit, until: now.add({ seconds: POPULAR_SECONDS }) }
      }
      return counted.programIds
    },

    /** What found nothing in the last days, the most frequent first. */
    missed: ({ days, limit }: { days: number; limit: number }): Promise<Missed[]> =>
      findMissed(db, { since: today().subtract({ days }), limit }),

    missedToday: (): Promise<number> => countMissedOn(db, today()),

    deleteOld: (): Promise<void> => deleteCounts(db, today().subtract({ days: COUNTS_KEPT_DAYS })),
  }
}
