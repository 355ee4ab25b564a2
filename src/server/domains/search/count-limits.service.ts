import { createHmac, randomBytes } from 'node:crypto'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import { createTokenBuckets, networkKeys } from '#server/kit/token-buckets.ts'

/** Different searches of an address that are counted: after the first ones, one in half an hour. */
const COUNTED = { burst: 20, perSecond: 1 / 1800 } as const
/** A search of an address is counted once in a day: nothing is regained before the next one begins. */
const ONCE = { burst: 1, perSecond: 0 } as const
/** Hashes of a day that are kept, at most three for a search. */
const HASHES_MAX = 30_000

/** Limits what is counted of an address. */
export type CountLimits = ReturnType<typeof createCountLimits>

/**
 * Limits what one address adds to the counts of searches: nobody makes a title popular, or fills the list of what was missed, alone.
 * Networks of IPv6 count a multiple of an address, as for every rate limit. What an address searched for is kept in the memory of this
 * process until the end of the day in Hong Kong, as a hash with a random key of that day.
 */
export function createCountLimits(clock: Clock) {
  const addresses = createTokenBuckets(clock, COUNTED)
  let today = createDay(clock)
  return {
    /** Whether this search of an address is counted. `what` is a title, or a key that found nothing. */
    admits(address: string, what: string): boolean {
      const networks = addressPrefixes(address)
      if (!today.isNow()) today = createDay(clock)
      return today.isFirst(networks, what) && addresses.take(networkKeys(networks)) === 0
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
      searches.take(networkKeys(networks.map((network) => hashOf(network, what)))) === 0,
  }
}

/** The day of which searches are counted. */
export const dayIn = (clock: Clock): Temporal.PlainDate =>
  clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
