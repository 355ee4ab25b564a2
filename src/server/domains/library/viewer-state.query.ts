import { type RawBuilder, sql } from 'kysely'
import type { EpisodeProgress } from './library-model.ts'

/** A profile by its id, or by an expression of the statement that the column joins. */
type ProfileRef = string | RawBuilder<string | null>

/** Which of these titles are the profile's favourites, in a fixed order; all its favourites when none are named. */
export const favoritesColumn = (
  profileId: ProfileRef,
  programIds?: readonly string[],
): RawBuilder<string[]> => sql`array(
  select f.program_id from favorite f where f.profile_id = ${profileId}
    ${programIds ? sql`and f.program_id = any(${[...programIds]}::text[])` : sql``} order by f.program_id)`

/** How far the profile has come in the videos of these titles, in a fixed order. Videos that it has not started are left out. */
export const progressColumn = (profileId: ProfileRef, programIds: readonly string[]): RawBuilder<EpisodeProgress[]> =>
  programIds.length === 0
    ? sql`'[]'::jsonb`
    : sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'programGuid', b.program_guid, 'position', b.position, 'finished', b.finished) order by b.program_guid), '[]')
  from bookmark b where b.profile_id = ${profileId} and b.program_id = any(${[...programIds]}::text[]))`
