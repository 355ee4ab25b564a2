import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { cardJoins } from './cards.repo.ts'
import type { PlayableRef } from './detail.repo.ts'
import type { ViewerScope, WatchableTitle } from './titles-model.ts'
import { visible } from './visible.query.ts'

/** One guid of a title that the viewer may see. A series named by its own id means its first episode. */
export async function findWatchable(
  db: Db,
  viewerScope: ViewerScope,
  { programId, programGuid }: PlayableRef,
): Promise<WatchableTitle | undefined> {
  const { rows } = await sql<WatchableTitle>`
    select t.program_id as "programId", g.program_guid as "programGuid", coalesce(e.season, 0) as season,
      coalesce(e.episode, 0) as episode, coalesce(e.end_position, 0) as "endPosition",
      (select (a.duration_ms / 1000)::int from title_asset a
        where a.program_guid = g.program_guid and a.role = 'film') as duration
    from title t ${cardJoins}
      cross join lateral (
        select coalesce(nullif(${programGuid ?? null}::text, t.program_id), f.program_guid, t.program_id) as program_guid
      ) g
      left join episode e on e.program_guid = g.program_guid and e.program_id = t.program_id
    where t.program_id = ${programId} and ${visible(viewerScope)}
      and (g.program_guid = t.program_id or e.program_guid is not null)`.execute(db)
  return rows[0]
}
