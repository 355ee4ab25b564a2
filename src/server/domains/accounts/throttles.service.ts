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
import { charge, type Left, leftUnder, NO_TALLY, type Refund, refund, type Rule, RULES, type Tally } from './throttles.rules.ts'

export type RuleName = keyof typeof RULES | 'smsTotal'
/** One count: a rule, and whose. */
export type Count = { rule: RuleName; of: string }
/** Tries that were counted, to be taken back if they turn out right. */
export type Charged = { keys: readonly ThrottleKey[]; atMs: number }

/** A refusal is given again from memory for so long, so that whoever tries on and on costs the database little. */
const REMEMBERED_MS = 1_000
const REMEMBERED_MAX = 10_000

export type Throttles = ReturnType<typeof createThrottles>

/** Counting of tries, in the database: it survives restarts and holds for all nodes. */
export function createThrottles({ clock, key, smsPerDay }: { clock: Clock; key: Buffer; smsPerDay: number }) {
  /** Keys that were full a moment ago: when they were, and when a try would pass. */
  const full = new Map<string, { atMs: number; untilMs: number }>()
  return { recall, peek, pass, giveBack, clear, sweep }

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
    refuseAgain(counts.map(hidden))
  }

  function refuseAgain(keys: readonly ThrottleKey[]): void {
    const nowMs = clock.now().epochMilliseconds
    const waits = keys.flatMap((one) => {
      const known = full.get(nameOf(one))
      const holds = known && nowMs >= known.atMs && nowMs < Math.min(known.untilMs, known.atMs + REMEMBERED_MS)
      return holds ? [Math.ceil((known.untilMs - nowMs) / 1000)] : []
    })
    if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
  }

  /** Refuses what would not pass now, without counting or waiting. @throws TOO_MANY_TRIES */
  async function peek(db: Db, counts: readonly Count[]): Promise<void> {
    const keys = counts.map(hidden)
    refuseAgain(keys)
    charged(keys, await readTallies(db, keys), clock.now().epochMilliseconds)
  }

  function charged(keys: readonly ThrottleKey[], tallies: Map<string, Tally>, atMs: number) {
    const charges = keys.map((one) => ({
      ...one,
      ...charge(ruleOf(one.rule), tallies.get(nameOf(one)) ?? NO_TALLY, atMs),
    }))
    const waits = charges.flatMap((one) => (one.passes ? [] : [one.retryAfter]))
    for (const one of charges) {
      if (!one.passes) remember(one, { atMs, untilMs: atMs + one.retryAfter * 1000 })
    }
    if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    return charges
  }

  function remember(one: ThrottleKey, refusal: { atMs: number; untilMs: number }): void {
    if (full.size >= REMEMBERED_MAX) full.clear()
    full.set(nameOf(one), refusal)
  }

  /** Takes counted tries back: they were right, or never made. */
  async function giveBack(db: Db, { keys, atMs }: Charged, why: Refund): Promise<void> {
    const tallies = await lockTallies(db, keys)
    for (const one of keys) full.delete(nameOf(one))
    const rows = keys.map((one) => ({
      ...one,
      tally: refund(ruleOf(one.rule), tallies.get(nameOf(one)) ?? NO_TALLY, { atMs, why }),
      forgottenAt: Temporal.Instant.fromEpochMilliseconds(atMs).add({ hours: 48 }),
    }))
    await writeTallies(db, rows)
  }

  /** Lets somebody start afresh under a rule. */
  function clear(db: Db, count: Count): Promise<void> {
    const one = hidden(count)
    full.delete(nameOf(one))
    return dropTally(db, one)
  }

  function sweep(db: Kysely<Database>): Promise<void> {
    return sweepTallies(db, clock.now())
  }
}

/** An address as it is counted: IPv6 by its /64, which one household or server has to itself. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('%')[0]!.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
