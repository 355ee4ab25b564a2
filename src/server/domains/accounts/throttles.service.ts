import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import {
  dropTally,
  lockTallies,
  nameOf,
  readTallies,
  sweepTallies,
  type ThrottleKey,
  writeTallies,
} from './throttles.repo.ts'
import { createThrottleMemory } from './throttle-cache.ts'
import {
  charge,
  type RemainingTries,
  remainingTries,
  NO_TALLY,
  type Refund,
  refund,
  type Rule,
  RULES,
  type Tally,
} from './throttles.rules.ts'

export type RuleName = keyof typeof RULES | 'smsTotal'
/** One count: a rule, and whose. */
export type Count = { rule: RuleName; of: string }
/** Wrong passwords for a number on a device that has signed in to it before. */
export const triesOnDevice = (number: string, deviceHash: Buffer): Count => ({
  rule: 'passwordDevice',
  of: `${number} ${deviceHash.toString('hex')}`,
})
/** Tries that were counted, to be taken back if they turn out right. */
export type Charged = { keys: readonly ThrottleKey[]; atMs: number }

export type Throttles = ReturnType<typeof createThrottles>

/** Counting of tries, in the database: it survives restarts and holds for all nodes. */
export function createThrottles({ clock, key, smsPerDay }: { clock: Clock; key: Buffer; smsPerDay: number }) {
  const memory = createThrottleMemory(clock)
  return { recall, peek, pass, giveBack, left, clear, sweep }

  function ruleOf(name: string): Rule {
    return name === 'smsTotal' ? { kind: 'daily', limit: smsPerDay } : RULES[name as keyof typeof RULES]
  }

  function hidden({ rule, of }: Count): ThrottleKey {
    return { rule, key: createHmac('sha256', key).update(of).digest('base64url') }
  }

  /**
   * Counts a try in each place, or in none. Joins the caller's transaction, and holds its rows until that ends.
   * @throws TOO_MANY_TRIES with `retryAfter`, the longest of the waits
   */
  async function pass(db: Db, counts: readonly Count[]): Promise<Charged> {
    const keys = counts.map(hidden)
    const tallies = await lockTallies(db, keys)
    const atMs = clock.now().epochMilliseconds
    const charges = charged(keys, tallies, atMs)
    const rows = charges.flatMap((one) =>
      one.passes ? [{ ...one, forgottenAt: Temporal.Instant.fromEpochMilliseconds(one.forgottenAtMs) }] : [],
    )
    await writeTallies(db, rows)
    return { keys, atMs }
  }

  /** Refuses what this process refused a moment ago, without asking the database. @throws TOO_MANY_TRIES */
  function recall(counts: readonly Count[]): void {
    memory.refuse(counts.map(hidden))
  }

  /** Refuses what would not pass now, without counting or waiting. @throws TOO_MANY_TRIES */
  async function peek(db: Db, counts: readonly Count[]): Promise<void> {
    const keys = counts.map(hidden)
    memory.refuse(keys)
    charged(keys, await readTallies(db, keys), clock.now().epochMilliseconds)
  }

  function charged(keys: readonly ThrottleKey[], tallies: Map<string, Tally>, atMs: number) {
    const charges = keys.map((one) => ({
      ...one,
      ...charge(ruleOf(one.rule), tallies.get(nameOf(one)) ?? NO_TALLY, atMs),
    }))
    const waits = charges.flatMap((one) => (one.passes ? [] : [one.retryAfter]))
    for (const one of charges) {
      if (!one.passes) memory.remember(one, { atMs, untilMs: atMs + one.retryAfter * 1000 })
    }
    if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    return charges
  }

  /** Takes counted tries back: they were right, or never made. */
  async function giveBack(db: Db, { keys, atMs }: Charged, why: Refund): Promise<void> {
    const tallies = await lockTallies(db, keys)
    for (const one of keys) memory.forget(one)
    const rows = keys.map((one) => ({
      ...one,
      tally: refund(ruleOf(one.rule), tallies.get(nameOf(one)) ?? NO_TALLY, { atMs, why }),
      forgottenAt: Temporal.Instant.fromEpochMilliseconds(atMs).add({ hours: 48 }),
    }))
    await writeTallies(db, rows)
  }

  /** What wrong parental codes have left to an account. */
  async function left(db: Db, accountId: string): Promise<RemainingTries> {
    const key = hidden({ rule: 'parental', of: accountId })
    const tallies = await readTallies(db, [key])
    return remainingTries(RULES.parental, tallies.get(nameOf(key)) ?? NO_TALLY, clock.now().epochMilliseconds)
  }

  /** Lets somebody start afresh under a rule. */
  function clear(db: Db, count: Count): Promise<void> {
    const one = hidden(count)
    memory.forget(one)
    return dropTally(db, one)
  }

  function sweep(db: Kysely<Database>): Promise<void> {
    return sweepTallies(db, clock.now())
  }
}
