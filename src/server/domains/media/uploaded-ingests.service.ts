import { basename } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { newContentKey, unwrapKey, wrapKey } from './content-key.ts'
import { findListedJob, type ListedJob, listJobs, type JobQuery } from './ingest-list.repo.ts'
import { audioTag, subtitleTag } from './languages.rules.ts'
import {
  findAsset,
  findJob,
  type IngestRequest,
  type IngestSource,
  insertAsset,
  insertJob,
  requestCancel,
  wakeWorkers,
} from './media.repo.ts'
import type { AssetRole, MediaDeps } from './ports.ts'
import { readStoredTracks } from './publish-edition.ts'
import { isShared } from './sources.ts'
import { SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'
import { latestTrackChange, lockAsset } from './track-changes.repo.ts'
import { isSubtitleId, subtitleLanguagesAfter, tracksOf } from './track-changes.rules.ts'
import { deleteUsedBy, isBusy, lockUploads, takeUploads, type UploadRow } from './uploads.repo.ts'
import type { AddedTrack, TrackKind, TrackLabel } from './media-model.ts'

export interface UploadedSource {
  readonly uploadId: string
  readonly role: AssetRole
  readonly subtitles: readonly { readonly uploadId: string; readonly language: string }[]
}

export interface NewTrackChange {
  readonly assetId: string
  readonly add: readonly (AddedTrack & { readonly uploadId: string })[]
  readonly remove: readonly string[]
  readonly labels: readonly (TrackLabel & { readonly trackId: string })[]
  readonly operatorId: string
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
  return { list, find, start, changeTracks, listTracks, cancel, retry, forget }

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

  /**
   * Other audio, subtitles or labels for a film that is there.
   * @throws AppError NOT_FOUND for an asset that no title plays, CONFLICT while another change of it is carried out, or for a language twice
   */
  async function changeTracks(tx: Tx, { assetId, add, operatorId, ...asked }: NewTrackChange) {
    const base = await lockAsset(tx, assetId)
    const programGuid = base?.program_guid
    if (base?.state !== 'ready' || !base.facts || base.replaced_at !== null || !programGuid)
      throw operatorRefusal({ is: 'trackFilmUnknown' })
    if ((await latestTrackChange(tx, assetId))?.isUnderWay) throw operatorRefusal({ is: 'tracksUnderWay' })
    const files = add.map((one) => ({ ...one, language: languageOfTrack(one) }))
    const labels = asked.labels.map((label) => {
      const kind: TrackKind = isSubtitleId(label.trackId) ? 'subtitle' : 'audio'
      return { ...label, kind, language: languageOfTrack({ ...label, kind }) }
    })
    const { remove } = asked
    if (files.length + labels.length + remove.length === 0 || hasTwoDefaults([...files, ...labels]))
      throw new AppError('INVALID_INPUT')
    const languages = subtitleLanguagesAfter(base.facts.subtitleLanguages, { remove, labels }, files)
    const twice = languages.find((language, at) => languages.indexOf(language) < at)
    if (twice !== undefined) throw operatorRefusal({ is: 'subtitleTwice', language: twice })
    const ids = files.map(({ uploadId }) => uploadId)
    const uploads = ids.length > 0 ? await usable(tx, ids, (upload) => upload.operator_id === operatorId) : new Map()
    const sources = files.map(({ uploadId, ...track }) => trackSourceOf(uploads.get(uploadId)!, base.kind, track))
    const title = { programId: programGuid.replace(/\.s\d+e\d+$/, ''), programGuid }
    const tracks = { assetId, remove, labels }
    const request = { title, sources, tracks, background: false, keepPackage: false, hasPreview: false }
    return { jobId: await addJob(tx, request, [...uploads.values()]), programGuid }
  }

  /** @throws AppError NOT_FOUND for an asset that no title plays */
  async function listTracks(assetId: string) {
    const row = await findAsset(db, assetId)
    if (row?.state !== 'ready' || !row.facts || row.replaced_at !== null)
      throw operatorRefusal({ is: 'trackFilmUnknown' })
    const latest = await latestTrackChange(db, assetId)
    return { tracks: tracksOf(await readStoredTracks(deps.store, assetId)), jobId: latest?.jobId ?? null }
  }

  function trackSourceOf(upload: UploadRow, role: AssetRole, track: AddedTrack): IngestSource {
    const { upload_id: uploadId, name, bytes } = upload
    if (track.kind === 'subtitle' && bytes > SUBTITLE_MAX_BYTES)
      throw operatorRefusal({ is: 'subtitleTooLarge', file: name })
    return { role, file: deps.uploadStore.fileOf(uploadId), name, bytes, uploadId, track, subtitles: [] }
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
    const uploads = ids.length > 0 ? await lockUploads(tx, ids) : []
    const { tracks } = job.request
    if (tracks) {
      await lockAsset(tx, tracks.assetId)
      if ((await latestTrackChange(tx, tracks.assetId))?.isUnderWay) throw operatorRefusal({ is: 'tracksUnderWay' })
    }
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
    const assetIds: string[] = []
    if (request.tracks) assetIds.push(await insertEdition(tx, request.tracks.assetId, at))
    else
      for (const { role, file, name = basename(file) } of request.sources) {
        const assetId = newId()
        const contentKey = wrapKey(newContentKey(), { masterKey, assetId })
        await insertAsset(tx, { assetId, role, sourceName: name, contentKey, at })
        assetIds.push(assetId)
      }
    const own = isShared(deps.store) ? null : deps.nodeId
    const nodeId = uploads[0]?.node_id ?? (request.tracks ? own : null)
    await insertJob(tx, { jobId, nodeId, request, assetIds, notes: [], at })
    const uploadIds = uploads.map((upload) => upload.upload_id)
    if (uploadIds.length > 0) await takeUploads(tx, uploadIds, jobId)
    await wakeWorkers(tx)
    return jobId
  }

  /** With the key of the asset whose segments it will have. */
  async function insertEdition(tx: Tx, from: string, at: Temporal.Instant): Promise<string> {
    const { masterKey } = deps
    const base = await findAsset(tx, from)
    if (!base) throw operatorRefusal({ is: 'trackFilmUnknown' })
    const assetId = newId()
    const contentKey = wrapKey(unwrapKey(base.content_key, { masterKey, assetId: from }), { masterKey, assetId })
    const { kind: role, source_name: sourceName, key_id: keyId } = base
    await insertAsset(tx, { assetId, role, sourceName, contentKey, keyId: keyId ?? from, at })
    return assetId
  }
}

function languageOfTrack({ kind, language }: { kind: TrackKind; language: string }): string {
  const tag = kind === 'audio' ? audioTag(language) : subtitleTag(language)
  if (tag === null) throw operatorRefusal({ is: kind === 'audio' ? 'audioLanguage' : 'subtitleLanguage', language })
  return tag
}

const hasTwoDefaults = (tracks: readonly AddedTrack[]): boolean =>
  (['audio', 'subtitle'] as const).some(
    (kind) => tracks.filter((track) => track.kind === kind && track.isDefault).length > 1,
  )
