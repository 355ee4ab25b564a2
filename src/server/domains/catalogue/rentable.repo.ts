import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { LicenceContext, PlayableRef } from './detail.repo.ts'
import type { RentableTitle } from './titles-model.ts'

/**
 * What decides whether a published title can be rented, in one statement that each purchase reads; undefined if the guid does not belong to
 * the title. The id of a series stands for its first episode.
 */
export async function findRentable(
  db: Db,
  { programId, programGuid }: PlayableRef,
  { region, now }: LicenceContext,
): Promise<RentableTitle | undefined> {
  const { rows } = await sql<RentableTitle>`
    select t.program_id as "programId", t.restriction, t.vod_types as "vodTypes", t.credits, t.kids,
      w.licensed as "isLicensedInRegion", w.open as "isWindowOpen", w.ends_at as "windowEndsAt",
      exists (select from title_asset a where a.program_guid = g.program_guid and a.role = 'film') as "hasFilm"
    from title t
      cross join lateral (
        select count(*) > 0 as licensed, count(*) filter (where o.is_open) > 0 as open,
          nullif(max(coalesce(l.ends_at, 'infinity')) filter (where o.is_open), 'infinity') as ends_at
        from licence l
          cross join lateral (select l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now}) as is_open) o
        where l.program_id = t.program_id and l.region = ${region}
      ) w
      cross join lateral (
        select coalesce(nullif(${programGuid ?? null}::text, t.program_id), (
          select e.program_guid from episode e where e.program_id = t.program_id order by e.season, e.episode limit 1
        ), t.program_id) as program_guid
      ) g
    where t.program_id = ${programId} and t.state = 'published'
      and (g.program_guid = t.program_id or exists (
        select from episode e where e.program_id = t.program_id and e.program_guid = g.program_guid))`.execute(db)
  return rows[0]
}
