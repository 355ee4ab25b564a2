import { AppError } from '#contract/errors.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type BucketKey, createTokenBuckets, networkKeys } from '#server/kit/token-buckets.ts'
import { isLoopback } from './trusted-origin.ts'

/**
 * The cost of the calls that one client may make at once, and the rate at which it may go on: a household behind one address never
 * notices. An endpoint's `cost` says what a call weighs.
 */
export const REQUEST_RATE = { burst: 600, perSecond: 100 } as const
/** An account may be used from several addresses at once. */
const ACCOUNT_FACTOR = 2

export interface RequestLimiter {
  /** Counts a call of an address and of its networks. @throws AppError TOO_MANY_TRIES with `retryAfter` */
  count(address: string, cost?: number): void
  /** Counts a call of an account, whatever address it comes from. @throws AppError TOO_MANY_TRIES with `retryAfter` */
  countMember(accountId: string, cost: number): void
}

/**
 * A token bucket for each network and account. The addresses of this machine are never counted: when a proxy that we were not told
 * of stands before us, everybody comes from here, and one flood would shut everybody out.
 */
export function createRequestLimiter(clock: Clock): RequestLimiter {
  const buckets = createTokenBuckets(clock, REQUEST_RATE)
  return {
    count(address, cost) {
      if (!isLoopback(address)) take(networkKeys(addressPrefixes(address)), cost)
    },
    countMember: (accountId, cost) => take([{ key: `account ${accountId}`, factor: ACCOUNT_FACTOR }], cost),
  }

  function take(keys: readonly BucketKey[], cost?: number): void {
    const retryAfter = buckets.take(keys, cost)
    if (retryAfter > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter })
  }
}
