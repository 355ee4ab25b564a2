import { type Selectable, sql, type ColumnType, type Generated } from 'kysely'
import type { IngestErrorCode, IngestErrorParams, IngestNote, IngestStep } from '#contract/ingest.ts'
import type { Db } from '#server/kit/db.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import type { MediaFacts, SubtitleFile, AddedTrack, TrackChange } from './media-model.ts'
import type { AssetRole, TitleDraft } from './ports.ts'

type Json<T> = ColumnType<T, string, string>
type Instant = Temporal.Instant

type AssetTable = {
  asset_id: string
  kind: AssetRole
  state: 'preparing' | 'ready'
  program_guid: string | null
  source_name: string
  source_sha256: string | null
  content_key: Buffer
  /** The asset whose key it has; null: its own. */
  key_id: Generated<string | null>
  duration_ms: number | null
  width: number | null
  height: number | null
  max_resolution: 'SD' | 'HD' | '4K' | null
  dolby_atmos: Generated<boolean>
  dolby_digital: Generated<boolean>
  dolby_digital_plus: Generated<boolean>
  stereo_aac51: Generated<boolean>
  facts: Json<MediaFacts> | null
  bytes_stored: number | null
  created_at: Instant
  ready_at: Instant | null
  replaced_at: Generated<Instant | null>
}

export type IngestSource = {
  role: AssetRole
  file: string
  bytes: number
  /** Absent in jobs of earlier releases. */
  modifiedMs?: number
  /** Of an uploaded file, whose path says nothing. */
  name?: string
  uploadId?: string
  /** A file that is added to a film which is there. */
  track?: AddedTrack
  /** Of sound whose language the file does not name. */
  audioLanguage?: string | undefined
  subtitles: SubtitleFile[]
}

export type IngestTitle = { programId: string; programGuid: string } | { draft: TitleDraft }

export type IngestRequest = {
  title: IngestTitle
  sources: IngestSource[]
  background: boolean
  keepPackage: boolean
  hasPreview: boolean
  lean?: boolean
  also?: string[]
  /** Its sources become tracks of this asset. */
  tracks?: TrackChange
  /** The node on whose disk the files were; absent in jobs of earlier releases. */
  addedBy?: string
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

type IngestJobTable = {
  job_id: string
  state: JobState
  request: Json<IngestRequest>
  /** The only node that takes it; null: each. */
  node_id: string | null
  program_id: string | null
  program_guid: string | null
  step: IngestStep | null
  percent: Generated<number>
  speed: number | null
  seconds_left: number | null
  error_code: IngestErrorCode | null
  error_params: Json<IngestErrorParams> | null
  /** Deviations from what was requested. */
  notes: ColumnType<IngestNote[], string | undefined, string>
  cancel_requested: Generated<boolean>
  /** Those that count. */
  attempts: Generated<number>
  /** Of the last attempt, also of one that does not count. Programs of before know attempts only. */
  fencing_token: Generated<number>
  /** Taken by no encoder before. */
  retry_at: Instant | null
  /** The last delay, which doubles. */
  retry_minutes: number | null
  created_at: Instant
  started_at: Instant | null
  finished_at: Instant | null
  /** That added it. */
  request_id: string | null
}

type IngestJobAssetTable = { job_id: string; asset_id: string; position: number }

type IngestStepTable = {
  job_id: string
  asset_id: string
  step: IngestStep
  output: Json<unknown>
  done_at: Instant
}

declare module '#server/kit/db.ts' {
  interface Database {
    asset: AssetTable
    ingest_job: IngestJobTable
    ingest_job_asset: IngestJobAssetTable
    ingest_step: IngestStepTable
  }
}

export type JobRow = Selectable<IngestJobTable>
type Timestamped = { at: Temporal.Instant }

export type NewAsset = Timestamped & {
  assetId: string
  role: AssetRole
  sourceName: string
  contentKey: Buffer
  keyId?: string
}

export const insertAsset = (db: Db, { assetId, role, sourceName, contentKey, keyId, at }: NewAsset) =>
  db
    .insertInto('asset')
    .values({
      asset_id: assetId,
      kind: role,
      state: 'preparing',
      source_name: sourceName,
      content_key: contentKey,
      key_id: keyId ?? null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('asset_id').doNothing())
    .execute()

export const findAsset = (db: Db, assetId: string) =>
  db.selectFrom('asset').selectAll().where('asset_id', '=', assetId).executeTakeFirst()

export type ReadyAsset = Timestamped & {
  assetId: string
  programGuid: string
  sha256: string
  facts: MediaFacts
  bytesStored: number
}

export const markReady = (db: Db, { assetId, programGuid, sha256, facts, bytesStored, at }: ReadyAsset) =>
  db
    .updateTable('asset')
    .set({
      state: 'ready',
      program_guid: programGuid,
      source_sha256: sha256,
      duration_ms: facts.durationMs,
      width: facts.width,
      height: facts.height,
      max_resolution: facts.maxResolution,
      dolby_atmos: facts.audio.dolbyAtmos,
      dolby_digital: facts.audio.dolbyDigital,
      dolby_digital_plus: facts.audio.dolbyDigitalPlus,
      stereo_aac51: facts.audio.stereoAac51,
      facts: JSON.stringify(facts),
      bytes_stored: bytesStored,
      ready_at: at,
    })
    .where('asset_id', '=', assetId)
    .execute()

export const deleteUnfinished = (db: Db, assetIds: string[]) =>
  assetIds.length === 0
    ? Promise.resolve([])
    : db.deleteFrom('asset').where('asset_id', 'in', assetIds).where('state', '=', 'preparing').execute()

export type NewJob = Timestamped & {
  jobId: string
  nodeId: string | null
  request: IngestRequest
  assetIds: string[]
  notes: IngestNote[]
}

export async function insertJob(db: Db, { jobId, nodeId, request, assetIds, notes, at }: NewJob): Promise<void> {
  await db
    .insertInto('ingest_job')
    .values({
      job_id: jobId,
      state: 'queued',
      node_id: nodeId,
      request: JSON.stringify(request),
      notes: JSON.stringify(notes),
      created_at: at,
      request_id: currentRequestId(),
    })
    .execute()
  await db
    .insertInto('ingest_job_asset')
    .values(assetIds.map((assetId, position) => ({ job_id: jobId, asset_id: assetId, position })))
    .execute()
}

export const findJob = (db: Db, jobId: string) =>
  db.selectFrom('ingest_job').selectAll().where('job_id', '=', jobId).executeTakeFirst()

export const jobStates = async (db: Db, jobIds: readonly string[]): Promise<ReadonlyMap<string, JobState>> => {
  if (jobIds.length === 0) return new Map()
  const rows = await db.selectFrom('ingest_job').select(['job_id', 'state']).where('job_id', 'in', jobIds).execute()
  return new Map(rows.map((row) => [row.job_id, row.state]))
}

export const assetIdsOf = async (db: Db, jobId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('ingest_job_asset')
    .select('asset_id')
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.asset_id)
}

/** Oldest first, all or those that a node can take. Uses index ingest_job_unfinished. */
export const unfinishedJobs = async (db: Db, nodeId?: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('ingest_job')
    .select('job_id')
    .where('state', 'in', ['queued', 'running'])
    .$if(nodeId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('node_id', 'is', null), eb('node_id', '=', nodeId!)])),
    )
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.job_id)
}

