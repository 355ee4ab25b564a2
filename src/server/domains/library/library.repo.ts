import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { addPlays } from '../plays/index.ts'
import type { NewBookmark, WatchProgress, EpisodeProgress } from './library-model.ts'
import type { OrderKey, TitleScope } from '../catalogue/index.ts'
import type { Language } from '#contract/languages.ts'

export type StoredProgress = WatchProgress & { profileId: string; programGuid: string }

/** Between two reports of a video that plays; players report every ten seconds. */
const REPORT_GAP_SECONDS = 60
const FIRST_REPORT_SECONDS = 10
/** A play: this much of a video, or a fifth of it. */
const PLAY_SECONDS = 30

const playedSince = sql`(case when excluded.added_seconds = 0 or excluded.at - bookmark.at > make_interval(secs => ${sql.lit(REPORT_GAP_SECONDS)}) then 0
  else greatest(0, least(excluded.position - bookmark.position, round(extract(epoch from excluded.at - bookmark.at))::int)) end)`
const isPlay = sql`w.watched_seconds >= w.least_seconds and w.watched_seconds - w.added_seconds < w.least_seconds`

/**
 * The parts `written` and `counted` of a statement: they store progress unless newer progress is stored or the title was removed from the
 * history since, and count what was watched. They lock the profiles, against concurrent deletion, and the rows in key order.
 * The statement's part `n` has the reports, one for each profile and video: profile_id, program_id, program_guid, season, episode,
 * position, duration, finished, at, region, access, device.
 */
export const bookmarkWrites = sql`
    written as (
    insert into bookmark (profile_id, program_id, program_guid, season, episode, position, duration, finished, at,
      watched_on, watched_seconds, added_seconds)
    select n.profile_id, n.program_id, n.program_guid, n.season, n.episode, n.position, n.duration, n.finished, n.at,
      (n.at at time zone 'Asia/Hong_Kong')::date, first.seconds, first.seconds
    from n
      cross join lateral (
        select case when n.access is null or exists (
          select from history_removal r where r.profile_id = n.profile_id and r.program_id in ('', n.program_id)
            and r.removed_on = (n.at at time zone 'Asia/Hong_Kong')::date) then 0 else least(n.position, ${sql.lit(FIRST_REPORT_SECONDS)}) end as seconds) first
      join profile p on p.profile_id = n.profile_id and p.deleted_at is null
    where not exists (
      select from history_removal r
      where r.profile_id = n.profile_id and r.program_id in ('', n.program_id) and r.removed_at >= n.at)
    order by n.profile_id, n.program_guid for key share of p
    on conflict (profile_id, program_guid) do update set
      program_id = excluded.program_id, season = excluded.season, episode = excluded.episode,
      position = excluded.position, duration = excluded.duration, finished = excluded.finished, at = excluded.at,
      watched_on = excluded.watched_on, added_seconds = ${playedSince},
      watched_seconds = case when bookmark.watched_on = excluded.watched_on then bookmark.watched_seconds else 0 end + ${playedSince}
      where excluded.at > bookmark.at
    returning *),
    counted as (${addPlays(sql`
      select w.watched_on as day, w.program_id, n.region, n.access, n.device, ${isPlay} as is_play, w.added_seconds as seconds
      from (select *, greatest(1, least(${sql.lit(PLAY_SECONDS)}, duration / 5)) as least_seconds from written) w
        join n using (profile_id, program_guid) where n.access is not null`)})`

