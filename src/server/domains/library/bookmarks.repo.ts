import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { NewBookmark, WatchProgress } from './library-model.ts'

export type StoredProgress = WatchProgress & { profileId: string; programGuid: string }

/**
 * Stores progress unless newer progress is stored or the title was removed from the history since.
 * Locks the profiles, against concurrent deletion, and the rows in key order. @returns the stored rows
 */
export async function upsertBookmarks(db: Db, bookmarks: readonly NewBookmark[]): Promise<StoredProgress[]> {
  const column = <K extends keyof NewBookmark>(name: K) => bookmarks.map((bookmark) => bookmark[name])
  const { rows } = await sql<StoredProgress>`
    insert into bookmark (profile_id, program_id, program_guid, season, episode, position, duration, finished, at)
    select n.profile_id, n.program_id, n.program_guid, n.season, n.episode, n.position, n.duration, n.finished, n.at
    from unnest(${column('profileId')}::text[], ${column('programId')}::text[], ${column('programGuid')}::text[],
        ${column('season')}::int[], ${column('episode')}::int[], ${column('position')}::int[], ${column('duration')}::int[],
        ${column('finished')}::boolean[], ${column('at').map(String)}::timestamptz[])
        as n(profile_id, program_id, program_guid, season, episode, position, duration, finished, at)
      join profile p on p.profile_id = n.profile_id and p.deleted_at is null
    where not exists (
      select from history_removal r
      where r.profile_id = n.profile_id and r.program_id in ('', n.program_id) and r.removed_at >= n.at)
    order by n.profile_id, n.program_guid for key share of p
    on conflict (profile_id, program_guid) do update set
      program_id = excluded.program_id, season = excluded.season, episode = excluded.episode,
      position = excluded.position, duration = excluded.duration, finished = excluded.finished, at = excluded.at
      where excluded.at > bookmark.at
    returning profile_id as "profileId", program_guid as "programGuid", position, finished`.execute(db)
  return rows
}

/** Position 0 for unstarted videos; no rows for a deleted profile. */
export async function findBookmarks(
  db: Db,
  keys: readonly Pick<NewBookmark, 'profileId' | 'programGuid'>[],
): Promise<StoredProgress[]> {
  const { rows } = await sql<StoredProgress>`
    select k.profile_id as "profileId", k.program_guid as "programGuid", coalesce(b.position, 0) as position,
      coalesce(b.finished, false) as finished
    from unnest(${keys.map(({ profileId }) => profileId)}::text[], ${keys.map(({ programGuid }) => programGuid)}::text[])
        as k(profile_id, program_guid)
      join profile p on p.profile_id = k.profile_id and p.deleted_at is null
      left join bookmark b on b.profile_id = k.profile_id and b.program_guid = k.program_guid`.execute(db)
  return rows
}

type Key = { profileId: string; programId: string; programGuid: string }

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

export async function deleteBookmarks(
  db: Db,
  { profileId, programId }: { profileId: string; programId?: string | undefined },
): Promise<void> {
  const own = db.deleteFrom('bookmark').where('profile_id', '=', profileId)
  await (programId === undefined ? own : own.where('program_id', '=', programId)).execute()
}
