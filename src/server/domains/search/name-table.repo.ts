import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { licenceWindows, type LocalizedText, windowOf, type WindowRow } from '../catalogue/index.ts'
import type { ShownTitle } from './shown.repo.ts'
import type { NamedTitle } from './name-table.rules.ts'
import type { Token } from './tokens.rules.ts'

type TitleRow = Omit<NamedTitle, 'shown' | 'windows'> &
  Omit<ShownTitle, 'title' | 'people'> & { zh: string; en: string; windows: WindowRow[] }

/** Of an indexed title `s` and its title `t`. Whether it is for kids is decided as `visible` does. */
const titleColumns = sql`
  s.title_id as "titleId", s.version || ' ' || s.indexed_at as revision, s.popularity, s.names_text as names,
  t.kids and t.restriction <> 'III' as "isForKids",
  case when t.state = 'published' then ${licenceWindows} else '[]'::jsonb end as windows,
  array(select person_no from search_cast c where c.title_id = s.title_id order by person_no) as people,
  array(select p.person_no from title_person tp join search_person p using (person_id)
    where tp.program_id = t.program_id and tp.part = 'director') as directors,
  t.program_id as "programId", t.program_type as "programType", t.title_zh as zh, t.title_en as en,
  t.alias_zh || t.alias_en as aliases, t.landscape_image as image, t.restriction, t.release_year as "releaseYear"`

const titleOf = ({
  zh,
  en,
  programId,
  programType,
  aliases,
  image,
  restriction,
  releaseYear,
  ...row
}: TitleRow): NamedTitle => ({
  ...row,
  windows: row.windows.map(windowOf),
  shown: { programId, programType, title: { zh, en }, aliases, image, restriction, releaseYear },
})

/** Indexed titles in the order of their numbers, from after one. */
export async function findNamedTitles(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<NamedTitle[]> {
  const { rows } = await sql<TitleRow>`
    select ${titleColumns} from search_title s join title t on t.program_id = s.program_id
    where s.title_id > ${after} order by s.title_id limit ${limit}`.execute(db)
  return rows.map(titleOf)
}

/** Those of these titles that are indexed. */
export async function findNamedTitlesOf(db: Db, programIds: readonly string[]): Promise<NamedTitle[]> {
  const { rows } = await sql<TitleRow>`
    select ${titleColumns} from search_title s join title t on t.program_id = s.program_id
    where s.program_id = any (${[...programIds]}::text[])`.execute(db)
  return rows.map(titleOf)
}

/** A person with the names that are indexed. */
export type PersonNames = { personNo: number; personId: string } & LocalizedText

const personColumns = sql`person_no as "personNo", person_id as "personId", name_zh as zh, name_en as en`

/** Indexed people in the order of their numbers, from after one. */
export async function findNamedPeople(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<PersonNames[]> {
  const { rows } = await sql<PersonNames>`
    select ${personColumns} from search_person where person_no > ${after} order by person_no limit ${limit}`.execute(db)
  return rows
}

/** The people of these numbers. */
export async function findNamedPeopleOf(db: Db, personNos: readonly number[]): Promise<PersonNames[]> {
  const { rows } = await sql<PersonNames>`
    select ${personColumns} from search_person where person_no = any (${[...personNos]}::int[])`.execute(db)
  return rows
}

/** Where tokens are kept: of titles or of people. */
const TABLES = {
  titles: { table: sql`search_token`, id: sql`title_id` },
  people: { table: sql`search_person_token`, id: sql`person_no` },
} as const satisfies Record<string, Record<string, RawBuilder<unknown>>>
export type TokenOwner = keyof typeof TABLES

/** A token of a table; tokens are ordered by all three. */
export type TokenRow = Token & { id: number }

/**
 * Tokens in the order of their bytes, from after one.
 * @returns token, tier and id, separated by tabs, a line each, and the last of them; undefined when there are no more
 */
export async function findTokenLines(
  db: Db,
  of: TokenOwner,
  { after, limit }: { after: TokenRow; limit: number },
): Promise<{ lines: string; last: TokenRow } | undefined> {
  const { table, id } = TABLES[of]
  const { rows } = await sql<TokenRow & { lines: string }>`
    with page as materialized (
      select token, tier, ${id} as id from ${table}
      where (token, tier, ${id}) > (${after.token}, ${after.tier}::smallint, ${after.id}::int)
      order by token, tier, ${id} limit ${limit}
    )
    select (select string_agg(token || chr(9) || tier || chr(9) || id, chr(10) order by token, tier, id) from page) as lines,
      last.* from (select * from page order by token desc, tier desc, id desc limit 1) last`.execute(db)
  const row = rows[0]
  return row && { lines: row.lines, last: { token: row.token, tier: row.tier, id: row.id } }
}

/** The tokens of titles or people, by their numbers. */
export async function findTokensOf(db: Db, of: TokenOwner, ids: readonly number[]): Promise<Map<number, Token[]>> {
  const { table, id } = TABLES[of]
  const { rows } = await sql<{ id: number; tokens: string[]; tiers: number[] }>`
    select ${id} as id, array_agg(token order by token, tier) as tokens, array_agg(tier order by token, tier) as tiers
    from ${table} where ${id} = any (${[...ids]}::int[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.tokens.map((token, n) => ({ token, tier: row.tiers[n]! }))]))
}
