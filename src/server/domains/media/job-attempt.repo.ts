import { sql } from 'kysely'
import type { IngestErrorCode, IngestErrorParams, IngestStep } from '#contract/ingest.ts'
import type { Db } from '#server/kit/db.ts'
import { AttemptLost } from './media-errors.ts'
import type { JobRow, JobState } from './media.repo.ts'

type Timestamped = { at: Temporal.Instant }

/** Counts the attempt, by whose token later writes know whether it is still theirs. Undefined if it is finished. */
export const startJob = (db: Db, { jobId, at }: Timestamped & { jobId: string }) =>
  db
    .updateTable('ingest_job')
    .set((eb) => ({
      state: 'running' as const,
      attempts: eb('attempts', '+', 1),
      fencing_token: eb('fencing_token', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(at)),
    }))
    .where('job_id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()

export type JobProgress = { step: IngestStep; percent: number; speed: number | null; secondsLeft: number | null }

/** One run of a job. What it writes is refused once another one has been started. */
type JobAttempt = Pick<JobRow, 'job_id' | 'attempts' | 'fencing_token'>

const isLast = ({ job_id: jobId, attempts, fencing_token: token }: JobAttempt) =>
  sql<boolean>`job_id = ${jobId} and attempts = ${attempts} and fencing_token = ${token}`
const isRunning = (job: JobAttempt) => sql<boolean>`${isLast(job)} and state = 'running'`

/** @throws AttemptLost */
export async function saveProgress(
  db: Db,
  job: JobAttempt,
  { step, percent, speed, secondsLeft }: JobProgress,
): Promise<{ isCancelled: boolean }> {
  const row = await db
    .updateTable('ingest_job')
    .set({ step, percent, speed, seconds_left: secondsLeft, error_code: null, error_params: null })
    .where(isRunning(job))
    .returning('cancel_requested')
    .executeTakeFirst()
  if (!row) throw new AttemptLost(job.job_id)
  return { isCancelled: row.cancel_requested }
}

/** No other attempt starts before the transaction ends. @throws AttemptLost */
export async function lockJob(tx: Db, job: JobAttempt): Promise<void> {
  const row = await tx.selectFrom('ingest_job').select('job_id').where(isRunning(job)).forUpdate().executeTakeFirst()
  if (!row) throw new AttemptLost(job.job_id)
}

export type JobFault = { code: IngestErrorCode; params: IngestErrorParams }

/** The next saved progress clears it. */
export const noteWaiting = (db: Db, job: JobAttempt, { code, params }: JobFault) =>
  db
    .updateTable('ingest_job')
    .set({ error_code: code, error_params: JSON.stringify(params), speed: null, seconds_left: null })
    .where(isRunning(job))
    .execute()

/** Of one that is not tried. */
export const noteFault = (db: Db, { job_id: jobId }: JobAttempt, { code, params }: JobFault) =>
  db
    .updateTable('ingest_job')
    .set({ error_code: code, error_params: JSON.stringify(params) })
    .where('job_id', '=', jobId)
    .where('state', '=', 'queued')
    .execute()

/** To be tried again. @param counts false: as if it had not been tried */
export const releaseJob = (db: Db, job: JobAttempt, { counts, fault }: { counts: boolean; fault?: JobFault }) =>
  db
    .updateTable('ingest_job')
    .set((eb) => ({
      state: 'queued' as const,
      ...(!counts && { attempts: eb('attempts', '-', 1) }),
      speed: null,
      seconds_left: null,
      error_code: fault?.code ?? null,
      error_params: fault ? JSON.stringify(fault.params) : null,
    }))
    .where(isRunning(job))
    .execute()

/** Doubles up to the maximum on repeated failures. */
const RETRY_MINUTES = 1
const RETRY_MINUTES_MAX = 32

/** No encoder takes the job for a while. @returns how many minutes; undefined where it waits for no attempt */
export async function postponeJob(db: Db, jobId: string, at: Temporal.Instant): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    update ingest_job j set retry_minutes = minutes, retry_at = ${at}::timestamptz + make_interval(mins => minutes)
      from (select job_id, least(coalesce(retry_minutes * 2, ${RETRY_MINUTES}::int), ${RETRY_MINUTES_MAX}::int) as minutes
        from ingest_job where job_id = ${jobId}) next
      where j.job_id = next.job_id and j.state = 'queued'
      returning minutes`.execute(db)
  return rows[0]?.minutes
}

/** The next failure is the first again. A delay that runs is of another worker, which has failed since. */
export const forgetRetries = (db: Db, jobId: string, at: Temporal.Instant) =>
  db
    .updateTable('ingest_job')
    .set({ retry_at: null, retry_minutes: null })
    .where('job_id', '=', jobId)
    .where('retry_at', '<=', at)
    .execute()

export type JobEnd = Timestamped & {
  state: Exclude<JobState, 'queued' | 'running'>
  error?: JobFault
  title?: { programId: string; programGuid: string }
}

/** As it was read: of an attempt that runs, or of a job that waits. @returns false when another attempt has been started, or it is over */
export const endJob = async (
  db: Db,
  job: JobAttempt & Pick<JobRow, 'state'>,
  { state, error, title, at }: JobEnd,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('ingest_job')
    .set({
      state,
      finished_at: at,
      speed: null,
      seconds_left: null,
      ...(state === 'done' && { percent: 100, step: 'publish' as const }),
      error_code: error?.code ?? null,
      error_params: error ? JSON.stringify(error.params) : null,
      ...(title && { program_id: title.programId, program_guid: title.programGuid }),
    })
    .where(isLast(job))
    .where('state', '=', job.state)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Jobs that ended without a film whose files are not removed yet. */
export const endedWithAssets = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('asset')
    .innerJoin('ingest_job_asset', 'ingest_job_asset.asset_id', 'asset.asset_id')
    .innerJoin('ingest_job', 'ingest_job.job_id', 'ingest_job_asset.job_id')
    .select('ingest_job.job_id')
    .distinct()
    .where('asset.state', '=', 'preparing')
    .where('ingest_job.state', 'in', ['failed', 'cancelled'])
    .execute()
  return rows.map((row) => row.job_id)
}

export const stepOutputs = async (db: Db, jobId: string, assetId: string): Promise<Map<IngestStep, unknown>> => {
  const rows = await db
    .selectFrom('ingest_step')
    .select(['step', 'output'])
    .where('job_id', '=', jobId)
    .where('asset_id', '=', assetId)
    .execute()
  return new Map(rows.map(({ step, output }) => [step, output]))
}

export type NewStep = Timestamped & { assetId: string; step: IngestStep; output: unknown }

/** @throws AttemptLost */
export async function insertStep(db: Db, job: JobAttempt, { assetId, step, output, at }: NewStep): Promise<void> {
  const done = sql<Temporal.Instant>`${at}::timestamptz`
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('ingest_step')
    .columns(['job_id', 'asset_id', 'step', 'output', 'done_at'])
    .expression((eb) =>
      eb
        .selectFrom('ingest_job')
        .select([
          'job_id',
          sql<string>`${assetId}::text`.as('asset_id'),
          sql<IngestStep>`${step}::text`.as('step'),
          sql<string>`${JSON.stringify(output ?? null)}::jsonb`.as('output'),
          done.as('done_at'),
        ])
        .where(isRunning(job)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['job_id', 'asset_id', 'step'])
        .doUpdateSet((eb) => ({ output: eb.ref('excluded.output'), done_at: eb.ref('excluded.done_at') })),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new AttemptLost(job.job_id)
}
