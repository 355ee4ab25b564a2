import { type RawBuilder, type SqlBool } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { LineText, SceneQuery } from './scenes.rules.ts'

/** Increase when line rules change: rereads all lines. */
const LINES_VERSION = 3

export type SubtitleTrack = { assetId: string; language: string }

/** Seconds. */
export type SubtitleLine = { at: number; line: string }

export type FoundScene = {
  programId: string
  programGuid: string
  title: LocalizedText
  /** 0 and 0 for a film. */
  season: number
  episode: number
  line: string
  at: number
  language: string
}

/** Of playing films, at most `limit`, without those of `but`. */
export async function findUnreadTracks(
  db: Db,
  { limit, but }: { limit: number; but: readonly SubtitleTrack[] },
): Promise<SubtitleTrack[]> {
  const { rows } = await sql<SubtitleTrack>`
    select distinct a.asset_id as "assetId", language
    from title_asset a, unnest(a.subtitle_languages) language
    where a.role = 'film' and not exists (select from subtitle_index i
        where i.asset_id = a.asset_id and i.language = language.language and i.version >= ${LINES_VERSION})
      and not exists (select from unnest(${but.map(({ assetId }) => assetId)}::text[],
          ${but.map((track) => track.language)}::text[]) as x (asset_id, language)
        where x.asset_id = a.asset_id and x.language = language.language)
    order by 1, 2 limit ${limit}`.execute(db)
  return rows
}

/** Locks the track first, against concurrent marks. */
export async function replaceLines(
  tx: Db,
  { assetId, language, now }: SubtitleTrack & { now: Temporal.Instant },
  lines: readonly (SubtitleLine & { text: LineText })[],
): Promise<void> {
  await sql`insert into subtitle_index (asset_id, language, version, lines, marks)
    values (${assetId}, ${language}, ${LINES_VERSION}, ${lines.length}, ${marksOf(assetId, now)})
    on conflict (asset_id, language) do update
      set version = excluded.version, lines = excluded.lines, marks = excluded.marks`.execute(tx)
  await sql`delete from subtitle_line where asset_id = ${assetId} and language = ${language}`.execute(tx)
  await sql`
    insert into subtitle_line (asset_id, language, line_no, at, line, line_text, lexemes)
    select i.asset_id, i.language, row_number() over (order by x.at, x.place), x.at, x.line, x.line_text,
      array_to_tsvector(string_to_array(x.lexemes, ' ') || i.marks)
    from subtitle_index i,
      unnest(${lines.map(({ at }) => at)}::real[], ${lines.map(({ line }) => line)}::text[],
        ${lines.map(({ text }) => text.text)}::text[], ${lines.map(({ text }) => text.lexemes.join(' '))}::text[])
      with ordinality as x (at, line, line_text, lexemes, place)
    where i.asset_id = ${assetId} and i.language = ${language}`.execute(tx)
}

