import { type RawBuilder, sql } from 'kysely'
import type { EpisodeProgress } from './library-model.ts'

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
