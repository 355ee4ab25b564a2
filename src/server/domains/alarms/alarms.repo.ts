import type { HealthName } from '#contract/admin/health.ts'
import { type Db, sql, type Tx } from '#server/kit/db.ts'
import { leaseDueRows } from '#server/kit/lease.ts'
import type { Alarm } from './alarms.rules.ts'
import type { AlarmFacts } from './ports.ts'

type Instant = Temporal.Instant

export const ALARMS_CHANNEL = 'alarms'

/** Whether this node is the one that looks now. No other one looks until `until`. */
export async function leaseCheck(
  db: Db,
  { name, now, until }: { name: string; now: Instant; until: Instant },
): Promise<boolean> {
  await sql`insert into alarm_check (name, due_at) values (${name}, ${now}) on conflict do nothing`.execute(db)
  const mine = { table: 'alarm_check', key: 'name', dueAt: 'due_at', where: sql<boolean>`name = ${name}` }
  return (await leaseDueRows(db, mine, { now, until, limit: 1 })).length > 0
}

export async function findAlarms(db: Db): Promise<Map<string, Alarm>> {
  const { rows } = await sql<Alarm>`
    select alarm_key as key, name, node_id as "nodeId", state, since, told, cleared_at as "clearedAt" from alarm`.execute(
    db,
  )
  return new Map(rows.map((alarm) => [alarm.key, alarm]))
}

export async function saveAlarm(tx: Tx, { key, name, nodeId, state, since, told, clearedAt }: Alarm): Promise<void> {
  await sql`
    insert into alarm (alarm_key, name, node_id, state, since, told, cleared_at)
    values (${key}, ${name}, ${nodeId}, ${state}, ${since}, ${told}, ${clearedAt})
    on conflict (alarm_key) do update
      set state = excluded.state, told = excluded.told, cleared_at = excluded.cleared_at`.execute(tx)
}

export async function deleteAlarm(tx: Tx, key: string): Promise<void> {
  await sql`delete from alarm where alarm_key = ${key}`.execute(tx)
}

/** Of machines that have not looked at themselves since. */
export async function deleteOfGoneNodes(tx: Tx, before: Instant): Promise<void> {
  await sql`
    delete from alarm a where a.node_id is not null
      and not exists (select from alarm_check c where c.name = a.alarm_key and c.due_at > ${before})`.execute(tx)
}

export interface Silence {
  readonly name: HealthName
  readonly until: Instant
  readonly by: string
}

export async function findSilences(db: Db, now: Instant): Promise<Map<string, Silence>> {
  const { rows } = await sql<Silence>`select name, until, by from alarm_silence where until > ${now}`.execute(db)
  return new Map(rows.map((silence) => [silence.name, silence]))
}

export async function saveSilence(tx: Tx, { name, until, by }: Silence): Promise<void> {
  await sql`
    insert into alarm_silence (name, until, by) values (${name}, ${until}, ${by})
    on conflict (name) do update set until = excluded.until, by = excluded.by`.execute(tx)
}

export async function deleteSilence(tx: Tx, name: string): Promise<void> {
  await sql`delete from alarm_silence where name = ${name}`.execute(tx)
}

export interface Notice {
  readonly noticeId: string
  readonly key: string
  readonly facts: AlarmFacts
  readonly at: Instant
  /** With the one that begins. */
  readonly attempts: number
}

/** Wakes the sender on commit. */
export async function insertNotice(tx: Tx, { noticeId, key, facts, at }: Omit<Notice, 'attempts'>): Promise<void> {
  await sql`
    insert into alarm_notice (notice_id, alarm_key, facts, at, due_at)
    values (${noticeId}, ${key}, ${JSON.stringify(facts)}::jsonb, ${at}, ${at})`.execute(tx)
  await sql`select pg_notify(${ALARMS_CHANNEL}, '')`.execute(tx)
}

type NoticeRow = { notice_id: string; alarm_key: string; facts: AlarmFacts; at: Instant; attempts: number }

/** The oldest that is due and has none of its alarm before it: an end is never told before its beginning. */
export async function leaseNotice(
  db: Db,
  { now, until }: { now: Instant; until: Instant },
): Promise<Notice | undefined> {
  const isFirst = sql<boolean>`state = 'waiting' and not exists (
    select from alarm_notice before where before.alarm_key = alarm_notice.alarm_key and before.state = 'waiting'
      and before.seq < alarm_notice.seq)`
  const due = { table: 'alarm_notice', key: 'notice_id', dueAt: 'due_at', where: isFirst }
  const [row] = await leaseDueRows<NoticeRow>(
    db,
    { ...due, set: sql`attempts = attempts + 1` },
    { now, until, limit: 1 },
  )
  return row && { noticeId: row.notice_id, key: row.alarm_key, facts: row.facts, at: row.at, attempts: row.attempts }
}

export async function endNotice(
  db: Db,
  { noticeId, problem }: { noticeId: string; problem: string | null },
): Promise<void> {
  await sql`
    update alarm_notice set state = ${problem === null ? 'sent' : 'failed'}, problem = ${problem}
    where notice_id = ${noticeId}`.execute(db)
}

export async function postponeNotice(
  db: Db,
  { noticeId, dueAt, problem }: { noticeId: string; dueAt: Instant; problem: string },
): Promise<void> {
  await sql`update alarm_notice set due_at = ${dueAt}, problem = ${problem} where notice_id = ${noticeId}`.execute(db)
}

export async function countWaiting(db: Db): Promise<{ count: number; oldest: Instant | null }> {
  const { rows } = await sql<{ count: number; oldest: Instant | null }>`
    select count(*)::int as count, min(at) as oldest from alarm_notice where state = 'waiting'`.execute(db)
  return rows[0]!
}

export async function deleteNotices(db: Db, before: Instant): Promise<void> {
  await sql`delete from alarm_notice where at < ${before} and state <> 'waiting'`.execute(db)
}
