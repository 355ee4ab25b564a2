import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import {
  deleteTally,
  lockTallies,
  throttleId,
  readTallies,
  sweepTallies,
  type ThrottleKey,
  writeTallies,
} from './throttles.repo.ts'
import {
  chargeTally,
  type RemainingTries,
  remainingTries,
  NO_TALLY,
  type RefundReason,
  refundTally,
  type Rule,
  RULES,
  type Tally,
  totalRules,
} from './throttles.rules.ts'
import { LRUCache } from 'lru-cache'

export type RuleName = keyof typeof RULES | keyof ReturnType<typeof totalRules>
export type ThrottleTarget = { rule: RuleName; subject: string }
export const knownDeviceThrottle = (number: string, deviceHash: Buffer): ThrottleTarget => ({
  rule: 'passwordDevice',
  subject: `${number} ${deviceHash.toString('hex')}`,
})
/** At login and wherever the password is confirmed. */
export const correctPasswords = (number: string): ThrottleTarget => ({ rule: 'passwordCorrect', subject: number })
export const addressThrottles = (
  rule:
    | 'passwordAddress'
    | 'codeAddress'
    | 'smsAddress'
    | 'redeemAddress'
    | 'redeemMemberAddress'
    | 'commentAddress'
    | 'opinionAddress'
    | 'uploadAddress'
    | 'contactAddress'
    | 'submitAddress',
  address: string,
): ThrottleTarget[] => {
  const rules = [rule, `${rule}56`, `${rule}48`] as const
  return addressPrefixes(address).map((subject, level) => ({ rule: rules[level] ?? rule, subject }))
}
export type ConsumedAttempts = { keys: readonly ThrottleKey[]; atMs: number }

export type Throttles = ReturnType<typeof createThrottles>

/** Rate limits in the database: they survive restarts and hold across nodes. */
export function createThrottles({ clock, key, smsPerDay }: { clock: Clock; key: Buffer; smsPerDay: number }) {
  const refusalCache = createRefusalCache(clock)
  const rules: Readonly<Record<string, Rule>> = { ...RULES, ...totalRules(smsPerDay) }
  return { refuseCached, refuseExceeded, consume, refund, remainingParentalTries, reset, sweep }

  function ruleOf(name: string): Rule {
    const rule = rules[name]
    if (!rule) throw new Error(`there is no throttle ${name}`)
    return rule
  }

  function keyOf({ rule, subject }: ThrottleTarget): ThrottleKey {
    return { rule, key: createHmac('sha256', key).update(subject).digest('base64url') }
  }

  /** Counts for every target, or none; locks the rows until the transaction ends. @throws TOO_MANY_TRIES with the longest `retryAfter`; UNAVAILABLE */
  async function consume(db: Db, targets: readonly ThrottleTarget[]): Promise<ConsumedAttempts> {
    const keys = targets.map(keyOf)
    const tallies = await lockTallies(db, keys, NO_TALLY)
    const atMs = clock.now().epochMilliseconds
    const charges = chargeAll(keys, tallies, atMs)
    const rows = charges.flatMap((key) =>
      key.allowed ? [{ ...key, expiresAt: Temporal.Instant.fromEpochMilliseconds(key.expiresAtMs) }] : [],
    )
    await writeTallies(db, rows)
    return { keys, atMs }
  }

  /** Without a query. @throws TOO_MANY_TRIES */
  function refuseCached(targets: readonly ThrottleTarget[]): void {
    refusalCache.check(targets.map(keyOf))
  }

  /** Without counting or locking. @throws TOO_MANY_TRIES */
  async function refuseExceeded(db: Db, targets: readonly ThrottleTarget[]): Promise<void> {
    const keys = targets.map(keyOf)
    refusalCache.check(keys)
    chargeAll(keys, await readTallies<Tally>(db, keys), clock.now().epochMilliseconds)
  }

  function chargeAll(keys: readonly ThrottleKey[], tallies: Map<string, Tally>, atMs: number) {
    const charges = keys.map((one) => ({
      ...one,
      ...chargeTally(ruleOf(one.rule), tallies.get(throttleId(one)) ?? NO_TALLY, atMs),
    }))
    const waits = charges.flatMap((one) => (one.allowed ? [] : [one.retryAfter]))
    for (const one of charges) {
      if (!one.allowed) refusalCache.remember(one, { atMs, untilMs: atMs + one.retryAfter * 1000 })
    }
    if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    return charges
  }

  async function refund(db: Db, { keys, atMs }: ConsumedAttempts, reason: RefundReason): Promise<void> {
    const tallies = await lockTallies(db, keys, NO_TALLY)
    for (const one of keys) refusalCache.forget(one)
    const rows = keys.map((one) => ({
      ...one,
      tally: refundTally(ruleOf(one.rule), tallies.get(throttleId(one)) ?? NO_TALLY, { atMs, reason }),
      expiresAt: Temporal.Instant.fromEpochMilliseconds(atMs).add({ hours: 48 }),
    }))
    await writeTallies(db, rows)
  }

  async function remainingParentalTries(db: Db, accountId: string): Promise<RemainingTries> {
    const key = keyOf({ rule: 'parental', subject: accountId })
    const tallies = await readTallies<Tally>(db, [key])
    return remainingTries(RULES.parental, tallies.get(throttleId(key)) ?? NO_TALLY, clock.now().epochMilliseconds)
  }

  function reset(db: Db, target: ThrottleTarget): Promise<void> {
    const one = keyOf(target)
    refusalCache.forget(one)
    return deleteTally(db, one)
  }

  function sweep(db: Kysely<Database>): Promise<void> {
    return sweepTallies(db, clock.now())
  }
}

const CACHED_MS = 1_000
const CACHED_MAX = 10_000

type CachedRefusal = { atMs: number; untilMs: number }

function createRefusalCache(clock: Clock) {
  const refusals = new LRUCache<string, CachedRefusal>({ max: CACHED_MAX })
  return {
    /** @throws TOO_MANY_TRIES */
    check(keys: readonly ThrottleKey[]): void {
      const nowMs = clock.now().epochMilliseconds
      const waits = keys.flatMap((key) => {
        const refusal = refusals.get(throttleId(key))
        const isCurrent =
          refusal && nowMs >= refusal.atMs && nowMs < Math.min(refusal.untilMs, refusal.atMs + CACHED_MS)
        return isCurrent ? [Math.ceil((refusal.untilMs - nowMs) / 1000)] : []
      })
      if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    },

    remember(key: ThrottleKey, refusal: CachedRefusal): void {
      refusals.set(throttleId(key), refusal)
    },

    forget: (key: ThrottleKey): void => void refusals.delete(throttleId(key)),
  }
}
