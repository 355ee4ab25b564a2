import { HONG_KONG } from './instants.ts'

/** At most `limit` in any `seconds`. */
type Window = { kind: 'window'; limit: number; seconds: number }
/** `free` attempts, then a wait after each: `firstSeconds`, doubling up to `maxSeconds`. A correct attempt resets it. */
export type Lockout = { kind: 'lockout'; free: number; firstSeconds: number; maxSeconds: number }
/** At most `limit` per Hong Kong day, released hourly: a flood uses up what is released. `share`: the part that this rule may use. */
type Rationed = { kind: 'rationed'; limit: number; share: number }

export type Rule = Window | Lockout | Rationed

/** Milliseconds; `hits` oldest first. */
export type Tally = { hits: number[]; count: number; until: number }
export const NO_TALLY: Tally = { hits: [], count: 0, until: 0 }

export type Charge = { allowed: true; tally: Tally; expiresAtMs: number } | { allowed: false; retryAfter: number }

/** `retryAfter`: seconds until the next attempt. */
export type RemainingTries = { triesLeft: number; retryAfter?: number }

/** Share of a day's total; the rest follows hourly. */
const RELEASED_AT_MIDNIGHT = 1 / 8
const HOURS = 24

/** Without a wrong attempt. */
const LOCKOUT_EXPIRES_MS = 48 * 3_600_000

/** Counts an attempt, or returns the seconds until one is allowed. */
export function chargeTally(rule: Rule, tally: Tally, nowMs: number): Charge {
  switch (rule.kind) {
    case 'window':
      return chargeWindow(rule, tally, nowMs)
    case 'lockout':
      return chargeLockout(rule, tally, nowMs)
    case 'rationed':
      return chargeRationed(rule, tally, nowMs)
  }
}

export type RefundReason = 'correct' | 'unverified'

export function refundTally(rule: Rule, tally: Tally, { atMs, reason }: { atMs: number; reason: RefundReason }): Tally {
  const count = Math.max(0, tally.count - 1)
  // The refunded attempt was allowed, so there was no wait before it.
  if (rule.kind === 'lockout') return reason === 'correct' ? NO_TALLY : { ...tally, count, until: 0 }
  const at = tally.hits.lastIndexOf(atMs)
  return { ...tally, hits: tally.hits.toSpliced(at, at < 0 ? 0 : 1), count }
}

export function remainingTries({ free }: Lockout, { count, until }: Tally, nowMs: number): RemainingTries {
  const triesLeft = Math.max(0, free - count)
  return nowMs < until ? { triesLeft, retryAfter: secondsUntil(until, nowMs) } : { triesLeft }
}

function chargeWindow({ limit, seconds }: Window, { hits }: Tally, nowMs: number): Charge {
  const counted = hits.filter((at) => at > nowMs - seconds * 1000)
  const blocking = counted.at(-limit)
  if (blocking !== undefined) return { allowed: false, retryAfter: secondsUntil(blocking + seconds * 1000, nowMs) }
  const tally = { ...NO_TALLY, hits: [...counted, nowMs] }
  return { allowed: true, tally, expiresAtMs: nowMs + seconds * 1000 }
}

function chargeLockout(
  { free, firstSeconds, maxSeconds }: Lockout,
  { count, until, hits }: Tally,
  nowMs: number,
): Charge {
  if (nowMs < until) return { allowed: false, retryAfter: secondsUntil(until, nowMs) }
  const isExpired = nowMs >= (hits.at(-1) ?? 0) + LOCKOUT_EXPIRES_MS
  const wrong = isExpired ? 1 : count + 1
  const wait = wrong < free ? 0 : Math.min(maxSeconds, firstSeconds * 2 ** Math.min(wrong - free, 30))
  return {
    allowed: true,
    tally: { hits: [nowMs], count: wrong, until: nowMs + wait * 1000 },
    expiresAtMs: nowMs + LOCKOUT_EXPIRES_MS,
  }
}

function chargeRationed(rule: Rationed, { count, until }: Tally, nowMs: number): Charge {
  const isSameDay = nowMs < until
  const used = isSameDay ? count : 0
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(HONG_KONG)
  const midnight = isSameDay ? until : today.add({ days: 1 }).startOfDay().epochMilliseconds
  if (used < releasedBy(rule, today.hour)) {
    return { allowed: true, tally: { hits: [], count: used + 1, until: midnight }, expiresAtMs: midnight }
  }
  let hour = today.hour + 1
  while (hour < HOURS && releasedBy(rule, hour) <= used) hour += 1
  const next = hour < HOURS ? today.startOfDay().add({ hours: hour }).epochMilliseconds : midnight
  return { allowed: false, retryAfter: secondsUntil(next, nowMs) }
}

function releasedBy({ limit, share }: Rationed, hour: number): number {
  const released = RELEASED_AT_MIDNIGHT + (1 - RELEASED_AT_MIDNIGHT) * ((hour + 1) / HOURS)
  return Math.min(limit, Math.max(1, Math.floor(limit * share * released)))
}

const secondsUntil = (thenMs: number, nowMs: number): number => Math.max(1, Math.ceil((thenMs - nowMs) / 1000))