/** @returns the stored rows */
export async function upsertBookmarks(db: Db, bookmarks: readonly NewBookmark[]): Promise<StoredProgress[]> {
  const column = <K extends keyof NewBookmark>(name: K) => bookmarks.map((bookmark) => bookmark[name])
  const contexts = bookmarks.map(({ play }) => play)
  const { rows } = await sql<StoredProgress>`
    with n as (select * from unnest(${column('profileId')}::text[], ${column('programId')}::text[], ${column('programGuid')}::text[],
        ${column('season')}::int[], ${column('episode')}::int[], ${column('position')}::int[], ${column('duration')}::int[],
        ${column('finished')}::boolean[], ${column('at').map(String)}::timestamptz[],
        ${contexts.map((play) => play?.region ?? null)}::text[], ${contexts.map((play) => play?.access ?? null)}::text[],
        ${contexts.map((play) => play?.device ?? null)}::text[])
        as n(profile_id, program_id, program_guid, season, episode, position, duration, finished, at, region, access, device)),
    ${bookmarkWrites}
    select profile_id as "profileId", program_guid as "programGuid", position, finished from written`.execute(db)
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

type Favorite = { profileId: string; programId: string }

/** Serializes additions. @returns false for a deleted profile */
export async function lockProfile(db: Db, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profile where profile_id = ${profileId} and deleted_at is null for no key update`.execute(db)
  return rows.length > 0
}

/** Titles that left the catalogue do not count. */
export async function countFavorites(
  db: Db,
  { profileId, programId }: Favorite,
): Promise<{ count: number; has: boolean }> {
  const { rows } = await sql<{ count: number; has: boolean }>`
    select count(*)::int as count, coalesce(bool_or(f.program_id = ${programId}), false) as has
    from favorite f join title t on t.program_id = f.program_id
    where f.profile_id = ${profileId}`.execute(db)
  return rows[0] ?? { count: 0, has: false }
}

export async function insertFavorite(
  db: Db,
  { profileId, programId, at }: Favorite & { at: Temporal.Instant },
): Promise<void> {
  await db
    .insertInto('favorite')
    .values({ profile_id: profileId, program_id: programId, added_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorites(
  db: Db,
  { profileId, programId }: { profileId: string; programId?: string | undefined },
): Promise<void> {
  const own = db.deleteFrom('favorite').where('profile_id', '=', profileId)
  await (programId === undefined ? own : own.where('program_id', '=', programId)).execute()
}

export const favoriteScope = (profileId: string): TitleScope => ({
  join: sql`join favorite fav on fav.program_id = t.program_id and fav.profile_id = ${profileId}`,
  order: [{ by: sql`fav.added_at`, direction: 'desc' }, lastKey],
})

const lastKey: OrderKey = { by: sql`t.program_id`, direction: 'asc' }
const lastWatchedFirst: OrderKey[] = [{ by: sql`w.at`, direction: 'desc' }, lastKey]

type Watched = { profileId: string; since: Temporal.Instant }

export const historyScope = ({ profileId, since }: Watched): TitleScope =>
  watchedScope(profileId, sql<SqlBool>`b.at >= ${since}`)

export const continueScope = (watched: Watched): TitleScope => ({
  ...historyScope(watched),
  where: sql<SqlBool>`(not w.finished or n.program_guid is not null)`,
})

export const lastScope = ({ profileId, programId }: { profileId: string; programId: string }): TitleScope =>
  watchedScope(profileId, sql<SqlBool>`b.program_id = ${programId}`)

/** Excludes titles at position 0 and episodes that left the catalogue. After a finished episode `next` is the following playable one. */
const watchedScope = (profileId: string, which: RawBuilder<SqlBool>): TitleScope => ({
  join: sql`join (
    select distinct on (b.program_id) b.* from bookmark b
    where b.profile_id = ${profileId} and b.position > 0 and ${which}
      and (b.program_guid = b.program_id
        or exists (select from episode e where e.program_guid = b.program_guid and e.program_id = b.program_id))
    order by b.program_id, b.at desc, b.program_guid
  ) w on w.program_id = t.program_id
  left join lateral (
    select e.program_guid, e.season, e.episode, coalesce(p.position, 0) as position,
      round(a.duration_ms / 1000.0)::int as duration
    from episode e join title_asset a on a.program_guid = e.program_guid and a.role = 'film'
      left join bookmark p on p.profile_id = ${profileId} and p.program_guid = e.program_guid and not p.finished
    where w.finished and e.program_id = w.program_id and (e.season, e.episode) > (w.season, w.episode)
    order by e.season, e.episode limit 1
  ) n on true`,
  order: lastWatchedFirst,
  note: sql`jsonb_build_object(
    'last', jsonb_build_object('programGuid', w.program_guid, 'season', w.season, 'episode', w.episode,
      'position', w.position, 'duration', w.duration, 'finished', w.finished, 'at', w.at),
    'next', case when n.program_guid is not null then jsonb_build_object('programGuid', n.program_guid,
      'season', n.season, 'episode', n.episode, 'position', n.position, 'duration', n.duration) end)`,
})

/** Stored as the title of a whole-history removal. */
const ALL = ''

export type HistoryRemoval = {
  profileId: string
  programId?: string | undefined
  at: Temporal.Instant
  /** By the server's clock. */
  now: Temporal.Instant
}

/** No earlier than the progress that it removes, despite device clocks. Titles without progress leave no row, which bounds the rows of a profile. */
export async function insertRemoval(db: Db, { profileId, programId = ALL, at, now }: HistoryRemoval): Promise<void> {
  const isAll = programId === ALL
  await sql`
    with replaced as (
      delete from history_removal where profile_id = ${profileId} and ${isAll} and program_id <> ${ALL} and removed_at <= ${at}),
    last as (
      select max(at) as at from bookmark where profile_id = ${profileId} and (${isAll} or program_id = ${programId}))
    insert into history_removal (profile_id, program_id, removed_at, removed_on)
    select p.profile_id, ${programId}, greatest(${at}::timestamptz, last.at), (${now}::timestamptz at time zone 'Asia/Hong_Kong')::date
    from profile p cross join last
    where p.profile_id = ${profileId} and p.deleted_at is null and (${isAll} or last.at is not null) for key share of p
    on conflict (profile_id, program_id) do update
      set removed_at = greatest(history_removal.removed_at, excluded.removed_at), removed_on = excluded.removed_on`.execute(
    db,
  )
}

/** Waits for running progress reports and blocks new ones until the commit. */
export async function lockReports(tx: Db, profileId: string): Promise<void> {
  await sql`select from profile where profile_id = ${profileId} for update`.execute(tx)
}

export async function deleteRemovals(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('history_removal').where('removed_at', '<', before).execute()
}

/** In a fixed order; limited to the titles of a `text[]`, if given. */
export const favoritesColumn = (
  profileId: RawBuilder<string>,
  programIds?: RawBuilder<string>,
): RawBuilder<string[]> => sql`array(
  select f.program_id from favorite f where f.profile_id = ${profileId}
    ${programIds ? sql`and f.program_id = any(${programIds}::text[])` : sql``} order by f.program_id)`

/** In a fixed order, of started videos only. */
export const progressColumn = (
  profileId: RawBuilder<string>,
  programIds: RawBuilder<string>,
): RawBuilder<EpisodeProgress[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'programGuid', b.program_guid, 'position', b.position, 'finished', b.finished) order by b.program_guid), '[]')
  from bookmark b where b.profile_id = ${profileId} and b.program_id = any(${programIds}::text[]))`

const WEIGHT = { chosen: 5, favorite: 2, watched: 1 } as const

/** Rows `genre`, `share` in (0, 1]. */
export const genreTaste = (profileId: string): RawBuilder<unknown> => sql`
  select genre, sum(weight)::float8 / sum(sum(weight)) over () as share from (
    select unnest(p.genres) as genre, ${sql.lit(WEIGHT.chosen)} as weight from profile p where p.profile_id = ${profileId}
    union all
    select unnest(liked.genres), ${sql.lit(WEIGHT.favorite)}
    from favorite f join title liked on liked.program_id = f.program_id where f.profile_id = ${profileId}
    union all
    select unnest(seen.genres), ${sql.lit(WEIGHT.watched)}
    from title seen where seen.program_id in (
      select b.program_id from bookmark b where b.profile_id = ${profileId} and b.position > 0)
  ) sign group by genre`

export const knownTitles = (profileId: string): RawBuilder<string[]> => sql`array(
  select b.program_id from bookmark b where b.profile_id = ${profileId} and b.position > 0
  union select f.program_id from favorite f where f.profile_id = ${profileId})`

export const lastWatchedTitle = (profileId: string, condition: RawBuilder<SqlBool>): RawBuilder<string | null> => sql<
  string | null
>`(
  select b.program_id from bookmark b join title t on t.program_id = b.program_id
  where b.profile_id = ${profileId} and b.position > 0 and ${condition}
  order by b.at desc, b.program_id limit 1)`

const TITLES_OF_ACCOUNT = 20
/** Bounds the compared pairs; the most recently active accounts count. */
const ACCOUNTS_MAX = 20_000
/** Fewer could identify a household, or be made by one person. */
const COMMON_LEAST = 5
const OTHERS_MAX = 40
const WATCHED_SECONDS = 15

/**
 * Rows `program_id`, `other_id`, `strength`: the cosine of both sets of accounts, in (0, 1].
 * Kids profiles count for kids titles only.
 */
export const coWatchedTitles = (since: Temporal.Instant): RawBuilder<unknown> => sql`
  with seen as (
    select p.account_id, b.program_id, max(b.at) as at
    from bookmark b join profile p on p.profile_id = b.profile_id join title t on t.program_id = b.program_id
    where b.position > ${sql.lit(WATCHED_SECONDS)} and b.at >= ${since} and p.deleted_at is null
      and (not p.kids or (t.kids and t.restriction <> 'III'))
    group by p.account_id, b.program_id
  ), active as (
    select account_id from seen group by account_id having count(*) > 1 order by max(at) desc limit ${sql.lit(ACCOUNTS_MAX)}
  ), watched as materialized (
    select account_id, program_id from (
      select account_id, program_id, row_number() over (partition by account_id order by at desc, program_id) as rank
      from seen join active using (account_id)
    ) recent where rank <= ${sql.lit(TITLES_OF_ACCOUNT)}
  ), watchers as (
    select program_id, count(*) as size from watched group by program_id
  ), pair as (
    select one.program_id, other.program_id as other_id, count(*) as common
    from watched one join watched other using (account_id)
    where one.program_id <> other.program_id
    group by 1, 2 having count(*) >= ${sql.lit(COMMON_LEAST)}
  ), ranked as (
    select pair.program_id, other_id, common / sqrt(one.size * other.size) as strength,
      row_number() over (partition by pair.program_id order by common / sqrt(one.size * other.size) desc, other_id) as rank
    from pair join watchers one on one.program_id = pair.program_id
      join watchers other on other.program_id = pair.other_id
  )
  select program_id, other_id, strength from ranked where rank <= ${sql.lit(OTHERS_MAX)}`

type Recent = { limit: number; condition: RawBuilder<SqlBool> }

/** Rows `program_id`, `rank` from 1. */
export const recentTitles = (profileId: string, { limit, condition }: Recent): RawBuilder<unknown> => sql`
  select program_id, row_number() over (order by at desc, program_id) as rank from (
    select b.program_id, max(b.at) as at from bookmark b join title t on t.program_id = b.program_id
    where b.profile_id = ${profileId} and b.position > 0 and ${condition}
    group by b.program_id order by max(b.at) desc, b.program_id limit ${limit}
  ) watched`

export async function findKept(
  db: Db,
  { accountId, language }: { accountId: string; language: Language },
): Promise<object[]> {
  const title =
    language === 'zh_HK'
      ? sql`coalesce(nullif(t.title_zh, ''), t.title_en, '')`
      : sql`coalesce(nullif(t.title_en, ''), t.title_zh, '')`
  const { rows } = await sql<object>`
    select p.profile_id as "profileId", p.name,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'programId', f.program_id, 'title', ${title}, 'addedAt', f.added_at) order by f.added_at), '[]')
        from favorite f left join title t on t.program_id = f.program_id
        where f.profile_id = p.profile_id) as favorites,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'programId', b.program_id, 'programGuid', b.program_guid, 'title', ${title}, 'season', b.season,
          'episode', b.episode, 'position', b.position, 'duration', b.duration, 'finished', b.finished,
          'watchedAt', b.at) order by b.at), '[]')
        from bookmark b left join title t on t.program_id = b.program_id
        where b.profile_id = p.profile_id) as watched,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'programId', nullif(r.program_id, ''), 'title', ${title}, 'removedAt', r.removed_at) order by r.removed_at), '[]')
        from history_removal r left join title t on t.program_id = r.program_id
        where r.profile_id = p.profile_id) as removed
    from profile p where p.account_id = ${accountId} order by p.created_at, p.profile_id`.execute(db)
  return rows
}

export async function deleteKept(db: Db, accountId: string): Promise<void> {
  const own = sql`any (array(select profile_id from profile where account_id = ${accountId}))`
  await sql`delete from favorite where profile_id = ${own}`.execute(db)
  await sql`delete from bookmark where profile_id = ${own}`.execute(db)
  await sql`delete from history_removal where profile_id = ${own}`.execute(db)
}
