import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'

/** A snapshot of PostgreSQL as text: which transactions had been committed when something was read. */
export type Snapshot = string

/** The snapshot of now. */
export async function findSnapshot(db: Db): Promise<Snapshot> {
  const { rows } = await sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]!.snapshot
}

/**
 * Of the table `title_change`: committed after a snapshot. Rows of a restored backup can have ids that this cluster has yet to
 * give out.
 */
const changedSince = (snapshot: Snapshot): RawBuilder<SqlBool> => sql<SqlBool>`(
  xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot))`

/** Whether no title has changed since a snapshot of this very database: another one, restored from a backup, may be younger. */
export async function isUnchanged(db: Db, snapshot: Snapshot): Promise<boolean> {
  const { rows } = await sql<{ unchanged: boolean }>`
    select pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${snapshot}::pg_snapshot)
      and not exists (select from title_change where ${changedSince(snapshot)}) as unchanged`.execute(db)
  return rows[0]!.unchanged
}

/**
 * The titles that changed since a snapshot, also those that are gone, and the snapshot to go on from. At most `limit` titles.
 * `isOlder`: the database is another one now, whose transactions are not as many yet.
 */
export async function findChanged(
  db: Db,
  { since, limit }: { since: Snapshot; limit: number },
): Promise<{ programIds: string[]; snapshot: Snapshot; isOlder: boolean }> {
  const { rows } = await sql<{ programIds: string[]; snapshot: Snapshot; isOlder: boolean }>`
    select now.snapshot::text as snapshot,
      pg_snapshot_xmax(now.snapshot) < pg_snapshot_xmax(${since}::pg_snapshot) as "isOlder",
      array(select distinct program_id from title_change where ${changedSince(since)} limit ${limit}) as "programIds"
    from (select pg_current_snapshot() as snapshot) now`.execute(db)
  return rows[0]!
}

/** Removes changes that every process knows by now. */
export async function deleteOldChanges(db: Db, { hours }: { hours: number }): Promise<void> {
  await sql`delete from title_change where at < now() - make_interval(hours => ${hours}::int)`.execute(db)
}
