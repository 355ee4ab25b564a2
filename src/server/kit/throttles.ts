import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import { addressPrefixes } from './addresses.ts'
import type { Clock } from './clock.ts'
import type { Database, Db, Tx } from './db.ts'
import {
  chargeTally,
  type RemainingTries,
  remainingTries,
  NO_TALLY,
  type RefundReason,
  refundTally,
  type Rule,
  type Tally,
} from './throttle-rules.ts'

declare module './db.ts' {
  interface Database {
    throttle: { rule: string; key: string; tally: string; forgotten_at: Temporal.Instant }
  }
}

export type ThrottleTarget<Name extends string> = { rule: Name; subject: string }

type ThrottleKey<Name extends string = string> = { rule: Name; key: string }

export type ConsumedAttempts<Name extends string> = { keys: readonly ThrottleKey<Name>[]; atMs: number }

export type Throttles<Name extends string> = ReturnType<typeof createThrottles<Name>>

interface ThrottlesDeps<Name extends string> {
  readonly clock: Clock
  /** Of the domain: the table keeps keyed hashes of the subjects. */
  readonly key: Buffer
  /** Every domain has its own names. */
  readonly rules: Readonly<Record<Name, Rule>>
}

/** One target for each network of an address; the rules of a /56 and a /48 are named after that of the address. */
export const addressThrottles = <Name extends string>(
  rule: Name,
  address: string,
): ThrottleTarget<Name | `${Name}56` | `${Name}48`>[] => {
  const rules = [rule, `${rule}56`, `${rule}48`] as const
  return addressPrefixes(address).map((subject, level) => ({ rule: rules[level] ?? rule, subject }))
}

