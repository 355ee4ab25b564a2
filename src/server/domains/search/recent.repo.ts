import { type Db, sql } from '#server/kit/db.ts'

/** A search of a profile. */
export type RecentSearch = { keyword: string; searchedAt: Temporal.Instant }

/** The profile's searches, the newest first. */
export const findRecent = (db: Db, profileId: string): Promise<RecentSearch[]> =>
  db
    .selectFrom('search_recent')
    .select(['keyword', 'searched_at as searchedAt'])
    .where('profile_id', '=', profileId)
    .orderBy('searched_at', 'desc')
    .orderBy('key')
    .execute()

type NewSearch = { profileId: string; key: string; keyword: string; at: Temporal.Instant; most: number }

/** Keeps a search, or makes it the newest, and forgets those beyond `most`. Nothing for a profile that is gone. */
export async function keepRecent(db: Db, { profileId, key, keyword, at, most }: NewSearch): Promise<void> {
  await sql`insert into search_recent (profile_id, key, keyword, searched_at)
    select profile_id, ${key}, ${keyword}, ${at} from profile where profile_id = ${profileId}
    on conflict (profile_id, key) do update set keyword = excluded.keyword, searched_at = excluded.searched_at`.execute(
    db,
  )
  await sql`delete from search_recent where profile_id = ${profileId} and key in (
    select key from search_recent where profile_id = ${profileId} order by searched_at desc, key offset ${most})`.execute(
    db,
  )
}

/** Forgets one search of a profile, or all. */
export async function deleteRecent(
  db: Db,
  { profileId, key }: { profileId: string; key: string | undefined },
): Promise<void> {
  const all = db.deleteFrom('search_recent').where('profile_id', '=', profileId)
  await (key === undefined ? all : all.where('key', '=', key)).execute()
}

/** The searches of all profiles of an account. */
export async function findRecentOfAccount(db: Db, accountId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select p.profile_id as "profileId", p.name, (
      select coalesce(jsonb_agg(jsonb_build_object('keyword', r.keyword, 'searchedAt', r.searched_at)
        order by r.searched_at), '[]') from search_recent r where r.profile_id = p.profile_id) as searches
    from profile p where p.account_id = ${accountId} order by p.created_at, p.profile_id`.execute(db)
  return rows
}

/** Erases the searches of all profiles of an account. */
export async function deleteRecentOfAccount(tx: Db, accountId: string): Promise<void> {
  await sql`delete from search_recent
    where profile_id = any (array(select profile_id from profile where account_id = ${accountId}))`.execute(tx)
}
