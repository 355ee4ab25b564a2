import { type Kysely, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Database, Db } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    throttle: { rule: string; key: string; tally: string; forgotten_at: Temporal.Instant }
  }
}

export type ThrottleKey = { rule: string; key: string }
/** `tally` is JSON, as `throttles.rules.ts` keeps it. */
export type ThrottleRow<Tally> = ThrottleKey & { tally: Tally; expiresAt: Temporal.Instant }

/** Maximum wait for a locked row. */
const LOCK_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'
const RETRY_SECONDS = 2

/**
 * Inserts missing rows. The fixed lock order prevents deadlocks; the wait is limited, because callers hold the hashing queue or a
 * connection. @throws UNAVAILABLE when a row stays locked
 */
export async function lockTallies<Tally>(
  db: Db,
  keys: readonly ThrottleKey[],
  empty: Tally,
): Promise<Map<string, Tally>> {
  const ordered = keys.toSorted((a, b) => (throttleId(a) < throttleId(b) ? -1 : 1))
  // `writeTallies` lifts the limit again.
  const statement = sql<ThrottleKey & { tally: Tally }>`
    insert into throttle (rule, key, tally, forgotten_at)
    select rule, key, ${JSON.stringify(empty)}::jsonb, 'epoch'
    from (select set_config('lock_timeout', ${String(LOCK_MS)}, true)) as limited (lock_timeout), unnest(${ordered.map(({ rule }) => rule)}::text[], ${ordered.map(({ key }) => key)}::text[])
      with ordinality as wanted (rule, key, position)
    order by position
    on conflict (rule, key) do update set rule = excluded.rule
    returning rule, key, tally`
  const { rows } = await statement.execute(db).catch((error: unknown) => {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
  })
  return new Map(rows.map((row) => [throttleId(row), row.tally]))
}

export async function readTallies<Tally>(db: Db, keys: readonly ThrottleKey[]): Promise<Map<string, Tally>> {
  const { rows } = await sql<ThrottleKey & { tally: Tally }>`
    select t.rule, t.key, t.tally from throttle t
    join unnest(${keys.map(({ rule }) => rule)}::text[], ${keys.map(({ key }) => key)}::text[]) as wanted (rule, key)
      on t.rule = wanted.rule and t.key = wanted.key`.execute(db)
  return new Map(rows.map((row) => [throttleId(row), row.tally]))
}

/** Requires `lockTallies`. */
export async function writeTallies<Tally>(db: Db, rows: readonly ThrottleRow<Tally>[]): Promise<void> {
  await sql`
    update throttle t set tally = given.tally, forgotten_at = given.forgotten_at
    from (select set_config('lock_timeout', '0', true)) as unlimited (lock_timeout),
      unnest(${rows.map(({ rule }) => rule)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ tally }) => JSON.stringify(tally))}::jsonb[],
      ${rows.map(({ expiresAt }) => expiresAt.toString())}::timestamptz[]) as given (rule, key, tally, forgotten_at)
    where t.rule = given.rule and t.key = given.key`.execute(db)
}

export async function deleteTally(db: Db, { rule, key }: ThrottleKey): Promise<void> {
  await sql`delete from throttle where rule = ${rule} and key = ${key}`.execute(db)
}

export async function sweepTallies(db: Kysely<Database>, now: Temporal.Instant): Promise<void> {
  await sql`
    delete from throttle where ctid = any(array(
      select ctid from throttle where forgotten_at <= ${now} limit 10000 for update skip locked))`.execute(db)
}

export const throttleId = ({ rule, key }: ThrottleKey): string => `${rule} ${key}`