/** Rate limits in the database (table throttle): they survive restarts and hold across nodes. */
export function createThrottles<Name extends string>({ clock, key, rules }: ThrottlesDeps<Name>) {
  type Target = ThrottleTarget<Name>
  type Key = ThrottleKey<Name>
  const refusalCache = createRefusalCache(clock)
  return { refuseCached, refuseExceeded, consume, refund, remainingTriesOf, reset, sweep }

  function keyOf({ rule, subject }: Target): Key {
    return { rule, key: createHmac('sha256', key).update(subject).digest('base64url') }
  }

  /** Counts for every target, or none; locks the rows until the transaction ends. @throws TOO_MANY_TRIES with the longest `retryAfter`; UNAVAILABLE */
  async function consume(tx: Tx, targets: readonly Target[]): Promise<ConsumedAttempts<Name>> {
    const keys = targets.map(keyOf)
    const tallies = await lockTallies(tx, keys)
    const atMs = clock.now().epochMilliseconds
    const charges = chargeAll(keys, tallies, atMs)
    const rows = charges.flatMap((key) =>
      key.allowed ? [{ ...key, expiresAt: Temporal.Instant.fromEpochMilliseconds(key.expiresAtMs) }] : [],
    )
    await writeTallies(tx, rows)
    return { keys, atMs }
  }

  /** Without a query. @throws TOO_MANY_TRIES */
  function refuseCached(targets: readonly Target[]): void {
    refusalCache.check(targets.map(keyOf))
  }

  /** Without counting or locking. @throws TOO_MANY_TRIES */
  async function refuseExceeded(db: Db, targets: readonly Target[]): Promise<void> {
    const keys = targets.map(keyOf)
    refusalCache.check(keys)
    chargeAll(keys, await readTallies(db, keys), clock.now().epochMilliseconds)
  }

  function chargeAll(keys: readonly Key[], tallies: Map<string, Tally>, atMs: number) {
    const charges = keys.map((one) => ({
      ...one,
      ...chargeTally(rules[one.rule], tallies.get(throttleId(one)) ?? NO_TALLY, atMs),
    }))
    const waits = charges.flatMap((one) => (one.allowed ? [] : [one.retryAfter]))
    for (const one of charges) {
      if (!one.allowed) refusalCache.remember(one, { atMs, untilMs: atMs + one.retryAfter * 1000 })
    }
    if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    return charges
  }

  async function refund(tx: Tx, { keys, atMs }: ConsumedAttempts<Name>, reason: RefundReason): Promise<void> {
    const tallies = await lockTallies(tx, keys)
    for (const one of keys) refusalCache.forget(one)
    const rows = keys.map((one) => ({
      ...one,
      tally: refundTally(rules[one.rule], tallies.get(throttleId(one)) ?? NO_TALLY, { atMs, reason }),
      expiresAt: Temporal.Instant.fromEpochMilliseconds(atMs).add({ hours: 48 }),
    }))
    await writeTallies(tx, rows)
  }

  /** Of a lockout. */
  async function remainingTriesOf(db: Db, target: Target): Promise<RemainingTries> {
    const rule = rules[target.rule]
    if (rule.kind !== 'lockout') throw new Error(`${target.rule} is no lockout`)
    const one = keyOf(target)
    const tallies = await readTallies(db, [one])
    return remainingTries(rule, tallies.get(throttleId(one)) ?? NO_TALLY, clock.now().epochMilliseconds)
  }

  function reset(db: Db, target: Target): Promise<void> {
    const one = keyOf(target)
    refusalCache.forget(one)
    return deleteTally(db, one)
  }

  /** Deletes the expired rows of all domains. */
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

/** Maximum wait for a locked row. */
const LOCK_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'
const RETRY_SECONDS = 2

type ThrottleRow = ThrottleKey & { tally: Tally; expiresAt: Temporal.Instant }

/**
 * Inserts missing rows. The fixed lock order prevents deadlocks; the wait is limited, because callers hold the hashing queue or a
 * connection. @throws UNAVAILABLE when a row stays locked
 */
async function lockTallies(tx: Tx, keys: readonly ThrottleKey[]): Promise<Map<string, Tally>> {
  const ordered = keys.toSorted((a, b) => (throttleId(a) < throttleId(b) ? -1 : 1))
  // `writeTallies` lifts the limit again.
  const statement = sql<ThrottleKey & { tally: Tally }>`
    insert into throttle (rule, key, tally, forgotten_at)
    select rule, key, ${JSON.stringify(NO_TALLY)}::jsonb, 'epoch'
    from (select set_config('lock_timeout', ${String(LOCK_MS)}, true)) as limited (lock_timeout), unnest(${ordered.map(({ rule }) => rule)}::text[], ${ordered.map(({ key }) => key)}::text[])
      with ordinality as wanted (rule, key, position)
    order by position
    on conflict (rule, key) do update set rule = excluded.rule
    returning rule, key, tally`
  const { rows } = await statement.execute(tx).catch((error: unknown) => {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
  })
  return new Map(rows.map((row) => [throttleId(row), row.tally]))
}

async function readTallies(db: Db, keys: readonly ThrottleKey[]): Promise<Map<string, Tally>> {
  const { rows } = await sql<ThrottleKey & { tally: Tally }>`
    select t.rule, t.key, t.tally from throttle t
    join unnest(${keys.map(({ rule }) => rule)}::text[], ${keys.map(({ key }) => key)}::text[]) as wanted (rule, key)
      on t.rule = wanted.rule and t.key = wanted.key`.execute(db)
  return new Map(rows.map((row) => [throttleId(row), row.tally]))
}

/** Requires `lockTallies`. */
async function writeTallies(tx: Tx, rows: readonly ThrottleRow[]): Promise<void> {
  await sql`
    update throttle t set tally = given.tally, forgotten_at = given.forgotten_at
    from (select set_config('lock_timeout', '0', true)) as unlimited (lock_timeout),
      unnest(${rows.map(({ rule }) => rule)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ tally }) => JSON.stringify(tally))}::jsonb[],
      ${rows.map(({ expiresAt }) => expiresAt.toString())}::timestamptz[]) as given (rule, key, tally, forgotten_at)
    where t.rule = given.rule and t.key = given.key`.execute(tx)
}

async function deleteTally(db: Db, { rule, key }: ThrottleKey): Promise<void> {
  await sql`delete from throttle where rule = ${rule} and key = ${key}`.execute(db)
}

async function sweepTallies(db: Kysely<Database>, now: Temporal.Instant): Promise<void> {
  await sql`
    delete from throttle where ctid = any(array(
      select ctid from throttle where forgotten_at <= ${now} limit 10000 for update skip locked))`.execute(db)
}

const throttleId = ({ rule, key }: ThrottleKey): string => `${rule} ${key}`