/** Unfinished ones that only one node can take. Uses index ingest_job_unfinished. */
export const boundJobs = (db: Db): Promise<JobRow[]> =>
  db
    .selectFrom('ingest_job')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('node_id', 'is not', null)
    .orderBy('created_at')
    .execute()

/** From now on each node can take it. @returns false when it is over */
export const shareJob = async (db: Db, jobId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('ingest_job')
    .set({ node_id: null })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** File names of the films that play. */
export const playingFilms = (db: Db): Promise<{ programGuid: string; sourceName: string }[]> =>
  db
    .selectFrom('asset')
    .select(['program_guid as programGuid', 'source_name as sourceName'])
    .where('kind', '=', 'film')
    .where('state', '=', 'ready')
    .where('replaced_at', 'is', null)
    .where('program_guid', 'is not', null)
    .$narrowType<{ programGuid: string }>()
    .execute()

/** Idempotent: a resumed step repeats its notes. */
export const addNote = (db: Db, jobId: string, note: IngestNote) =>
  db
    .updateTable('ingest_job')
    .set({ notes: sql`notes || ${JSON.stringify([note])}::jsonb` })
    .where('job_id', '=', jobId)
    .where(sql<boolean>`not notes @> ${JSON.stringify([note])}::jsonb`)
    .execute()

export const requestCancel = (db: Db, jobId: string) =>
  db
    .updateTable('ingest_job')
    .set({ cancel_requested: true })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning('job_id')
    .executeTakeFirst()

/** Of the channel that makes workers look for jobs. */
export const INGEST_CHANNEL = 'ingest'

export const wakeWorkers = (db: Db) => sql`select pg_notify(${INGEST_CHANNEL}, '')`.execute(db)

export const cancelledJobs = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('ingest_job')
    .select('job_id')
    .where('cancel_requested', '=', true)
    .where('state', 'in', ['queued', 'running'])
    .execute()
  return rows.map((row) => row.job_id)
}
