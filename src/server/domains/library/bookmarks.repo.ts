import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { NewBookmark, WatchProgress } from './library-model.ts'

/**
 * Keeps a place unless a newer one stands, in one statement: whatever order reports come in, the newest stays. The profile is
 * held meanwhile: one that is being deleted is waited for, and then gone.
 * @returns the place, undefined when nothing was written
 */
export async function upsertBookmark(db: Db, bookmark: NewBookmark): Promise<WatchProgress | undefined> {
  const { profileId, programId, programGuid, season, episode, position, duration, finished, at } = bookmark
  const { rows } = await sql<WatchProgress>`
    insert into bookmark (profile_id, program_id, program_guid, season, episode, position, duration, finished, at)
    select profile_id, ${programId}, ${programGuid}, ${season}::int, ${episode}::int, ${position}::int, ${duration}::int,
      ${finished}::boolean, ${at}::timestamptz
    from profile where profile_id = ${profileId} and deleted_at is null for key share
    on conflict (profile_id, program_guid) do update set
      program_id = excluded.program_id, season = excluded.season, episode = excluded.episode,
      position = excluded.position, duration = excluded.duration, finished = excluded.finished, at = excluded.at
      where excluded.at > bookmark.at
    returning position, finished`.execute(db)
  return rows[0]
}

type Key = { profileId: string; programId: string; programGuid: string }

/** The place that stands. */
export async function findBookmark(
  db: Db,
  { profileId, programId, programGuid }: Key,
): Promise<WatchProgress | undefined> {
  return db
    .selectFrom('bookmark')
    .select(['position', 'finished'])
    .where('profile_id', '=', profileId)
    .where('program_id', '=', programId)
    .where('program_guid', '=', programGuid)
    .executeTakeFirst()
}

/** Forgets the places in a title, or in all. */
export async function deleteBookmarks(
  db: Db,
  { profileId, programId }: { profileId: string; programId?: string | undefined },
): Promise<void> {
  const own = db.deleteFrom('bookmark').where('profile_id', '=', profileId)
  await (programId === undefined ? own : own.where('program_id', '=', programId)).execute()
}
