import { type Generated, type Selectable, sql } from 'kysely'
import type { UploadKind } from '#contract/admin/uploads.ts'
import type { Db, Tx } from '#server/kit/db.ts'

type Instant = Temporal.Instant

interface UploadFileTable {
  upload_id: string
  operator_id: string
  name: string
  bytes: number
  role: UploadKind
  program_id: string | null
  node_id: string | null
  created_at: Instant
  received_at: Instant
  completed_at: Generated<Instant | null>
  used_by: Generated<string | null>
}

declare module '#server/kit/db.ts' {
  interface Database {
    upload_file: UploadFileTable
  }
}

export type UploadRow = Selectable<UploadFileTable>

export interface NewUpload {
  readonly uploadId: string
  readonly operatorId: string
  readonly name: string
  readonly bytes: number
  readonly role: UploadKind
  readonly programId: string | undefined
  readonly nodeId: string | null
  readonly at: Instant
}

export const insertUpload = (db: Db, { uploadId, operatorId, name, bytes, role, programId, nodeId, at }: NewUpload) =>
  db
    .insertInto('upload_file')
    .values({
      upload_id: uploadId,
      operator_id: operatorId,
      name,
      bytes,
      role,
      program_id: programId ?? null,
      node_id: nodeId,
      created_at: at,
      received_at: at,
    })
    .execute()

export const findUpload = (db: Db, uploadId: string): Promise<UploadRow | undefined> =>
  db.selectFrom('upload_file').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()

/** Of an operator, the newest of each name first. */
export async function findNamedUploads(
  db: Db,
  { operatorId, names }: { operatorId: string; names: readonly string[] },
): Promise<UploadRow[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('upload_file')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('name', 'in', names)
    .orderBy('name')
    .orderBy('created_at', 'desc')
    .orderBy('upload_id', 'desc')
    .execute()
}

/** Of a node: those that came on lately and are not complete. `untouchedSince`: of those without a part. */
export const findUnfinished = (
  db: Db,
  { nodeId, since, untouchedSince }: { nodeId: string; since: Instant; untouchedSince: Instant },
): Promise<UploadRow[]> =>
  db
    .selectFrom('upload_file')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('completed_at', 'is', null)
    .where('received_at', '>=', since)
    .where((upload) =>
      upload.or([upload('received_at', '>', upload.ref('created_at')), upload('created_at', '>=', untouchedSince)]),
    )
    .execute()

export const noteReceived = (db: Db, uploadId: string, at: Instant) =>
  db.updateTable('upload_file').set({ received_at: at }).where('upload_id', '=', uploadId).execute()

export const markComplete = (db: Db, uploadId: string, at: Instant) =>
  db
    .updateTable('upload_file')
    .set({ completed_at: at, received_at: at })
    .where('upload_id', '=', uploadId)
    .where('completed_at', 'is', null)
    .execute()

export const isBusy = async (db: Db, jobId: string): Promise<boolean> => {
  const job = await db
    .selectFrom('ingest_job')
    .select('job_id')
    .where('job_id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return job !== undefined
}

const isInUse = sql<boolean>`exists (select from ingest_job
  where ingest_job.job_id = upload_file.used_by and ingest_job.state in ('queued', 'running'))`

/** Of an operator, held for a job that is about to use them. */
export const lockUploads = (db: Db, uploadIds: readonly string[]): Promise<UploadRow[]> =>
  db
    .selectFrom('upload_file')
    .selectAll()
    .where('upload_id', 'in', uploadIds)
    .orderBy('upload_id')
    .forUpdate()
    .execute()

export const takeUploads = (db: Db, uploadIds: readonly string[], jobId: string) =>
  db.updateTable('upload_file').set({ used_by: jobId }).where('upload_id', 'in', uploadIds).execute()

/** @returns those that a job has used last, which nothing needs once it is done */
export const deleteUsedBy = async (db: Db, jobId: string): Promise<string[]> => {
  const rows = await db.deleteFrom('upload_file').where('used_by', '=', jobId).returning('upload_id').execute()
  return rows.map((row) => row.upload_id)
}

/** Unless an unfinished job uses it: asked once it is held, for a job may just have begun. @returns whether it was there */
export async function deleteUpload(tx: Tx, uploadId: string): Promise<boolean> {
  await lockUploads(tx, [uploadId])
  const deleted = await tx
    .deleteFrom('upload_file')
    .where('upload_id', '=', uploadId)
    .where(sql<boolean>`not ${isInUse}`)
    .returning('upload_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Those that a finished job has used, and those without a part, a use or a retry since; none that another transaction holds. */
export async function deleteSpent(tx: Tx, since: Instant): Promise<void> {
  const { rows } = await sql<{ upload_id: string }>`
    select upload_id from upload_file where received_at < ${since} or used_by is not null for update skip locked`.execute(
    tx,
  )
  await sql`delete from upload_file where upload_id = any(${rows.map((row) => row.upload_id)}::text[]) and (
    exists (select from ingest_job where job_id = used_by and state = 'done')
    or (received_at < ${since} and not ${isInUse} and not exists (
      select from ingest_job where job_id = used_by and finished_at >= ${since})))`.execute(tx)
}

export const knownUploads = async (db: Db): Promise<Set<string>> => {
  const rows = await db.selectFrom('upload_file').select('upload_id').execute()
  return new Set(rows.map(({ upload_id: uploadId }) => uploadId))
}
