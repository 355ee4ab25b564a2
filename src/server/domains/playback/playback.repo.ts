import { type Db, sql, lockByName } from '#server/kit/db.ts'
import type { Generated, RawBuilder } from 'kysely'
import type { PlaybackEngine } from '#contract/playback-reports.ts'
import { countedCode } from './reports.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    playback_stream: {
      stream_id: string
      account_id: string
      session_id: string
      profile_id: string | null
      program_id: string
      program_guid: string
      started_at: Instant
      last_seen_at: Instant
      ended_at: Instant | null
    }
    playback_report: {
      report_id: Generated<number>
      at: Instant
      program_id: string
      engine: PlaybackEngine
      start_ms: number | null
      played_seconds: number
      stalls: number
      stalled_ms: number
      rendition_changes: number
      error_code: string | null
    }
    playback_report_day: {
      day: Temporal.PlainDate
      program_id: string
      engine: PlaybackEngine
      reports: number
      started: number
      start_ms_median: number | null
      start_ms_p95: number | null
      played_seconds: number
      stalled_reports: number
      stalls: number
      stalled_ms: number
      rendition_changes: number
      failed: number
    }
    playback_error_day: { day: Temporal.PlainDate; error_code: string; reports: number }
  }
}

export type StreamKey = { sessionId: string; programGuid: string }

export type LiveStream = { streamId: string; sessionId: string; programId: string; programGuid: string; since: Instant }

export async function lockStreams(tx: Db, accountId: string): Promise<void> {
  await lockByName(tx, `streams ${accountId}`)
}

/** Neither stopped nor lapsed, oldest first. */
export async function findLiveStreams(
  db: Db,
  { accountId, after }: { accountId: string; after: Instant },
): Promise<LiveStream[]> {
  const rows = await db
    .selectFrom('playback_stream')
    .select(['stream_id', 'session_id', 'program_id', 'program_guid', 'started_at'])
    .where('account_id', '=', accountId)
    .where('last_seen_at', '>', after)
    .where('ended_at', 'is', null)
    .orderBy('started_at')
    .orderBy('stream_id')
    .execute()
  return rows.map((row) => ({
    streamId: row.stream_id,
    sessionId: row.session_id,
    programId: row.program_id,
    programGuid: row.program_guid,
    since: row.started_at,
  }))
}

export async function findStream(
  db: Db,
  { sessionId, programGuid }: StreamKey,
): Promise<{ endedAt: Instant | null; lastSeenAt: Instant } | undefined> {
  const row = await db
    .selectFrom('playback_stream')
    .select(['ended_at', 'last_seen_at'])
    .where('session_id', '=', sessionId)
    .where('program_guid', '=', programGuid)
    .executeTakeFirst()
  return row && { endedAt: row.ended_at, lastSeenAt: row.last_seen_at }
}

export type NewStream = StreamKey & {
  streamId: string
  accountId: string
  profileId: string | null
  programId: string
  at: Instant
  lastSeenAt: Instant
}

/** Replaces the session's former stream of the video. */
export async function beginStream(tx: Db, stream: NewStream): Promise<void> {
  const started = {
    stream_id: stream.streamId,
    account_id: stream.accountId,
    profile_id: stream.profileId,
    program_id: stream.programId,
    started_at: stream.at,
    last_seen_at: stream.lastSeenAt,
    ended_at: null,
  }
  await tx
    .insertInto('playback_stream')
    .values({ ...started, session_id: stream.sessionId, program_guid: stream.programGuid })
    .onConflict((conflict) => conflict.columns(['session_id', 'program_guid']).doUpdateSet(started))
    .execute()
}

