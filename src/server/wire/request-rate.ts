import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { networkShares, type Share } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'
import { isLoopback } from './trusted-origin.ts'

/**
 * The cost of the calls that one client may make at once, and the rate at which it may go on: a household behind one address never
 * notices. An endpoint's `cost` says what a call weighs.
 */
export const REQUEST_RATE = { burst: 600, perSecond: 100 } as const
/** An account may be used from several addresses at once. */
const ACCOUNT_FACTOR = 2
/** Members of one address have their own limit, which its visitors cannot use up: many homes may share an address. */
const MEMBERS_FACTOR = 10
/** How long a session is known by its last call. Each process knows those that it has seen. */
const KNOWN_SESSIONS = { max: 50_000, ttl: 5 * 60_000 } as const

export interface RequestLimiter {
  /**
   * Counts a call of an address and of its networks, before it is known who calls.
   * @param authorization the header of that name: a session that called before is counted among the members of its address
   * @throws AppError TOO_MANY_TRIES with `retryAfter`
   */
  count(address: string, cost?: number, authorization?: string): void
  /** Counts a visitor's call like `count`, unless it is beyond the limit. */
  allows(address: string, cost: number): boolean
  /**
   * Counts a call of an account, whatever address it comes from.
   * @param authorization the header by which it was authenticated
   * @throws AppError TOO_MANY_TRIES with `retryAfter`
   */
  countMember(accountId: string, cost: number, authorization?: string): void
}

/**
 * A token bucket for each network and account. The addresses of this machine are never counted: when a proxy that we were not told
 * of stands before us, everybody comes from here, and one flood would shut everybody out.
 */
export function createRequestLimiter(clock: Clock): RequestLimiter {
  const buckets = createTokenBuckets(clock, REQUEST_RATE)
  const sessions = new LRUCache<string, true>({
    ...KNOWN_SESSIONS,
    perf: { now: () => clock.now().epochMilliseconds },
    ttlResolution: 0,
  })
  return {
    count(address, cost, authorization) {
      if (isLoopback(address)) return
      const networks = networkShares(address)
      const isMember = authorization !== undefined && sessions.has(sessionKey(authorization))
      take(isMember ? networks.map(ofMembers) : networks, cost)
    },
    allows: (address, cost) => isLoopback(address) || buckets.take(networkShares(address), cost) === 0,
    countMember(accountId, cost, authorization) {
      if (authorization !== undefined) sessions.set(sessionKey(authorization), true)
      take([{ key: `account ${accountId}`, factor: ACCOUNT_FACTOR }], cost)
    },
  }

  function take(keys: readonly Share[], cost?: number): void {
    const retryAfter = buckets.take(keys, cost)
    if (retryAfter > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter })
  }
}

const ofMembers = ({ key, factor = 1 }: Share): Share => ({
  key: `members ${key}`,
  factor: factor * MEMBERS_FACTOR,
})

/** Not the token itself. */
const sessionKey = (authorization: string): string => hash('sha256', authorization, 'base64')
