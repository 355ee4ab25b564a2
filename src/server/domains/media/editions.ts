import { join } from 'node:path'
import type { Db } from '#server/kit/db.ts'
import { newContentKey, unwrapKey, wrapKey } from './content-key.ts'
import type { MediaDeps, AssetRole } from './ports.ts'
import type { MediaFacts } from './media-model.ts'
import {
  findAsset,
  insertAsset,
  markReady,
  markReplaced,
  type IngestTitle,
  assetsReplacedBefore,
  deleteReplaced,
} from './media.repo.ts'
import { prefixesOf, publishPackage, readPackage } from './publish.ts'
import { GRANT_HOURS } from '#contract/orders.ts'

/** A clear package to encrypt for one asset. */
export type EncryptionRequest = {
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

/** Encrypts a clear package with the asset's key and uploads it. Does not mark the asset ready. */
export async function encryptPackage(
  { db, store, masterKey }: MediaDeps,
  request: EncryptionRequest,
): Promise<PublishedAsset> {
  const { folder, assetId, role, sha256 } = request
  const row = await findAsset(db, assetId)
  if (!row) throw new Error(`no asset ${assetId}`)
  const key = unwrapKey(row.content_key, { masterKey, assetId })
  const { bytesStored, ...facts } = await publishPackage(store, { ...request, clear: await readPackage(folder), key })
  return { assetId, role, sha256, facts, bytesStored }
}

/** Marks a published asset ready and attaches it to its title. Joins the caller's transaction. */
export async function makeReady(
  { clock, titles }: Pick<MediaDeps, 'clock' | 'titles'>,
  tx: Db,
  asset: PublishedAsset & { programGuid: string },
): Promise<void> {
  const at = clock.now()
  await markReady(tx, { ...asset, at })
  const { replaced } = await titles.attachAsset(tx, asset)
  if (replaced !== undefined) await markReplaced(tx, { assetId: replaced, at })
}

/** Returns the existing title, or creates it from the draft, with the language of the film's sound. */
export async function resolveTitle(
  { titles }: Pick<MediaDeps, 'titles'>,
  tx: Db,
  { title, published }: { title: IngestTitle; published: readonly PublishedAsset[] },
) {
  if (!('draft' in title)) return title
  const film = published.find(({ role }) => role === 'film')
  return titles.createTitle(tx, title.draft, film?.facts.audioLanguages[0])
}

/** An existing clear package: from the seed, or made on another machine. */
export type PackageImport = {
  folder: string
  programGuid: string
  role: AssetRole
  hasPreview: boolean
  /** Fixed by the seed, which makes the import idempotent. */
  assetId: string
}

/** Publishes a clear package for an existing title. Does nothing if the asset is ready. */
export async function importPackage(
  deps: MediaDeps,
  { folder, programGuid, role, hasPreview, assetId }: PackageImport,
): Promise<void> {
  const { db, clock, masterKey } = deps
  const existing = await findAsset(db, assetId)
  if (existing?.state === 'ready') return
  const clear = await readPackage(folder)
  const contentKey = wrapKey(newContentKey(), { masterKey, assetId })
  await insertAsset(db, { assetId, role, sourceName: clear.sourceName, contentKey, at: clock.now() })
  const published = await encryptPackage(deps, { folder, sha256: clear.sourceSha256, assetId, role, hasPreview })
  await db.transaction().execute((tx) => makeReady(deps, tx, { ...published, programGuid }))
}

/** Folder of the clear packages kept for reuse. */
export const packagesFolder = ({ workFolder }: Pick<MediaDeps, 'workFolder'>): string => join(workFolder, 'packages')

/**
 * Removes the files and rows of assets that were replaced longer ago than any grant lasts, so that every stream that was
 * running then has ended. Files go first: what is interrupted is found again.
 */
export async function removeReplaced({ db, clock, store, log }: Pick<MediaDeps, 'db' | 'clock' | 'store' | 'log'>) {
  // An hour more, for a grant that was being given and for clocks that differ.
  const before = clock.now().subtract({ hours: GRANT_HOURS + 1 })
  for (const assetId of await assetsReplacedBefore(db, before)) {
    for (const prefix of prefixesOf(assetId)) await store.remove(prefix)
    await deleteReplaced(db, assetId)
    log.info({ assetId }, 'replaced asset removed')
  }
}
