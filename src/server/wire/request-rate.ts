import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { networkShares, type Share } from '#server/kit/fairness.ts'
import { createTokenBuckets, partOf } from '#server/kit/token-buckets.ts'
import { isLoopback } from './trusted-origin.ts'

/** By `cost` of endpoints: a household behind one address never notices. */
export const REQUEST_RATE = { burst: 600, perSecond: 100 } as const
/** Of the dearest call, which must pass at once however many processes share a limit. */
export const COST_MAX = 100
/** Used from several addresses at once. */
const ACCOUNT_FACTOR = 2
/** Of one address, which its visitors cannot use up: many homes may share it. */
const MEMBERS_FACTOR = 10
const KNOWN_SESSIONS = { max: 50_000, ttl: 5 * 60_000 } as const

export interface RequestLimiter {
  /**
   * For an address and its networks, before the caller is known.
   * @param authorization the header: a session that called before is counted among the members of its address
   * @throws AppError TOO_MANY_TRIES with `retryAfter`
   */
  count(address: string, cost?: number, authorization?: string): void
  allows(address: string, cost: number): boolean
  /** Apart from the visitors of the address. @throws AppError TOO_MANY_TRIES with `retryAfter` */
  countPreview(address: string, cost: number): void
  /**
   * From whatever address.
   * @param authorization the header
   * @throws AppError TOO_MANY_TRIES with `retryAfter`
   */
  countMember(accountId: string, cost: number, authorization?: string): void
}

/**
 * A token bucket for each network and account. This machine's addresses are not counted: behind an unknown proxy every client comes
 * from here, and one flood would shut all out.
 * `webCount`: among so many processes a client's requests are spread, so that each allows its part (HARBOUR_WEB_COUNT).
 */
export function createRequestLimiter(clock: Clock, { webCount = 1 }: { webCount?: number } = {}): RequestLimiter {
  const buckets = createTokenBuckets(clock, partOf(REQUEST_RATE, webCount, COST_MAX))
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
    countPreview(address, cost) {
      if (!isLoopback(address)) take(networkShares(address).map(ofPreviews), cost)
    },
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

const ofPreviews = ({ key, ...share }: Share): Share => ({ key: `previews ${key}`, ...share })

const ofMembers = ({ key, factor = 1 }: Share): Share => ({
  key: `members ${key}`,
  factor: factor * MEMBERS_FACTOR,
})

const sessionKey = (authorization: string): string => hash('sha256', authorization, 'base64')
