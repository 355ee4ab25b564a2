import { unwrapKey } from './content-key.ts'
import { importPackage, type PackageImport, packagesFolder, removeReplaced } from './editions.ts'
import type { DomainModule } from '../domain-module.ts'
import { createIngestJobs } from './ingest.jobs.ts'
import { createIngest } from './ingest.service.ts'
import type { MediaDeps, AssetRole } from './ports.ts'
import type { MediaFacts } from './media-model.ts'
import { findAsset } from './media.repo.ts'
import { readSubtitleLines } from './subtitle-tracks.ts'
import { removeFolder } from './work-folder.ts'

/** Interval at which a worker looks for replaced assets whose streams have ended. */
const REPLACED_EVERY_MS = 15 * 60_000

/**
 * Media: ingest of source files and delivery of encrypted adaptive streams.
 * Owns the tables asset, ingest_job, ingest_job_asset and ingest_step, the store prefixes `a/`, `p/` and
 * `i/{assetId}/`, and the work folder.
 * Does not decide who may watch (see access and playback). Does not write titles: it calls the catalogue within the
 * transaction that marks the asset ready.
 */
export function createMedia(deps: MediaDeps) {
  const ingest = createIngest(deps)
  const dropPackages = () => removeFolder(packagesFolder(deps))
  const jobs = createIngestJobs({ ingest, dropPackages, clock: deps.clock })
  return {
    /** Ingest jobs: `add` creates one, `run` starts or resumes it, `cancel` ends it and removes its output. */
    ingest,
    asset,
    contentKey,
    /** Publishes a clear package for an existing title under a fixed asset id. Idempotent. */
    importPackage: (request: PackageImport) => importPackage(deps, request),
    /** The lines of a packaged subtitle track, for search. */
    readSubtitleLines: (assetId: string, language: string) => readSubtitleLines(deps.store, { assetId, language }),
    /** Deletes the clear packages kept for reuse. */
    dropPackages,
    domainModule: {
      ...jobs,
      scheduledTasks: [
        ...(jobs.scheduledTasks ?? []),
        { name: 'replaced-assets', everyMs: REPLACED_EVERY_MS, run: () => removeReplaced(deps) },
      ],
    } satisfies DomainModule,
  }

  /** Facts of a ready asset; null for an unknown id and while the asset is being prepared. */
  async function asset(assetId: string): Promise<ReadyAssetFacts | null> {
    const row = await findAsset(deps.db, assetId)
    if (row?.state !== 'ready' || !row.facts || !row.program_guid) return null
    return { assetId, role: row.kind, programGuid: row.program_guid, facts: row.facts }
  }

  /**
   * The 16-byte content key of a ready asset, for an authorized key request; null while the asset is being prepared.
   */
  async function contentKey(assetId: string): Promise<Buffer | null> {
    const row = await findAsset(deps.db, assetId)
    if (row?.state !== 'ready') return null
    return unwrapKey(row.content_key, { masterKey: deps.masterKey, assetId })
  }
}

export type Media = ReturnType<typeof createMedia>
export type ReadyAssetFacts = { assetId: string; role: AssetRole; programGuid: string; facts: MediaFacts }

export { subtitleTag } from './languages.rules.ts'
export { packageSource } from './attempt.ts'
export { checkedPlan } from './steps.ts'
export { openWorkFolder } from './work-folder.ts'
export { IngestError } from './media-errors.ts'
export type { MediaDeps } from './ports.ts'
export type { NewSource } from './ingest.service.ts'
export type { MediaFacts } from './media-model.ts'
export type { AssetAttachment, AssetRole, MediaStore, TitleDraft, Transcoder } from './ports.ts'
