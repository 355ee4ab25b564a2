import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { createTokenBuckets, networkKeys } from '#server/kit/token-buckets.ts'
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

/** Searches of an address that are counted: nobody makes a title popular, or fills the list of what was missed, alone. */
const COUNTED = { burst: 20, perSecond: 1 / 30 } as const
/** Popular is what was found in so many days. */
const POPULAR_DAYS = 7
/** What is popular is counted again after so many seconds. */
const POPULAR_SECONDS = 60
/** Counts are kept for so many days. */
const KEPT_DAYS = 90

/** A search as it is counted. */
export type CountedSearch = {
  typed: string
  key: string
  language: Language
  address: string
  /** The first result; undefined when nothing was found. */
  first: string | undefined
}

/** Counts searches. */
export type Terms = ReturnType<typeof createTerms>

/** Counts what searches find and what they miss, without who searched. */
export function createTerms({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, COUNTED)
  let counted: { programIds: string[]; limit: number; until: Temporal.Instant } | undefined
  const today = () => clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  return {
    async count({ typed, key, language, address, first }: CountedSearch): Promise<void> {
      if (buckets.take(networkKeys(addressPrefixes(address))) > 0) return
      const day = today()
      if (first !== undefined) await countFound(db, { day, programId: first })
      else await countMissed(db, { day, key: missedKey(typed, key), language })
    },

    /** The titles that were found first most often in the last days, as of a minute ago. */
    async popular(limit: number): Promise<string[]> {
      const now = clock.now()
      if (!counted || counted.limit !== limit || Temporal.Instant.compare(now, counted.until) >= 0) {
        const programIds = await findPopular(db, { since: today().subtract({ days: POPULAR_DAYS }), limit })
        counted = { programIds, limit, until: now.add({ seconds: POPULAR_SECONDS }) }
      }
      return counted.programIds
    },

    /** What found nothing in the last days, the most frequent first. */
    missed: ({ days, limit }: { days: number; limit: number }): Promise<Missed[]> =>
      findMissed(db, { since: today().subtract({ days }), limit }),

    missedToday: (): Promise<number> => countMissedOn(db, today()),

    deleteOld: (): Promise<void> => deleteCounts(db, today().subtract({ days: KEPT_DAYS })),
  }
}
