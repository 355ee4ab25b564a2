import { type Db, lockByName } from '#server/kit/db.ts'
import type { EdgeKeyRow } from './edge-keys.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    edge_key: { edge_key_id: number; signs_from: Instant; ended_at: Instant | null; made_at: Instant }
  }
}

export const lockEdgeKeys = (tx: Db): Promise<unknown> => lockByName(tx, 'edge keys')

export async function findEdgeKeys(db: Db): Promise<EdgeKeyRow[]> {
  const rows = await db.selectFrom('edge_key').selectAll().orderBy('edge_key_id', 'desc').limit(10).execute()
  return rows.map(({ edge_key_id: id, signs_from: signsFrom, ended_at: endedAt }) => ({ id, signsFrom, endedAt }))
}

export async function insertEdgeKey(tx: Db, key: { id: number; signsFrom: Instant; at: Instant }): Promise<void> {
  const row = { edge_key_id: key.id, signs_from: key.signsFrom, ended_at: null, made_at: key.at }
  await tx.insertInto('edge_key').values(row).execute()
}

/** All that have not ended. */
export async function endEdgeKeys(tx: Db, at: Instant): Promise<void> {
  await tx.updateTable('edge_key').set({ ended_at: at }).where('ended_at', 'is', null).execute()
}
