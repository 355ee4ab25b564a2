import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { OrderKey, TitleScope } from '../catalogue/index.ts'

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
