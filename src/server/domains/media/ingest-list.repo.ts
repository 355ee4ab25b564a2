import { sql } from 'kysely'
import type { IngestNote, IngestStep } from '#contract/ingest.ts'
import type { Db } from '#server/kit/db.ts'
import { type KeysetList, type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { JobFault } from './job-attempt.repo.ts'
import type { JobState } from './media.repo.ts'
import type { AssetRole } from './ports.ts'

export interface ListedJob {
  readonly jobId: string
  /** Null until the title of a draft exists. */
  readonly programGuid: string | null
  /** None of a change that only removes or renames tracks. */
  readonly files: { role: AssetRole | 'audio' | 'subtitle'; name: string; bytes: number }[]
  /** It changes the tracks of what the title plays. */
  readonly isTracks: boolean
  readonly state: JobState
  readonly step: IngestStep | null
  readonly percent: number
  readonly speed: number | null
  readonly secondsLeft: number | null
  readonly fault: JobFault | null
  readonly notes: IngestNote[]
  readonly isCancelling: boolean
  readonly canRetry: boolean
  readonly createdAt: Temporal.Instant
  readonly finishedAt: Temporal.Instant | null
}

export interface JobQuery {
  readonly filter: { readonly state?: JobState | undefined }
  readonly sort: '-createdAt' | 'createdAt'
  readonly after?: string | undefined
  readonly limit: number
}

const SOURCES = sql`jsonb_array_elements(j.request->'sources') with ordinality as s (source, nr)`

const COLUMNS = sql`j.job_id as "jobId", coalesce(j.program_guid, j.request->'title'->>'programGuid') as "programGuid",
  (select coalesce(jsonb_agg(jsonb_build_object('role', coalesce(source->'track'->>'kind', source->>'role'), 'bytes', source->'bytes',
    'name', coalesce(source->>'name', regexp_replace(source->>'file', '^.*[/\\\\]', ''))) order by nr), '[]') from ${SOURCES}) as files,
  j.request ? 'tracks' as "isTracks", j.state, j.step, j.percent::float8 as percent, j.speed::float8 as speed, j.seconds_left::float8 as "secondsLeft",
  case when j.error_code is not null
    then jsonb_build_object('code', j.error_code, 'params', coalesce(j.error_params, '{}')) end as fault,
  j.notes, j.cancel_requested as "isCancelling",
  j.state in ('failed', 'cancelled') and not exists (
    select from (select source->>'uploadId' as id from ${SOURCES}
      union all select subtitle->>'uploadId' from ${SOURCES}, jsonb_array_elements(source->'subtitles') as t (subtitle)) as files
    where not exists (select from upload_file u where u.upload_id = files.id and u.used_by = j.job_id)) as "canRetry",
  j.created_at as "createdAt", j.finished_at as "finishedAt"`

const IN_FRONT = sql`not (j.request->>'background')::boolean`

export function listJobs(db: Db, { filter, sort, after, limit }: JobQuery): Promise<KeysetPage<ListedJob>> {
  const list: KeysetList = {
    columns: COLUMNS,
    from: sql`ingest_job j`,
    where: [IN_FRONT, ...(filter.state === undefined ? [] : [sql`j.state = ${filter.state}`])],
    sort: { by: sql`j.created_at`, type: 'timestamptz', descending: sort === '-createdAt' },
    id: { by: sql`j.job_id`, type: 'text' },
  }
  return readPage<ListedJob>(db, list, { after, limit })
}

export async function findListedJob(db: Db, jobId: string): Promise<ListedJob | undefined> {
  const { rows } = await sql<ListedJob>`
    select ${COLUMNS} from ingest_job j where j.job_id = ${jobId} and ${IN_FRONT}`.execute(db)
  return rows[0]
}
