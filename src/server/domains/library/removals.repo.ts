import { type Db, sql } from '#server/kit/db.ts'

/** The whole history: no title has this id. */
const ALL = ''

export type HistoryRemoval = { profileId: string; programId?: string | undefined; at: Temporal.Instant }

/**
 * Records that a title, or the whole history, was removed: no earlier than the last progress that it removes, whatever the clock of its
 * device says. A title without progress leaves nothing, so that a profile has no more rows than titles it has watched.
 */
export async function insertRemoval(db: Db, { profileId, programId = ALL, at }: HistoryRemoval): Promise<void> {
  const isAll = programId === ALL
  await sql`
    with replaced as (
      delete from history_removal where profile_id = ${profileId} and ${isAll} and program_id <> ${ALL} and removed_at <= ${at}),
    last as (
      select max(at) as at from bookmark where profile_id = ${profileId} and (${isAll} or program_id = ${programId}))
    insert into history_removal (profile_id, program_id, removed_at)
    select p.profile_id, ${programId}, greatest(${at}::timestamptz, last.at)
    from profile p cross join last
    where p.profile_id = ${profileId} and p.deleted_at is null and (${isAll} or last.at is not null) for key share of p
    on conflict (profile_id, program_id) do update
      set removed_at = greatest(history_removal.removed_at, excluded.removed_at)`.execute(db)
}

/** Waits for the reports of a profile that are being written, and keeps new ones waiting until the transaction ends. */
export async function lockReports(tx: Db, profileId: string): Promise<void> {
  await sql`select from profile where profile_id = ${profileId} for update`.execute(tx)
}

/** Forgets removals from before an instant. */
export async function deleteRemovals(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('history_removal').where('removed_at', '<', before).execute()
}
