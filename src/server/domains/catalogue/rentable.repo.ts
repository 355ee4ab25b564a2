import { type RawBuilder, sql } from 'kysely'
import type { LicenceContext, PlayableRef } from './detail.repo.ts'
import type { RentableTitle } from './titles-model.ts'

/** A rentable title as JSON: instants are text. */
export type RentableTitleJson = Omit<RentableTitle, 'windowEndsAt'> & { windowEndsAt: string | null }

/**
 * What decides whether a published title can be rented, as a column of the statement that each purchase reads; null if the guid does not
 * belong to the title. The id of a series stands for its first episode.
 */
export const rentableColumn = (
  { programId, programGuid }: PlayableRef,
  { region, now }: LicenceContext,
): RawBuilder<RentableTitleJson | null> => sql<RentableTitleJson | null>`(
  select jsonb_build_object('programId', t.program_id, 'restriction', t.restriction, 'vodTypes', t.vod_types,
    'credits', t.credits, 'kids', t.kids,
    'isLicensedInRegion', w.licensed, 'isWindowOpen', w.open, 'windowEndsAt', w.ends_at,
    'hasFilm', exists (select from title_asset a where a.program_guid = g.program_guid and a.role = 'film'))
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
      select from episode e where e.program_id = t.program_id and e.program_guid = g.program_guid)))`

/** The reading of it. */
export const rentableOf = (json: RentableTitleJson | null): RentableTitle | undefined =>
  json
    ? { ...json, windowEndsAt: json.windowEndsAt === null ? null : Temporal.Instant.from(json.windowEndsAt) }
    : undefined
