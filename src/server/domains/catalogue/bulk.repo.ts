import { sql } from 'kysely'
import type { BulkChange, SkipReason } from '#contract/admin/bulk.ts'
import type { Db, Tx } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    bulk_job: {
      job_id: string
      operator_id: string
      actor: string
      change: BulkChange
      undo_of: string | null
      approved_by: string | null
      created_at: Temporal.Instant
      finished_at: Temporal.Instant | null
      continued_by: string | null
      continued_actor: string | null
      continued_at: Temporal.Instant | null
    }
    bulk_row: {
      job_id: string
      position: number
      program_id: string
      version: number
      outcome: 'changed' | 'skipped' | null
      reason: SkipReason | null
      made_version: number | null
    }
  }
}

export interface SeenTitle {
  readonly programId: string
  readonly version: number
}

interface NewJob {
  readonly jobId: string
  readonly operatorId: string
  readonly actor: string
  readonly change: BulkChange
  readonly undoOf: string | null
  /** The second person, where it needed one. */
  readonly approvedBy?: string | undefined
  readonly at: Temporal.Instant
}

/** @returns false when the job that it would take back is taken back already */
export async function insertJob(tx: Tx, job: NewJob, titles: readonly SeenTitle[]): Promise<boolean> {
  const { jobId, operatorId, actor, change, undoOf, approvedBy = null, at } = job
  const added = await tx
    .insertInto('bulk_job')
    .values({
      job_id: jobId,
      operator_id: operatorId,
      actor,
      change: JSON.stringify(change) as never,
      undo_of: undoOf,
      approved_by: approvedBy,
      created_at: at,
      finished_at: null,
      continued_by: null,
      continued_actor: null,
      continued_at: null,
    })
    .onConflict((taken) => taken.doNothing())
    .returning('job_id')
    .executeTakeFirst()
  if (!added) return false
  await sql`
    insert into bulk_row (job_id, position, program_id, version)
    select ${jobId}, position, program_id, version
    from unnest(${titles.map(({ programId }) => programId)}::text[], ${titles.map(({ version }) => version)}::int[])
      with ordinality as seen (program_id, version, position)`.execute(tx)
  return true
}

const FREE = sql`'["FREE TO WATCH"]'`

/** The price of titles, or whether they are watched for nothing. */
const OF_MONEY = sql`(j.change->>'field' = 'credits' or (j.change->>'field' = 'vodTypes'
  and (j.change->'add' @> ${FREE} or j.change->'remove' @> ${FREE})))`

/**
 * Titles whose price, or watching for nothing, an operator's changes are about that no second person approved. Who takes back such a change of
 * their own has them counted once.
 */
export async function countPriced(
  db: Db,
  { operatorId, since }: { operatorId: string; since: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ titles: number }>`
    select count(*)::int as titles from bulk_job j join bulk_row r using (job_id)
    where coalesce(j.continued_by, j.operator_id) = ${operatorId} and coalesce(j.continued_at, j.created_at) > ${since}
      and j.approved_by is null and ${OF_MONEY}
      and not exists (select from bulk_job u where u.job_id = j.undo_of
        and coalesce(u.continued_by, u.operator_id) = ${operatorId} and coalesce(u.continued_at, u.created_at) > ${since}
        and u.approved_by is null)`.execute(db)
  return rows[0]!.titles
}

export interface OpenRow extends SeenTitle {
  readonly jobId: string
  readonly position: number
  readonly change: BulkChange
  readonly undoOf: string | null
  readonly operatorId: string
  readonly actor: string
}

const HELD = sql`is_held(j.approved_by, j.operator_id, j.continued_by, '{catalogue}')`

export interface HeldJob {
  readonly jobId: string
  readonly by: string
  readonly change: BulkChange
  readonly undoOf: string | null
  readonly createdAt: Temporal.Instant
  /** Titles that are not changed yet. */
  readonly left: number
}

/** The oldest first. `jobId`: of this one alone. */
export async function findHeld(
  db: Db,
  { jobId = null, limit }: { jobId?: string | null; limit: number },
): Promise<HeldJob[]> {
  const { rows } = await sql<HeldJob>`
    select j.job_id as "jobId", coalesce(j.continued_actor, j.actor) as by, j.change, j.undo_of as "undoOf", j.created_at as "createdAt",
      (select count(*)::int from bulk_row r where r.job_id = j.job_id and r.outcome is null) as left
    from bulk_job j where j.finished_at is null and ${HELD} and (${jobId}::text is null or j.job_id = ${jobId})
    order by j.created_at limit ${limit}`.execute(db)
  return rows
}

interface Continuation {
  readonly operatorId: string
  readonly actor: string
  /** The second person, where it needed one. */
  readonly approvedBy?: string | undefined
  readonly at: Temporal.Instant
}