/** @returns whether there was one */
export async function touchStream(
  db: Db,
  { sessionId, programGuid, at, after }: StreamKey & { at: Instant; after: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playback_stream')
    .set({ last_seen_at: sql`greatest(last_seen_at, ${at})` })
    .where('session_id', '=', sessionId)
    .where('program_guid', '=', programGuid)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', after)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether there was one */
export async function stopStream(
  db: Db,
  { accountId, streamId, at, after }: { accountId: string; streamId: string; at: Instant; after: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playback_stream')
    .set({ ended_at: at })
    .where('stream_id', '=', streamId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', after)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function lapseStream(db: Db, { sessionId, programGuid, at }: StreamKey & { at: Instant }): Promise<void> {
  await db
    .updateTable('playback_stream')
    .set({ last_seen_at: at })
    .where('session_id', '=', sessionId)
    .where('program_guid', '=', programGuid)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', at)
    .execute()
}

/** `at` is the sign of life to record; one at `staleBefore` or later is fresh enough. */
export type SignTimes = { at: Instant; lapsedBefore: Instant; staleBefore: Instant; leftAt: Instant }

export type SlotState = 'live' | 'without slot' | 'STREAM_ENDED'

/** For a statement with the rows `r` (event) and `v` (playback_stream, which may be missing): a stream that plays needs a slot. */
export const slotState = ({ lapsedBefore }: SignTimes): RawBuilder<SlotState> => sql<SlotState>`(case
  when v.ended_at is not null then 'STREAM_ENDED'
  when r.event = 'playing' and (v.session_id is null or v.last_seen_at <= ${lapsedBefore}) then 'without slot'
  else 'live' end)`

/** The part `seen` of a statement: signs of life of the streams in its part `live` (session_id, program_guid, event). */
export const signsOfLife = ({ at, lapsedBefore, staleBefore, leftAt }: SignTimes): RawBuilder<unknown> => sql`
  seen as (
    update playback_stream v set last_seen_at = case r.event when 'left' then ${leftAt}::timestamptz else ${at}::timestamptz end
    from live r
    where v.session_id = r.session_id and v.program_guid = r.program_guid and v.ended_at is null and v.last_seen_at > ${lapsedBefore}
      and (r.event = 'left' or v.last_seen_at <= ${staleBefore}))`

export async function removeOldStreams(db: Db, before: Instant): Promise<void> {
  // The index is that of the start: a sign of life then changes no index.
  await db.deleteFrom('playback_stream').where('started_at', '<', before).where('last_seen_at', '<', before).execute()
}

export async function removeStreamsOf(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('playback_stream').where('account_id', '=', accountId).execute()
}

/** Milliseconds and seconds. */
export type PlaybackReport = {
  programId: string
  engine: PlaybackEngine
  startMs?: number | undefined
  playedSeconds: number
  stalls: number
  stalledMs: number
  renditionChanges: number
  errorCode?: string | undefined
}

export async function insertReport(db: Db, { at, report }: { at: Instant; report: PlaybackReport }): Promise<void> {
  await db
    .insertInto('playback_report')
    .values({
      at,
      program_id: report.programId,
      engine: report.engine,
      start_ms: report.startMs ?? null,
      played_seconds: report.playedSeconds,
      stalls: report.stalls,
      stalled_ms: report.stalledMs,
      rendition_changes: report.renditionChanges,
      error_code: report.errorCode === undefined ? null : countedCode(report.errorCode),
    })
    .execute()
}

const DAY = sql`(r.at at time zone 'Asia/Hong_Kong')::date`

/** Idempotent, also across nodes. */
export async function countReports(db: Db, today: Temporal.PlainDate): Promise<void> {
  const due = sql`${DAY} < ${today}::date and not exists (select from playback_report_day d where d.day = ${DAY})`
  await sql`
    with due as (select r.*, ${DAY} as day from playback_report r where ${due}),
    errors as (
      insert into playback_error_day (day, error_code, reports)
      select day, error_code, count(*) from due where error_code is not null group by 1, 2
      on conflict do nothing)
    insert into playback_report_day (day, program_id, engine, reports, started, start_ms_median, start_ms_p95, played_seconds,
      stalled_reports, stalls, stalled_ms, rendition_changes, failed)
    select due.day, coalesce(t.program_id, ''), due.engine, count(*), count(due.start_ms),
      percentile_disc(0.5) within group (order by due.start_ms), percentile_disc(0.95) within group (order by due.start_ms),
      sum(due.played_seconds), count(*) filter (where due.stalls > 0), sum(due.stalls), sum(due.stalled_ms),
      sum(due.rendition_changes), count(due.error_code)
    from due left join title t on t.program_id = due.program_id
    group by 1, 2, 3
    on conflict do nothing`.execute(db)
}

export async function deleteReports(db: Db, before: Instant): Promise<void> {
  await db.deleteFrom('playback_report').where('at', '<', before).execute()
}

export async function deleteReportDays(db: Db, before: Temporal.PlainDate): Promise<void> {
  await db.deleteFrom('playback_report_day').where('day', '<', before).execute()
  await db.deleteFrom('playback_error_day').where('day', '<', before).execute()
}