/** Of assets that no longer play as a film. */
export async function deleteUnused(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from subtitle_index i where not exists (
        select from title_asset a where a.asset_id = i.asset_id and a.role = 'film' and i.language = any (a.subtitle_languages))
      returning asset_id, language
    )
    delete from subtitle_line l using gone where l.asset_id = gone.asset_id and l.language = gone.language`.execute(db)
}

/** `=` begins no word. */
export const KIDS_MARK = '=kids'

export const regionMark = (region: string): string => `=${region}`

/** Rows `mark` of title `t` with licence `l`. */
const markRows = sql`(values ('=' || l.region), (case when t.kids and t.restriction <> 'III' then ${sql.lit(KIDS_MARK)} end)) m (mark)`

const licencesAt = (now: Temporal.Instant) => sql`
  left join licence l on l.program_id = t.program_id and (l.ends_at is null or l.ends_at > ${now})`

const marksOf = (assetId: string, now: Temporal.Instant): RawBuilder<string[]> => sql`array(
  select distinct m.mark from title_asset a join title t on t.program_id = a.program_id ${licencesAt(now)}
    cross join lateral ${markRows}
  where a.asset_id = ${assetId} and a.role = 'film' and m.mark is not null order by 1)`

/** Marks narrow the search down; they do not decide visibility. */
export async function findOutdatedMarks(db: Db, now: Temporal.Instant): Promise<SubtitleTrack[]> {
  const { rows } = await sql<SubtitleTrack>`
    with marked as (
      select a.asset_id, array_agg(distinct m.mark order by m.mark) as marks
      from title_asset a join title t on t.program_id = a.program_id ${licencesAt(now)}
        cross join lateral ${markRows}
      where a.role = 'film' and m.mark is not null
      group by a.asset_id
    )
    select i.asset_id as "assetId", i.language from subtitle_index i left join marked m using (asset_id)
    where i.marks is distinct from coalesce(m.marks, '{}') order by 1, 2`.execute(db)
  return rows
}

/** Locks the track first, against concurrent replacement. */
export async function writeMarks(
  tx: Db,
  { assetId, language, now }: SubtitleTrack & { now: Temporal.Instant },
): Promise<void> {
  const { rows } = await sql<{ old: string[]; marks: string[] }>`
    select coalesce(marks, '{}') as old, ${marksOf(assetId, now)} as marks from subtitle_index
    where asset_id = ${assetId} and language = ${language} for update`.execute(tx)
  const row = rows[0]
  if (!row) return
  await sql`update subtitle_line
    set lexemes = ts_delete(lexemes, ${row.old}::text[]) || array_to_tsvector(${row.marks}::text[])
    where asset_id = ${assetId} and language = ${language}`.execute(tx)
  await sql`update subtitle_index set marks = ${row.marks}::text[]
    where asset_id = ${assetId} and language = ${language}`.execute(tx)
}

/** Share of tracks with this mark (1 without tracks), and whether all lines have their marks. */
export async function findShareOf(db: Db, mark: string): Promise<{ share: number; isMarked: boolean }> {
  const { rows } = await sql<{ share: number; isMarked: boolean }>`
    select coalesce(avg(case when marks @> array[${mark}::text] then 1 else 0 end), 1)::float8 as share,
      coalesce(bool_and(marks is not null), true) as "isMarked"
    from subtitle_index`.execute(db)
  return rows[0]!
}

/** Bounds the search where almost nothing is visible. */
const LOOKED_AT = 4000
/** Frequent phrases rank any of their lines. */
const LINES_MAX = 200
const OF_TITLE = 2

type SceneSearch = SceneQuery & {
  condition: RawBuilder<SqlBool>
  kids: boolean
  classThree: boolean
  marks: readonly string[]
  limit: number
}

/** Most popular titles first. Class III only with `classThree`: a line is a piece of its title. */
export async function findScenes(
  db: Db,
  { lexemes, pattern, condition, kids, classThree, marks, limit }: SceneSearch,
): Promise<FoundScene[]> {
  const marked = [lexemes, ...marks.map((mark) => `'${mark}'`)].join(' & ')
  const { rows } = await sql<FoundScene>`
    select x.program_id as "programId", x.program_guid as "programGuid",
      jsonb_build_object('zh', x.title_zh, 'en', x.title_en) as title, coalesce(e.season, 0) as season,
      coalesce(e.episode, 0) as episode, x.line, floor(x.at)::int as at, x.language
    from (
      select found.*, row_number() over (partition by found.program_id order by found.program_guid, found.at, found.language) as place
      from (
        select a.program_id, a.program_guid, l.line, l.at, l.language, a.title_zh, a.title_en, a.popularity
        from (
          select asset_id, language, line, at from subtitle_line
          where lexemes @@ ${marked}::tsquery and strpos(line_text, ${pattern}) > 0
          limit ${sql.lit(LOOKED_AT)}
        ) l cross join lateral (
          select ta.program_id, ta.program_guid, t.title_zh, t.title_en, t.popularity
          from title_asset ta join title t on t.program_id = ta.program_id
          where ta.asset_id = l.asset_id and ta.role = 'film' and (t.kids or not ${kids}::boolean)
            and (t.restriction <> 'III' or ${classThree}::boolean) and ${condition}
          order by ta.program_guid limit 1) a
        limit ${sql.lit(LINES_MAX)}
      ) found
    ) x left join episode e on e.program_guid = x.program_guid
    where x.place <= ${sql.lit(OF_TITLE)}
    order by x.popularity desc, x.program_id, x.place limit ${limit}`.execute(db)
  return rows
}
