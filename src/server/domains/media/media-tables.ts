import type { ColumnType, Generated } from 'kysely'
import type { IngestErrorCode, IngestErrorParams, IngestStep } from '#contract/ingest.ts'
import type { MediaFacts } from './media-model.ts'
import type { AssetRole, TitleDraft } from './ports.ts'
import type { SubtitleFile } from './steps.ts'

/** JSON is sent to the database as text and parsed on the way back. */
type Json<T> = ColumnType<T, string, string>
type Instant = Temporal.Instant

export type AssetTable = {
  asset_id: string
  kind: AssetRole
  state: 'preparing' | 'ready'
  program_guid: string | null
  source_name: string
  source_sha256: string | null
  content_key: Buffer
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

/** One source file of a job and its role. */
export type IngestSource = { role: AssetRole; file: string; bytes: number; subtitles: SubtitleFile[] }

/** The title of a job: an existing one, or a draft that is created when its video is ready. */
export type IngestTitle = { programId: string; programGuid: string } | { draft: TitleDraft }

/** The ingest request, as stored in the job's row. */
export type IngestRequest = {
  title: IngestTitle
  sources: IngestSource[]
  /** Runs the encoder at low priority. */
  background: boolean
  /** Keeps the clear package for other titles with the same source. */
  keepPackage: boolean
  /** False for class III, because previews are public. */
  hasPreview: boolean
  /** Leaves out the rungs below one that is copied from the source. */
  lean?: boolean
  /** Further guids that play the same assets. */
  also?: string[]
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type IngestJobTable = {
  job_id: string
  state: JobState
  request: Json<IngestRequest>
  program_id: string | null
  program_guid: string | null
  step: IngestStep | null
  percent: Generated<number>
  speed: number | null
  seconds_left: number | null
  error_code: IngestErrorCode | null
  error_params: Json<IngestErrorParams> | null
  cancel_requested: Generated<boolean>
  attempts: Generated<number>
  created_at: Instant
  started_at: Instant | null
  finished_at: Instant | null
}

export type IngestJobAssetTable = { job_id: string; asset_id: string; position: number }

export type IngestStepTable = {
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
