import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { POPULAR_LEAST } from '#contract/search.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import {
  countFound,
  countMissed,
  countMissedOn,
  deleteCounts,
  findMissed,
  findPopular,
  type Missed,
} from './searches.repo.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { sharesOf } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'

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

/** Different searches of an address that are counted: after the first ones, one in half an hour. */
const COUNTED = { burst: 20, perSecond: 1 / 1800 } as const
/** A search of an address is counted once in a day: nothing is regained before the next one begins. */
const ONCE = { burst: 1, perSecond: 0 } as const
/** Hashes of a day that are kept, at most three for a search. */
const HASHES_MAX = 30_000

/**
 * Limits what one address adds to the counts of searches: nobody makes a title popular, or fills the list of what was missed, alone.
 * Networks of IPv6 count a multiple of an address, as for every rate limit. What an address searched for is kept in the memory of this
 * process until the end of the day in Hong Kong, as a hash with a random key of that day.
 */
function createCountLimits(clock: Clock) {
  const addresses = createTokenBuckets(clock, COUNTED)
  let today = createDay(clock)
  return {
    /** Whether this search of an address is counted. `what` is a title, or a key that found nothing. */
    admits(address: string, what: string): boolean {
      const networks = addressPrefixes(address)
      if (!today.isNow()) today = createDay(clock)
      return today.isFirst(networks, what) && addresses.take(sharesOf(networks)) === 0
    },
  }
}

function createDay(clock: Clock) {
  const date = dayIn(clock)
  const key = randomBytes(32)
  const searches = createTokenBuckets(clock, ONCE, HASHES_MAX)
  const hashOf = (network: string, what: string) =>
    createHmac('sha256', key).update(`${network}\n${what}`).digest('base64url')
  return {
    isNow: () => dayIn(clock).equals(date),
    isFirst: (networks: readonly string[], what: string) =>
      searches.take(sharesOf(networks.map((network) => hashOf(network, what)))) === 0,
  }
}

/** The day of which searches are counted. */
const dayIn = (clock: Clock): Temporal.PlainDate => clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()

/** Runs of so many digits may be somebody's number. */
const NUMBER = /(?:\p{N}[\s-]?){6}/u

/** A key longer than this is nobody's search for a title. */
const KEY_MAX = 40

/** What is noted of a search that found nothing: its key; nothing of what may be an address or a number of a person. */
export function missedKey(typed: string, key: string): string {
  return typed.includes('@') || NUMBER.test(typed.normalize('NFKC')) || key.length > KEY_MAX ? '' : key
}
