import { type Db, sql } from '#server/kit/db.ts'
import type { AssetRole } from './ports.ts'

type Instant = Temporal.Instant

export const markReplaced = (db: Db, { assetId, at }: { assetId: string; at: Instant }) =>
  db.updateTable('asset').set({ replaced_at: at }).where('asset_id', '=', assetId).execute()

/** Those of titles that no longer play them. */
export const markAllReplaced = async (db: Db, { assetIds, at }: { assetIds: readonly string[]; at: Instant }) => {
  if (assetIds.length > 0)
    await db.updateTable('asset').set({ replaced_at: at }).where('asset_id', 'in', assetIds).execute()
}

export interface FormerAsset {
  readonly assetId: string
  readonly programGuid: string
  readonly role: AssetRole
  readonly durationMs: number
  readonly maxResolution: string
  readonly replacedAt: Instant
}

/** Of a title and its episodes, the newest first. Uses index asset_replaced. */
export async function findFormer(
  db: Db,
  { programId, after }: { programId: string; after: Instant },
): Promise<FormerAsset[]> {
  const { rows } = await sql<FormerAsset>`
    select asset_id as "assetId", program_guid as "programGuid", kind as role, duration_ms as "durationMs",
      max_resolution as "maxResolution", replaced_at as "replacedAt"
    from asset where replaced_at > ${after} and state = 'ready'
      and (program_guid = ${programId} or starts_with(program_guid, ${`${programId}.s`}))
    order by replaced_at desc, asset_id`.execute(db)
  return rows
}

/** Until the transaction ends no other takes it back. */
export const lockFormer = (tx: Db, { assetId, after }: { assetId: string; after: Instant }) =>
  tx
    .selectFrom('asset')
    .selectAll()
    .where('asset_id', '=', assetId)
    .where('state', '=', 'ready')
    .where('replaced_at', '>', after)
    .forUpdate()
    .executeTakeFirst()

export const unmarkReplaced = (tx: Db, assetId: string) =>
  tx.updateTable('asset').set({ replaced_at: null }).where('asset_id', '=', assetId).execute()

/** Assets that no title plays. Uses index asset_replaced. */
export const assetsReplacedBefore = async (db: Db, before: Temporal.Instant): Promise<string[]> => {
  const rows = await db
    .selectFrom('asset')
    .select('asset_id')
    .where('replaced_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('title_asset')
            .select('title_asset.asset_id')
            .whereRef('title_asset.asset_id', '=', 'asset.asset_id'),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.asset_id)
}

export const deleteReplaced = (db: Db, assetId: string) =>
  db.deleteFrom('asset').where('asset_id', '=', assetId).where('replaced_at', 'is not', null).execute()
