import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { EpisodeProgress, ProfileViewerState } from '../catalogue/index.ts'
import type { ViewerState, ViewerStateQuery } from './library-model.ts'

/** What a profile keeps, for the catalogue's own statements: `t` is the title that is listed. */
export const profileViewerState: ProfileViewerState = {
  favorite: (profileId) => sql<boolean>`exists (
    select from favorite own where own.profile_id = ${profileId} and own.program_id = t.program_id)`,

  places: (profileId) => sql<EpisodeProgress[]>`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'programGuid', b.program_guid, 'position', b.position, 'finished', b.finished)), '[]')
    from bookmark b where b.profile_id = ${profileId} and b.program_id = t.program_id)`,
}

/** The same for titles that are already listed, in one statement, each part in a fixed order. */
export async function findViewerState(
  db: Db,
  { profileId, programIds, programGuids }: Required<ViewerStateQuery> & { profileId: string },
): Promise<ViewerState> {
  const favorites = sql`array(
    select f.program_id from favorite f
    where f.profile_id = ${profileId} and f.program_id = any(${[...programIds]}::text[]) order by f.program_id)`
  const places =
    programGuids.length === 0
      ? sql`'[]'::jsonb`
      : sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'programGuid', b.program_guid, 'position', b.position, 'finished', b.finished) order by b.program_guid), '[]')
    from bookmark b where b.profile_id = ${profileId} and b.program_guid = any(${[...programGuids]}::text[]))`
  const { rows } = await sql<ViewerState>`select ${favorites} as favorites, ${places} as places`.execute(db)
  return rows[0] ?? { favorites: [], places: [] }
}
