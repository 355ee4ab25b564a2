import { type Db, sql } from '#server/kit/db.ts'

/** Stored as the title of a whole-history removal. */
const ALL = ''

export type HistoryRemoval = { profileId: string; programId?: string | undefined; at: Temporal.Instant }

/** No earlier than the progress that it removes, despite device clocks. Titles without progress leave no row, which bounds the rows of a profile. */
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

/** Waits for running progress reports and blocks new ones until the commit. */
export async function lockReports(tx: Db, profileId: string): Promise<void> {
  await sql`select from profile where profile_id = ${profileId} for update`.execute(tx)
}

export async function deleteRemovals(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('history_removal').where('removed_at', '<', before).execute()
}
