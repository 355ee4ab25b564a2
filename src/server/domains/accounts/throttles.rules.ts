/** At most `limit` in any `seconds`. */
type Window = { kind: 'window'; limit: number; seconds: number }
/** `free` tries, then a wait after each further one: `firstSeconds`, doubling up to `maxSeconds`. Right ones start afresh. */
type Lockout = { kind: 'lockout'; free: number; firstSeconds: number; maxSeconds: number }
/** At most `limit` in a day of Hong Kong. */
type Daily = { kind: 'daily'; limit: number }

export type Rule = Window | Lockout | Daily

/** What is known of one key; instants in milliseconds. `hits` are the tries that count, the oldest first. */
export type Tally = { hits: number[]; count: number; until: number }
export const NO_TALLY: Tally = { hits: [], count: 0, until: 0 }

export type Charge = { passes: true; tally: Tally; forgottenAtMs: number } | { passes: false; retryAfter: number }

/** Tries that are left; seconds until the next one when none is. */
export type RemainingTries = { triesLeft: number; retryAfter?: number }

/** The numbers of PRODUCT section 4. `smsTotal` takes its limit from the configuration. */
export const RULES = {
  passwordNumber: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordDevice: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordMember: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordAddress: { kind: 'window', limit: 20, seconds: 600 },
  smsNumber: { kind: 'window', limit: 1, seconds: 180 },
  smsNumberDay: { kind: 'window', limit: 5, seconds: 86_400 },
  smsAddress: { kind: 'window', limit: 10, seconds: 3_600 },
  mailAccount: { kind: 'window', limit: 1, seconds: 60 },
  mailAccountDay: { kind: 'window', limit: 10, seconds: 86_400 },
  parental: { kind: 'lockout', free: 5, firstSeconds: 300, maxSeconds: 86_400 },
} as const satisfies Record<string, Rule>

/** A lock-out is forgotten after so long without a wrong try. */
const LOCKOUT_FORGOTTEN_MS = 48 * 3_600_000
const ZONE = 'Asia/Hong_Kong'

/** Counts one try, or says in how many seconds one would pass. A refused try changes nothing. */
export function charge(rule: Rule, tally: Tally, nowMs: number): Charge {
  switch (rule.kind) {
    case 'window':
      return chargeWindow(rule, tally, nowMs)
    case 'lockout':
      return chargeLockout(rule, tally, nowMs)
    case 'daily':
      return chargeDaily(rule, tally, nowMs)
  }
}

/** Why a try is taken back: it was right, or it was never made. */
export type Refund = 'right' | 'unmade'

/** Takes a try back. A right one starts a lock-out afresh; one that was never made leaves the others as they were. */
export function refund(rule: Rule, tally: Tally, { atMs, why }: { atMs: number; why: Refund }): Tally {
  const count = Math.max(0, tally.count - 1)
  // Whoever was let through did not wait: without this try there is no wait.
  if (rule.kind === 'lockout') return why === 'right' ? NO_TALLY : { ...tally, count, until: 0 }
  const at = tally.hits.lastIndexOf(atMs)
  return { ...tally, hits: tally.hits.toSpliced(at, at < 0 ? 0 : 1), count }
}

/** What a lock-out leaves after wrong tries: those before a wait, and the wait itself once they are used up. */
export function remainingTries({ free }: Lockout, { count, until }: Tally, nowMs: number): RemainingTries {
  const triesLeft = Math.max(0, free - count)
  return nowMs < until ? { triesLeft, retryAfter: secondsUntil(until, nowMs) } : { triesLeft }
}

function chargeWindow({ limit, seconds }: Window, { hits }: Tally, nowMs: number): Charge {
  const recent = hits.filter((at) => at > nowMs - seconds * 1000)
  const blocking = recent.at(-limit)
  if (blocking !== undefined) return { passes: false, retryAfter: secondsUntil(blocking + seconds * 1000, nowMs) }
  const tally = { ...NO_TALLY, hits: [...recent, nowMs] }
  return { passes: true, tally, forgottenAtMs: nowMs + seconds * 1000 }
}

function chargeLockout(
  { free, firstSeconds, maxSeconds }: Lockout,
  { count, until, hits }: Tally,
  nowMs: number,
): Charge {
  if (nowMs < until) return { passes: false, retryAfter: secondsUntil(until, nowMs) }
  const isForgotten = nowMs >= (hits.at(-1) ?? 0) + LOCKOUT_FORGOTTEN_MS
  const wrong = isForgotten ? 1 : count + 1
  const wait = wrong < free ? 0 : Math.min(maxSeconds, firstSeconds * 2 ** Math.min(wrong - free, 30))
  return {
    passes: true,
    tally: { hits: [nowMs], count: wrong, until: nowMs + wait * 1000 },
    forgottenAtMs: nowMs + LOCKOUT_FORGOTTEN_MS,
  }
}

function chargeDaily({ limit }: Daily, { count, until }: Tally, nowMs: number): Charge {
  const isSameDay = nowMs < until
  const used = isSameDay ? count : 0
  const midnight = isSameDay ? until : nextMidnightMs(nowMs)
  if (used >= limit) return { passes: false, retryAfter: secondsUntil(midnight, nowMs) }
  return { passes: true, tally: { hits: [], count: used + 1, until: midnight }, forgottenAtMs: midnight }
}

const secondsUntil = (thenMs: number, nowMs: number): number => Math.max(1, Math.ceil((thenMs - nowMs) / 1000))

function nextMidnightMs(nowMs: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(ZONE)
  return today.add({ days: 1 }).startOfDay().epochMilliseconds
}