/** @returns false for one that is not held */
export async function continueJob(tx: Tx, { jobId, ...given }: Continuation & { jobId: string }): Promise<boolean> {
  const { operatorId, actor, approvedBy = null, at } = given
  const { rows } = await sql`
    update bulk_job j set continued_by = ${operatorId}, continued_actor = ${actor}, continued_at = ${at}, approved_by = ${approvedBy}
    where job_id = ${jobId} and finished_at is null and ${HELD} returning job_id`.execute(tx)
  return rows.length > 0
}

/** One that no other worker is at. */
export async function takeRow(tx: Tx): Promise<OpenRow | undefined> {
  const { rows } = await sql<OpenRow>`
    select r.job_id as "jobId", r.position, r.program_id as "programId", r.version, j.change, j.undo_of as "undoOf",
      coalesce(j.continued_by, j.operator_id) as "operatorId", coalesce(j.continued_actor, j.actor) as actor
    from bulk_job j join bulk_row r on r.job_id = j.job_id and r.outcome is null
    where j.finished_at is null and not ${HELD}
    order by j.created_at, r.position limit 1 for update of r skip locked`.execute(tx)
  return rows[0]
}

type Outcome = { jobId: string; position: number } & (
  | { outcome: 'changed'; madeVersion: number }
  | { outcome: 'skipped'; reason: SkipReason }
)

export async function writeOutcome(tx: Tx, { jobId, position, ...done }: Outcome): Promise<void> {
  await tx
    .updateTable('bulk_row')
    .set(done.outcome === 'changed' ? { outcome: 'changed', made_version: done.madeVersion } : done)
    .where('job_id', '=', jobId)
    .where('position', '=', position)
    .execute()
}

export async function finishJobs(db: Db, at: Temporal.Instant): Promise<void> {
  await sql`
    update bulk_job j set finished_at = ${at}
    where finished_at is null and not exists (select from bulk_row r where r.job_id = j.job_id and r.outcome is null)`.execute(
    db,
  )
}

export interface Skipped {
  readonly programId: string
  readonly title: { readonly zh_HK: string; readonly en_US: string }
  readonly reason: SkipReason
}

export interface BulkJob {
  readonly jobId: string
  /** Whose it is now. */
  readonly operatorId: string
  readonly since: Temporal.Instant
  readonly approvedBy: string | null
  readonly by: string
  readonly change: BulkChange
  readonly createdAt: Temporal.Instant
  readonly finishedAt: Temporal.Instant | null
  readonly total: number
  readonly changed: number
  readonly skipped: number
  readonly skip: Skipped[]
  readonly undoneBy: string | null
}

export async function findJob(db: Db, jobId: string, { shown }: { shown: number }): Promise<BulkJob | undefined> {
  const { rows } = await sql<BulkJob>`
    select j.job_id as "jobId", coalesce(j.continued_by, j.operator_id) as "operatorId", coalesce(j.continued_at, j.created_at) as since,
      j.approved_by as "approvedBy", j.actor as by, j.change, j.created_at as "createdAt", j.finished_at as "finishedAt",
      counted.total, counted.changed, counted.skipped,
      (select coalesce(jsonb_agg(jsonb_build_object('programId', s.program_id, 'reason', s.reason,
          'title', jsonb_build_object('zh_HK', coalesce(t.title_zh, ''), 'en_US', coalesce(t.title_en, ''))) order by s.position), '[]')
        from (select * from bulk_row r where r.job_id = j.job_id and r.outcome = 'skipped' order by position limit ${shown}) s
          left join title t on t.program_id = s.program_id) as skip,
      (select u.job_id from bulk_job u where u.undo_of = j.job_id) as "undoneBy"
    from bulk_job j cross join lateral (
      select count(*)::int as total, (count(*) filter (where outcome = 'changed'))::int as changed,
        (count(*) filter (where outcome = 'skipped'))::int as skipped
      from bulk_row r where r.job_id = j.job_id) counted
    where j.job_id = ${jobId}`.execute(db)
  return rows[0]
}

/** What a job has not changed yet. */
export async function findWaiting(db: Db, jobId: string): Promise<SeenTitle[]> {
  const { rows } = await sql<SeenTitle>`
    select program_id as "programId", version from bulk_row where job_id = ${jobId} and outcome is null order by position`.execute(
    db,
  )
  return rows
}

/** What a job made of titles. */
export async function findMade(db: Db, jobId: string): Promise<SeenTitle[]> {
  const { rows } = await sql<SeenTitle>`
    select program_id as "programId", made_version as version from bulk_row
    where job_id = ${jobId} and outcome = 'changed' order by position`.execute(db)
  return rows
}
