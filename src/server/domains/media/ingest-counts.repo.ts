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

/** Failed ones since an instant, and those that are not finished. */
export async function countJobs(
  db: Db,
  since: Temporal.Instant,
): Promise<{ failed: number; failedAt: Temporal.Instant | null; unfinished: number; oldest: Temporal.Instant | null }> {
  const { failed, failedAt, unfinished, oldest } = await db
    .selectFrom('ingest_job')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      row.fn.min('finished_at').filterWhere('state', '=', 'failed').as('failedAt'),
      row.fn.countAll<number>().filterWhere('state', '!=', 'failed').as('unfinished'),
      row.fn.min('created_at').filterWhere('state', '!=', 'failed').as('oldest'),
    ])
    .where((row) =>
      row.or([
        row('state', 'in', ['queued', 'running']),
        row.and([row('state', '=', 'failed'), row('finished_at', '>', since)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { failed, failedAt, unfinished, oldest }
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
