import type { Db } from '#server/kit/db.ts'

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
