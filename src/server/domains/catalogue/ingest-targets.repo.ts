import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

/** What a film can be ingested for: a film, or an episode. A series without an episode takes trailers and openings only. */
export interface IngestTarget {
  readonly programId: string
  readonly programGuid: string
  readonly title: { readonly zh: string; readonly en: string }
  readonly season: number | null
  readonly episode: number | null
  readonly restriction: string
  readonly isSeries: boolean
  readonly hasFilm: boolean
}

const select = (where: RawBuilder<unknown>) => sql<IngestTarget>`
  select t.program_id as "programId", coalesce(e.program_guid, t.program_id) as "programGuid",
    jsonb_build_object('zh', t.title_zh, 'en', t.title_en) as title, e.season, e.episode, t.restriction,
    t.program_type = 'drama' and e.program_guid is null as "isSeries",
    exists (select from title_asset a where a.program_guid = coalesce(e.program_guid, t.program_id) and a.role = 'film') as "hasFilm"
  from title t ${where}`

/** By their guids, whatever the state of the title. */
export async function findTargets(db: Db, programGuids: readonly string[]): Promise<ReadonlyMap<string, IngestTarget>> {
  if (programGuids.length === 0) return new Map()
  const guids = sql.val([...programGuids])
  const { rows } = await sql<IngestTarget>`
    ${select(sql`join episode e on e.program_id = t.program_id where e.program_guid = any(${guids})`)}
    union all
    ${select(sql`left join episode e on false where t.program_id = any(${guids})`)}`.execute(db)
  return new Map(rows.map((target) => [target.programGuid, target]))
}

/** By name or id: films and episodes. */
export async function searchTargets(db: Db, { text, limit }: { text: string; limit: number }): Promise<IngestTarget[]> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<IngestTarget>`
    ${select(sql`left join episode e on e.program_id = t.program_id
      where lower(t.title_zh) like ${pattern} or lower(t.title_en) like ${pattern} or t.program_id = ${text}`)}
    order by t.title_zh, t.program_id, e.season, e.episode limit ${limit}`.execute(db)
  return rows
}
