import { sql } from 'kysely'
import type { Db, Tx } from '#server/kit/db.ts'

interface TrackNumberTable {
  key_id: string
  next: number
}

declare module '#server/kit/db.ts' {
  interface Database {
    track_number: TrackNumberTable
  }
}

/** @param above at least this one @returns the first of `count` numbers that no track with this key has had */
export async function takeTrackNumbers(
  db: Db,
  { keyId, above, count }: { keyId: string; above: number; count: number },
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    insert into track_number (key_id, next) values (${keyId}, ${above + count})
    on conflict (key_id) do update set next = greatest(track_number.next, ${above}) + ${count}
    returning next`.execute(db)
  return rows[0]!.next - count
}

/** Films and episodes that are published. */
export async function guidsPlaying(db: Db, assetId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('title_asset')
    .select('program_guid')
    .distinct()
    .where('asset_id', '=', assetId)
    .execute()
  return rows.map((row) => row.program_guid)
}

/** Held until the transaction ends, so that one change at a time is begun of an asset. */
export const lockAsset = (tx: Tx, assetId: string) =>
  tx.selectFrom('asset').selectAll().where('asset_id', '=', assetId).forUpdate().executeTakeFirst()

/** The change of an asset's tracks that is under way, else the last one, which was not carried out: the asset plays still. */
export async function latestTrackChange(
  db: Db,
  assetId: string,
): Promise<{ jobId: string; isUnderWay: boolean } | undefined> {
  const { rows } = await sql<{ jobId: string; isUnderWay: boolean }>`
    select job_id as "jobId", state in ('queued', 'running') as "isUnderWay" from ingest_job
    where request ? 'tracks' and request->'tracks'->>'assetId' = ${assetId} and not (request->>'background')::boolean
    order by state in ('queued', 'running') desc, created_at desc, job_id desc limit 1`.execute(db)
  return rows[0]
}
