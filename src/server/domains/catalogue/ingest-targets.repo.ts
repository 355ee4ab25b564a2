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
  /** 0 where it is not known. */
  readonly releaseYear: number
}

const published = (where: RawBuilder<unknown>) => sql<IngestTarget>`
  select t.program_id as "programId", coalesce(e.program_guid, t.program_id) as "programGuid",
    jsonb_build_object('zh', t.title_zh, 'en', t.title_en) as title, e.season, e.episode, t.restriction,
    t.program_type = 'drama' and e.program_guid is null as "isSeries",
    exists (select from title_asset a where a.program_guid = coalesce(e.program_guid, t.program_id) and a.role = 'film') as "hasFilm",
    t.release_year as "releaseYear"
  from title t ${where}`

const guidOfDraft = sql`d.program_id || coalesce('.s' || (e->>'season') || 'e' || (e->>'episode'), '')`

/** Of titles that were never published, as the newest draft has them. */
const drafted = (where: RawBuilder<unknown>) => sql<IngestTarget>`
  select d.program_id, ${guidOfDraft}, jsonb_build_object('zh', d.content->'title'->>'zh_HK', 'en', d.content->'title'->>'en_US'),
    (e->>'season')::int, (e->>'episode')::int, d.content->>'restriction', d.content->>'programType' = 'drama' and e is null,
    exists (select from draft_asset a where a.program_guid = ${guidOfDraft} and a.role = 'film'),
    coalesce((d.content->>'releaseYear')::int, 0)
  from (
      select distinct on (program_id) program_id, content from title_draft
      where not exists (select from title t where t.program_id = title_draft.program_id)
      order by program_id, saved_at desc) d
    left join lateral jsonb_array_elements(d.content->'episodes') e on d.content->>'programType' = 'drama'
  where ${where}`

/** By their guids, whatever the state of the title. */
export async function findTargets(db: Db, programGuids: readonly string[]): Promise<ReadonlyMap<string, IngestTarget>> {
  if (programGuids.length === 0) return new Map()
  const guids = sql.val([...programGuids])
  const { rows } = await sql<IngestTarget>`
    ${published(sql`join episode e on e.program_id = t.program_id where e.program_guid = any(${guids})`)}
    union all
    ${published(sql`left join episode e on false where t.program_id = any(${guids})`)}
    union all
    ${drafted(sql`${guidOfDraft} = any(${guids})`)}`.execute(db)
  return new Map(rows.map((target) => [target.programGuid, target]))
}

interface TargetSearch {
  readonly text: string
  /** With both, each title is found once: by this episode, else by another one. */
  readonly season?: number | undefined
  readonly episode?: number | undefined
  readonly limit: number
}

/** By name or id: films and episodes, also of drafts. */
export async function searchTargets(db: Db, { text, season, episode, limit }: TargetSearch): Promise<IngestTarget[]> {
  const isOne = season !== undefined && episode !== undefined
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<IngestTarget>`
    select ${isOne ? sql`distinct on ("programId")` : sql``} found.* from (
      ${published(sql`left join episode e on e.program_id = t.program_id
        where lower(t.title_zh) like ${pattern} or lower(t.title_en) like ${pattern} or t.program_id = ${text}`)}
      union all
      ${drafted(sql`lower((d.content->'title'->>'zh_HK') || ' ' || (d.content->'title'->>'en_US')) like ${pattern}
        or d.program_id = ${text}`)}) as found
    order by ${isOne ? sql`"programId", (season = ${season} and episode = ${episode}) desc nulls last` : sql`title->>'zh', "programId", season, episode`}
    limit ${limit}`.execute(db)
  return rows
}
