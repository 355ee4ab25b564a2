import type { Generated } from 'kysely'
import type { PlaybackEngine } from '#contract/playback-reports.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { countedCode } from './reports.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
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
