import { join } from 'node:path'
import type { Db } from '#server/kit/db.ts'
import { newContentKey, unwrapKey, wrapKey } from './content-key.ts'
import type { MediaDeps } from './media-deps.ts'
import type { MediaFacts } from './media-model.ts'
import { findAsset, insertAsset, markReady } from './media.repo.ts'
import type { IngestTitle } from './media-tables.ts'
import type { AssetRole } from './ports.ts'
import { publishEdition } from './publish.ts'
import { readPackage } from './steps.ts'

/** One asset's edition to be made of a clear package. */
export type NewEdition = {
  folder: string
  sha256: string
  assetId: string
  role: AssetRole
  hasPreview: boolean
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

export type PublishedAsset = {
  assetId: string
  role: AssetRole
  sha256: string
  facts: MediaFacts
  bytesStored: number
}

/** Encrypts a clear package with the asset's own key into the store. The asset is not ready yet. */
export async function editionOf({ db, store, masterKey }: MediaDeps, edition: NewEdition): Promise<PublishedAsset> {
  const { folder, assetId, role, sha256 } = edition
  const row = await findAsset(db, assetId)
  if (!row) throw new Error(`no asset ${assetId}`)
  const key = unwrapKey(row.content_key, { masterKey, assetId })
  const { bytesStored, ...facts } = await publishEdition(store, { ...edition, clear: await readPackage(folder), key })
  return { assetId, role, sha256, facts, bytesStored }
}

/** Makes a published asset playable, as what plays for the guid. Joins the caller's transaction. */
export async function makeReady(
  { clock, titles }: Pick<MediaDeps, 'clock' | 'titles'>,
  tx: Db,
  asset: PublishedAsset & { programGuid: string },
): Promise<void> {
  await markReady(tx, { ...asset, at: clock.now() })
  await titles.attachAsset(tx, asset)
}

/** The title that media are for: the one that exists, or the draft, created now. */
export async function resolveTitle({ titles }: Pick<MediaDeps, 'titles'>, tx: Db, title: IngestTitle) {
  return 'draft' in title ? titles.createTitle(tx, title.draft) : title
}

/** A clear package that is at hand: the seed's, or one made on another machine. */
export type PackageImport = {
  folder: string
  programGuid: string
  role: AssetRole
  hasPreview: boolean
  /** Given by the seed, so that importing again changes nothing. */
  assetId: string
}

/** Publishes a clear package for a title that exists. Done once, it stays done. */
export async function importPackage(
  deps: MediaDeps,
  { folder, programGuid, role, hasPreview, assetId }: PackageImport,
): Promise<void> {
  const { db, clock, masterKey } = deps
  const known = await findAsset(db, assetId)
  if (known?.state === 'ready') return
  const clear = await readPackage(folder)
  const contentKey = wrapKey(newContentKey(), { masterKey, assetId })
  await insertAsset(db, { assetId, role, sourceName: clear.sourceName, contentKey, at: clock.now() })
  const published = await editionOf(deps, { folder, sha256: clear.sourceSha256, assetId, role, hasPreview })
  await db.transaction().execute((tx) => makeReady(deps, tx, { ...published, programGuid }))
}

/** Where clear packages are kept for further titles. */
export const packagesFolder = ({ workFolder }: Pick<MediaDeps, 'workFolder'>): string => join(workFolder, 'packages')
