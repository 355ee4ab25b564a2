import { join } from 'node:path'
import type { Db } from '#server/kit/db.ts'
import { newContentKey, unwrapKey, wrapKey } from './content-key.ts'
import type { MediaDeps, AssetRole } from './ports.ts'
import type { MediaFacts } from './media-model.ts'
import { findAsset, insertAsset, markReady, type IngestTitle } from './media.repo.ts'
import {
  findFormer,
  type FormerAsset,
  lockFormer,
  markAllReplaced,
  markReplaced,
  assetsReplacedBefore,
  deleteReplaced,
  unmarkReplaced,
} from './replaced-assets.repo.ts'
import { prefixesOf, publishPackage, readPackage } from './publish.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'

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

export async function resolveTitle(
  { titles }: Pick<MediaDeps, 'titles'>,
  tx: Db,
  { title, published }: { title: IngestTitle; published: readonly PublishedAsset[] },
) {
  if (!('draft' in title)) return title
  const film = published.find(({ role }) => role === 'film')
  return titles.createTitle(tx, title.draft, film?.facts.audioLanguages[0])
}

export type PackageImport = {
  folder: string
  programGuid: string
  role: AssetRole
  hasPreview: boolean
  /** Fixed by the seed, so that imports are idempotent. */
  assetId: string
}

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

export const packagesFolder = ({ workFolder }: Pick<MediaDeps, 'workFolder'>): string => join(workFolder, 'packages')

/** A replaced asset can be taken back for this long, which every stream of it has ended before. */
const KEPT_DAYS = 7
/** For clocks. */
const TOLERANCE_HOURS = 1

const keptSince = ({ clock }: Pick<MediaDeps, 'clock'>): Temporal.Instant =>
  clock.now().subtract({ hours: KEPT_DAYS * 24 })

type Kept = FormerAsset & { keptUntil: Temporal.Instant }

/** What a title and its episodes played before, and plays no longer. */
export async function findFormerAssets(deps: Pick<MediaDeps, 'db' | 'clock'>, programId: string): Promise<Kept[]> {
  const former = await findFormer(deps.db, { programId, after: keptSince(deps) })
  return former.map((asset) => ({ ...asset, keptUntil: asset.replacedAt.add({ hours: KEPT_DAYS * 24 }) }))
}

/** The title plays it again; what it played meanwhile is kept in its place. @throws AppError CONFLICT for one that is gone, NOT_FOUND for an episode */
export async function restoreEdition(
  deps: Pick<MediaDeps, 'clock' | 'titles'>,
  tx: Db,
  assetId: string,
): Promise<{ programGuid: string; replaced: string | undefined }> {
  const former = await lockFormer(tx, { assetId, after: keptSince(deps) })
  if (!former?.facts || former.program_guid === null) throw operatorRefusal({ is: 'formerFileGone' })
  const { program_guid: programGuid, kind: role, facts } = former
  const { replaced } = await deps.titles.attachAsset(tx, { programGuid, role, assetId, facts })
  await unmarkReplaced(tx, assetId)
  if (replaced !== undefined) await markReplaced(tx, { assetId: replaced, at: deps.clock.now() })
  return { programGuid, replaced }
}

/** Of an episode or draft that there is no more. */
export const release = ({ clock }: Pick<MediaDeps, 'clock'>, tx: Db, assetIds: readonly string[]): Promise<void> =>
  markAllReplaced(tx, { assetIds, at: clock.now() })

/** Files go first: an interrupted removal is found again. */
export async function removeReplaced({ db, clock, store, log }: Pick<MediaDeps, 'db' | 'clock' | 'store' | 'log'>) {
  const before = clock.now().subtract({ hours: KEPT_DAYS * 24 + TOLERANCE_HOURS })
  for (const assetId of await assetsReplacedBefore(db, before)) {
    for (const prefix of prefixesOf(assetId)) await store.remove(prefix)
    await deleteReplaced(db, assetId)
    log.info({ assetId }, 'replaced asset removed')
  }
}
