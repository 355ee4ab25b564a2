import { unwrapKey } from './content-key.ts'
import { importPackage, type PackageImport, packagesFolder } from './editions.ts'
import { createIngestJobs } from './ingest.jobs.ts'
import { createIngest } from './ingest.service.ts'
import type { MediaDeps } from './media-deps.ts'
import type { MediaFacts } from './media-model.ts'
import { findAsset } from './media.repo.ts'
import type { AssetRole } from './ports.ts'
import { removeFolder } from './work-folder.ts'

/**
 * Media: what plays. Files in, encrypted adaptive streams out.
 * Owns the tables asset, ingest_job, ingest_job_asset, ingest_step, everything under `a/`, `p/` and `i/{assetId}/` in the media
 * store, and the work folder. Knows how a film is made, published and decrypted. Never decides who may watch (access, playback),
 * and writes no title: it asks the catalogue to, in the transaction in which a film becomes ready.
 */
export function createMedia(deps: MediaDeps) {
  const ingest = createIngest(deps)
  const dropPackages = () => removeFolder(packagesFolder(deps))
  return {
    /** Jobs: `add` stores one, `run` starts or resumes it, `cancel` ends it and removes what it made. */
    ingest,
    asset,
    contentKey,
    /** Publishes a ready clear package for a title that exists, under a stable asset id; again it changes nothing. */
    importPackage: (given: PackageImport) => importPackage(deps, given),
    /** Deletes the clear packages that were kept for further titles. */
    dropPackages,
    capability: createIngestJobs({ ingest, dropPackages, clock: deps.clock }),
  }

  /** A ready asset's facts; null while it is being prepared and for unknown ids. */
  async function asset(assetId: string): Promise<ReadyAssetFacts | null> {
    const row = await findAsset(deps.db, assetId)
    if (row?.state !== 'ready' || !row.facts || !row.program_guid) return null
    return { assetId, role: row.kind, programGuid: row.program_guid, facts: row.facts }
  }

  /** The 16 bytes that decrypt a ready asset, for the key call under a grant; null while it is being prepared. */
  async function contentKey(assetId: string): Promise<Buffer | null> {
    const row = await findAsset(deps.db, assetId)
    if (row?.state !== 'ready') return null
    return unwrapKey(row.content_key, { masterKey: deps.masterKey, assetId })
  }
}

export type Media = ReturnType<typeof createMedia>
export type ReadyAssetFacts = { assetId: string; role: AssetRole; programGuid: string; facts: MediaFacts }

export { subtitleTag } from './languages.rules.ts'
export { packageSource } from './package-source.ts'
export { checkedPlan } from './steps.ts'
export { IngestError } from './media-errors.ts'
export type { MediaDeps } from './media-deps.ts'
export type { NewSource } from './ingest.service.ts'
export type { MediaFacts } from './media-model.ts'
export type { AssetAttachment, AssetRole, MediaStore, TitleDraft, Transcoder } from './ports.ts'
