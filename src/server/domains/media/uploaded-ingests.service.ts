import { basename } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { newContentKey, wrapKey } from './content-key.ts'
import { findListedJob, type ListedJob, listJobs, type JobQuery } from './ingest-list.repo.ts'
import { subtitleTag } from './languages.rules.ts'
import {
  findJob,
  type IngestRequest,
  type IngestSource,
  insertAsset,
  insertJob,
  requestCancel,
  wakeWorkers,
} from './media.repo.ts'
import type { AssetRole, MediaDeps } from './ports.ts'
import { SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'
import { deleteUsedBy, isBusy, lockUploads, takeUploads, type UploadRow } from './uploads.repo.ts'

export interface UploadedSource {
  readonly uploadId: string
  readonly role: AssetRole
  readonly subtitles: readonly { readonly uploadId: string; readonly language: string }[]
}

export interface NewUploadedIngest {
  readonly title: { readonly programId: string; readonly programGuid: string }
  readonly hasPreview: boolean
  readonly sources: readonly UploadedSource[]
  readonly operatorId: string
}

/** Jobs of uploaded files, as operators start, end and repeat them: in the transaction of their call, which commits before a worker acts. */
export function createUploadedIngests(deps: MediaDeps) {
  const { db } = deps
  return { list, find, start, cancel, retry, forget }

  function list(query: JobQuery) {
    return listJobs(db, query)
  }

  /** @throws AppError NOT_FOUND */
  async function find(jobId: string): Promise<ListedJob> {
    const job = await findListedJob(db, jobId)
    if (!job) throw operatorRefusal({ is: 'ingestUnknown' })
    return job
  }

  /** @throws AppError for files that are another operator's, incomplete, in use, or no sources */
  async function start(tx: Tx, { title, hasPreview, sources, operatorId }: NewUploadedIngest): Promise<string> {
    if (new Set(sources.map(({ role }) => role)).size < sources.length) throw operatorRefusal({ is: 'ingestRoleTwice' })
    const files = sources.flatMap(({ uploadId, subtitles }) => [uploadId, ...subtitles.map((one) => one.uploadId)])
    const uploads = await usable(tx, files, (upload) => upload.operator_id === operatorId)
    const request: IngestRequest = {
      title,
      sources: sources.map((source) => sourceOf(source, uploads)),
      background: false,
      keepPackage: false,
      hasPreview,
    }
    return addJob(tx, request, [...uploads.values()])
  }

  /** @throws AppError NOT_FOUND, CONFLICT for one that is over */
  async function cancel(tx: Tx, jobId: string): Promise<void> {
    if (!(await requestCancel(tx, jobId))) {
      throw operatorRefusal({ is: (await findJob(tx, jobId)) ? 'ingestOver' : 'ingestUnknown' })
    }
    await wakeWorkers(tx)
  }

  /** @returns the new job @throws AppError NOT_FOUND, CONFLICT when its files are gone or another job has them */
  async function retry(tx: Tx, jobId: string): Promise<string> {
    const job = await findJob(tx, jobId)
    if (!job) throw operatorRefusal({ is: 'ingestUnknown' })
    const files = job.request.sources.flatMap(({ uploadId, subtitles }) => [
      uploadId,
      ...subtitles.map((one) => one.uploadId),
    ])
    const isOver = job.state === 'failed' || job.state === 'cancelled'
    if (!isOver || files.some((uploadId) => uploadId === undefined)) throw operatorRefusal({ is: 'ingestNoRetry' })
    const ids = files as string[]
    const uploads = await lockUploads(tx, ids)
    if (uploads.length < new Set(ids).size || uploads.some((upload) => upload.used_by !== jobId))
      throw operatorRefusal({ is: 'ingestNoRetry' })
    return addJob(tx, job.request, uploads)
  }

  /** Of a job that is done. */
  async function forget(jobId: string): Promise<void> {
    for (const uploadId of await deleteUsedBy(db, jobId)) await deps.uploadStore.remove(uploadId)
  }

  async function usable(
    tx: Tx,
    uploadIds: readonly string[],
    isOwn: (upload: UploadRow) => boolean,
  ): Promise<Map<string, UploadRow>> {
    const uploads = new Map((await lockUploads(tx, uploadIds)).map((upload) => [upload.upload_id, upload]))
    if (new Set(uploadIds).size < uploadIds.length) throw new AppError('INVALID_INPUT')
    for (const uploadId of uploadIds) {
      const upload = uploads.get(uploadId)
      if (!upload || !isOwn(upload)) throw operatorRefusal({ is: 'uploadUnknown' })
      const file = upload.name
      if (!upload.completed_at) throw operatorRefusal({ is: 'uploadUnfinished', file })
      if (upload.used_by !== null && (await isBusy(tx, upload.used_by)))
        throw operatorRefusal({ is: 'uploadInUse', file })
    }
    return uploads
  }

  function sourceOf({ uploadId, role, subtitles }: UploadedSource, uploads: Map<string, UploadRow>): IngestSource {
    const { name, bytes } = uploads.get(uploadId)!
    return {
      role,
      file: deps.uploadStore.fileOf(uploadId),
      name,
      bytes,
      uploadId,
      subtitles: subtitles.map((subtitle) => {
        const upload = uploads.get(subtitle.uploadId)!
        const language = subtitleTag(subtitle.language)
        if (!language) throw operatorRefusal({ is: 'subtitleLanguage', language: subtitle.language })
        if (upload.bytes > SUBTITLE_MAX_BYTES) throw operatorRefusal({ is: 'subtitleTooLarge', file: upload.name })
        const file = deps.uploadStore.fileOf(subtitle.uploadId)
        return { language, file, name: upload.name, uploadId: subtitle.uploadId }
      }),
    }
  }

  async function addJob(tx: Tx, request: IngestRequest, uploads: readonly UploadRow[]): Promise<string> {
    const { clock, masterKey } = deps
    const jobId = newId()
    const at = clock.now()
    const assetIds = []
    for (const { role, file, name = basename(file) } of request.sources) {
      const assetId = newId()
      const contentKey = wrapKey(newContentKey(), { masterKey, assetId })
      await insertAsset(tx, { assetId, role, sourceName: name, contentKey, at })
      assetIds.push(assetId)
    }
    const nodeId = uploads[0]?.node_id ?? null
    await insertJob(tx, { jobId, nodeId, request, assetIds, notes: [], at })
    await takeUploads(
      tx,
      uploads.map((upload) => upload.upload_id),
      jobId,
    )
    await wakeWorkers(tx)
    return jobId
  }
}
