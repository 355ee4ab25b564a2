import { type Db, sql } from '#server/kit/db.ts'

/** Titles for which a job is not finished, of those that are named. */
export async function findPreparing(db: Db, programIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (programIds.length === 0) return new Set()
  const { rows } = await sql<{ programId: string }>`
    select request->'title'->>'programId' as "programId" from ingest_job
    where state in ('queued', 'running') and request->'title'->>'programId' = any (${[...programIds]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ programId }) => programId))
}

/** Failed ones since an instant, and those that are not finished and are listed: films of the demo wait in the background. */
export async function countJobs(
  db: Db,
  since: Temporal.Instant,
): Promise<{ failed: number; failedAt: Temporal.Instant | null; unfinished: number; oldest: Temporal.Instant | null }> {
  const { rows } = await sql<{
    failed: number
    failedAt: Temporal.Instant | null
    unfinished: number
    oldest: Temporal.Instant | null
  }>`
    select count(*) filter (where state = 'failed')::int as failed,
      min(finished_at) filter (where state = 'failed') as "failedAt",
      count(*) filter (where state <> 'failed')::int as unfinished,
      min(created_at) filter (where state <> 'failed') as oldest
    from ingest_job
    where state = 'failed' and finished_at > ${since}
      or state in ('queued', 'running') and not (request->>'background')::boolean`.execute(db)
  return rows[0]!
}

export type BackgroundJobs = { left: number; done: number }

export async function countBackgroundJobs(db: Db): Promise<BackgroundJobs> {
  const { rows } = await sql<BackgroundJobs>`
    select count(*) filter (where state in ('queued', 'running'))::int as left,
      count(*) filter (where state = 'done')::int as done
    from ingest_job where (request->>'background')::boolean`.execute(db)
  return rows[0] ?? { left: 0, done: 0 }
}

/** Guids whose film was requested in the background with every rung, whatever became of it. */
export async function ladderedFilms(db: Db): Promise<string[]> {
  const { rows } = await sql<{ guid: string }>`
    select request->'title'->>'programGuid' as guid from ingest_job
    where (request->>'background')::boolean and not coalesce((request->>'lean')::boolean, false)
      and request->'title' ? 'programGuid' and request->'sources' @> '[{"role":"film"}]'
    union select jsonb_array_elements_text(coalesce(request->'also', '[]')) from ingest_job
    where (request->>'background')::boolean and not coalesce((request->>'lean')::boolean, false)
      and request->'sources' @> '[{"role":"film"}]' `.execute(db)
  return rows.map(({ guid }) => guid)
}
