import type { Language } from '#contract/languages.ts'
import { POPULAR_LEAST } from '#contract/search.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { SearchDeps } from './ports.ts'
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
import { hongKongDay } from '#server/kit/instants.ts'

const POPULAR_DAYS = 7
/** TTL. */
const POPULAR_SECONDS = 60
const COUNTS_KEPT_DAYS = 90

export type FoundSearch = { programId: string; address: string }

export type MissedSearch = { typed: string; key: string; language: Language; address: string }

export type Terms = ReturnType<typeof createTerms>

/** Anonymous counts of found and missed searches. */
export function createTerms({ db, clock }: SearchDeps) {
  const limits = createCountLimits(clock)
  let counted: { programIds: string[]; limit: number; until: Temporal.Instant } | undefined
  const today = () => hongKongDay(clock.now())
  return {
    /** Once per title, address and day. */
    async countFound({ programId, address }: FoundSearch): Promise<void> {
      if (limits.admits(address, `found ${programId}`)) await countFound(db, { day: today(), programId })
    },

    /** Once per key, address and day. `isKnown`: others would find something; called within the limits only. */
    async countMissed({ typed, key, language, address }: MissedSearch, isKnown: () => Promise<boolean>): Promise<void> {
      if (!limits.admits(address, `missed ${key}`) || (await isKnown())) return
      await countMissed(db, { day: today(), key: missedKey(typed, key), language })
    },

    /** Up to a minute old. */
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

    missed: ({ days, limit }: { days: number; limit: number }): Promise<Missed[]> =>
      findMissed(db, { since: today().subtract({ days }), limit }),

    missedToday: (): Promise<number> => countMissedOn(db, today()),

    deleteOld: (): Promise<void> => deleteCounts(db, today().subtract({ days: COUNTS_KEPT_DAYS })),
  }
}

/** Per address. */
const COUNTED = { burst: 20, perSecond: 1 / 1800 } as const
/** Not regained within the day. */
const ONCE = { burst: 1, perSecond: 0 } as const
/** Per day, at most three for a search. */
const HASHES_MAX = 30_000

/** No address can shape the counts alone; IPv6 networks count a multiple. Kept in memory as hashes with a random key per day. */
function createCountLimits(clock: Clock) {
  const addresses = createTokenBuckets(clock, COUNTED)
  let today = createDay(clock)
  return {
    /** `what`: a title, or a missed key. */
    admits(address: string, what: string): boolean {
      const networks = addressPrefixes(address)
      if (!today.isNow()) today = createDay(clock)
      return today.isFirst(networks, what) && addresses.take(sharesOf(networks)) === 0
    },
  }
}

function createDay(clock: Clock) {
  const date = hongKongDay(clock.now())
  const key = randomBytes(32)
  const searches = createTokenBuckets(clock, ONCE, HASHES_MAX)
  const hashOf = (network: string, what: string) =>
    createHmac('sha256', key).update(`${network}\n${what}`).digest('base64url')
  return {
    isNow: () => hongKongDay(clock.now()).equals(date),
    isFirst: (networks: readonly string[], what: string) =>
      searches.take(sharesOf(networks.map((network) => hashOf(network, what)))) === 0,
  }
}

/** Possibly a personal number. */
const NUMBER = /(?:\p{N}[\s-]?){6}/u

/** Longer keys are no titles. */
const KEY_MAX = 40

/** Empty for what may be an address or a personal number. */
export function missedKey(typed: string, key: string): string {
  return typed.includes('@') || NUMBER.test(typed.normalize('NFKC')) || key.length > KEY_MAX ? '' : key
}
