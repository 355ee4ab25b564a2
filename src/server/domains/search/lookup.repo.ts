import {
  type Found,
  EXACT,
  TIERS,
  WHOLE_WORD,
  type KnownWord,
  type ShownTitle,
  type ShownPerson,
  type NamedTitle,
  type Token,
} from './search-model.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { type LocalizedText, type TitleScope, licenceWindows, windowOf, type WindowRow } from '../catalogue/index.ts'

/** `condition`: `visible` of the catalogue, on title `t`. */
export type Searcher = { region: string; kids: boolean; condition: RawBuilder<SqlBool> }

/** Upper bound of tokens that begin with a key. */
const END = '\u{10FFFF}'

type KeySearch = Searcher & { key: string; limit: number }

/** Larger ranges are read only for hot prefixes whose list shows fewer than `SHOWN_LEAST` titles. */
const RANGE_MAX = 3000
const SHOWN_LEAST = 8

/** `offset 0` probes licences per row; joined as a whole, all would be read. */
const visibleTitle = (condition: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`cross join lateral (select from title t where t.program_id = found.program_id and ${condition} offset 0) seen`

const inOrder = sql`tier, popularity desc, title_id`

/**
 * One statement: a hot prefix is read from its list, another as a range of some hundred tokens.
 * Beyond its list, a prefix with thousands of tokens finds nothing.
 */
export async function findByKey(db: Db, { key, limit, region, kids, condition }: KeySearch): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with hot as materialized (
      select found.title_id, found.tier::int as tier, found.popularity, found.program_id
      from (select h.title_id, h.tier, h.popularity, s.program_id
          from search_head h cross join lateral (select program_id from search_title where title_id = h.title_id offset 0) s
          where h.prefix = ${key} and h.region = ${region} and h.kids = ${kids}
          order by h.tier, h.popularity desc, h.title_id offset 0) found ${visibleTitle(condition)}
      order by ${inOrder} limit ${limit}
    ), gate as materialized (
      select not exists (select from search_hot where prefix = ${key} and region = '' and not kids)
        or (not coalesce((select complete from search_hot where prefix = ${key} and region = ${region} and kids = ${kids}), true)
          and (select count(*) from hot) < ${limit}
          and ((select count(*) from hot) < ${sql.lit(SHOWN_LEAST)} or (select count(*) from (
            select from search_token where token >= ${key} and token < ${key + END}
            union all
            select from search_person_token p join search_cast c using (person_no)
            where p.token >= ${key} and p.token < ${key + END}
            limit ${sql.lit(RANGE_MAX + 1)}) range) <= ${sql.lit(RANGE_MAX)})) as is_open
    ), matched as (
      select title_id, tier - case when token = ${key} then ${sql.lit(EXACT)} else 0 end as tier
      from search_token where token >= ${key} and token < ${key + END} and (select is_open from gate)
      union all
      select title_id, tier from search_token where token = ${WHOLE_WORD + key} and (select is_open from gate)
      union all
      select c.title_id, p.tier - case when p.token = ${key} then ${sql.lit(EXACT)} else 0 end
      from search_person_token p
        cross join lateral (select title_id from search_cast where person_no = p.person_no offset 0) c
      where p.token >= ${key} and p.token < ${key + END} and (select is_open from gate)
    ), ranged as (
      select found.title_id, found.tier, found.popularity, found.program_id
      from (select g.title_id, g.tier, s.popularity, s.program_id
          from (select title_id, min(tier)::int as tier from matched group by title_id) g
            cross join lateral (select popularity, program_id, kids from search_title where title_id = g.title_id offset 0) s
          where s.kids or not ${kids}::boolean
          order by g.tier, s.popularity desc, g.title_id offset 0) found ${visibleTitle(condition)}
      order by ${inOrder} limit ${limit}
    )
    select title_id as "titleId", program_id as "programId", tier
    from (select * from hot where not (select is_open from gate) union all select * from ranged) r
    order by ${inOrder}`.execute(db)
  return rows
}

/** `lexemes`: index condition; `patterns`: how each part occurs in the text. */
type PartsSearch = Searcher & { lexemes: string; patterns: readonly string[]; limit: number }

/** The most popular ones are examined. */
const CANDIDATES = 2000

/** Every part in the names first, then in names and people. */
export async function findInAnyOrder(
  db: Db,
  { lexemes, patterns, limit, kids, condition }: PartsSearch,
): Promise<Found[]> {
  const all = sql`${[...patterns]}::text[]`
  const { rows } = await sql<Found>`
    select found.title_id as "titleId", found.program_id as "programId", found.tier
    from (
      select s.title_id, s.program_id, s.popularity,
        case when (select bool_and(strpos(s.names_text, part) > 0) from unnest(${all}) part)
          then ${sql.lit(TIERS.anyOrder)} else ${sql.lit(TIERS.anyOrderWithPeople)} end as tier
      from (select * from search_title where lexemes @@ ${lexemes}::tsquery and (kids or not ${kids}::boolean)
        order by popularity desc, title_id limit ${sql.lit(CANDIDATES)}) s
      where (select bool_and(strpos(s.all_text, part) > 0) from unnest(${all}) part)
      order by tier, s.popularity desc, s.title_id offset 0
    ) found ${visibleTitle(condition)}
    order by ${inOrder} limit ${limit}`.execute(db)
  return rows
}

export async function findKnownWords(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where word = any (${[...words]}::text[])`.execute(db)
  return rows.map(({ word }) => word)
}

/** That share a remainder. */
export async function findByRemainders(db: Db, remainders: readonly string[]): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select distinct w.word, w.frequency from search_delete d join search_word w using (word)
    where d.remainder = any (${[...remainders]}::text[])`.execute(db)
  return rows
}

/** Frequent words of a minimum length. */
export async function findByLetter(
  db: Db,
  { letter, length }: { letter: string; length: number },
): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select word, frequency from search_word
    where word >= ${letter} and word < ${letter + END} and length(word) >= ${length}::int
    order by frequency desc, word limit 1500`.execute(db)
  return rows
}

/** Unordered. `key` selects the matching people. */
export async function findShown(
  db: Db,
  { titleIds, key }: { titleIds: readonly number[]; key: string },
): Promise<ShownTitle[]> {
  const { rows } = await sql<ShownTitle>`
    select t.program_id as "programId", t.program_type as "programType", t.landscape_image as image, t.restriction,
      t.release_year as "releaseYear", jsonb_build_object('zh', t.title_zh, 'en', t.title_en) as title,
      t.alias_zh || t.alias_en as aliases,
      (select coalesce(jsonb_agg(jsonb_build_object('zh', p.name_zh, 'en', p.name_en) order by p.person_no), '[]')
        from search_cast c join search_person p using (person_no)
        where c.title_id = s.title_id and exists (select from search_person_token x
          where x.person_no = p.person_no and starts_with(x.token, ${key}))) as people
    from unnest(${[...titleIds]}::int[]) wanted (title_id)
      cross join lateral (select * from search_title where title_id = wanted.title_id offset 0) s
      cross join lateral (select * from title where program_id = s.program_id offset 0) t`.execute(db)
  return rows
}

/** Examined people of a range: best tiers, then best known. */
export const PEOPLE_OF_RANGE = 200
export const PEOPLE_LOOKED_AT = 40

/** By name or its Jyutping, with a visible title. */
export async function findPeople(
  db: Db,
  { key, limit, condition }: { key: string; limit: number; condition: RawBuilder<SqlBool> },
): Promise<ShownPerson[]> {
  const { rows } = await sql<ShownPerson>`
    select p.person_id as "personId", jsonb_build_object('zh', p.name_zh, 'en', p.name_en) as name, seen.titles, seen.directs
    from (
      select g.person_no, g.tier, (select coalesce(sum(s.popularity), 0) from search_cast c join search_title s using (title_id)
          where c.person_no = g.person_no) as known
      from (select person_no, min(tier) as tier from search_person_token
        where token >= ${key} and token < ${key} || chr(1114111) group by person_no order by tier, person_no
        limit ${sql.lit(PEOPLE_OF_RANGE)}) g
      order by g.tier, known desc, g.person_no limit ${sql.lit(PEOPLE_LOOKED_AT)} offset 0
    ) found
      cross join lateral (select * from search_person where person_no = found.person_no offset 0) p
      cross join lateral (
        select count(*)::int as titles, coalesce(bool_or(exists (select from title_person tp
          where tp.program_id = t.program_id and tp.person_id = p.person_id and tp.part = 'director')), false) as directs
        from search_cast c join search_title s using (title_id) join title t on t.program_id = s.program_id
        where c.person_no = found.person_no and ${condition} offset 0) seen
    where seen.titles > 0
    order by found.tier, found.known desc, found.person_no limit ${limit}`.execute(db)
  return rows
}

/** Most popular first. */
export const titlesOfPerson = (personId: string): TitleScope => ({
  where: sql<SqlBool>`exists (select from title_person tp where tp.person_id = ${personId} and tp.program_id = t.program_id)`,
  order: [
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
})

/** In the given order. */
export const foundTitles = (programIds: readonly string[]): TitleScope => ({
  join: sql`join unnest(${[...programIds]}::text[]) with ordinality as found (program_id, place) on found.program_id = t.program_id`,
  order: [{ by: sql`found.place`, direction: 'asc' }],
})

export async function findPersonName(db: Db, personId: string): Promise<LocalizedText | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['name_zh as zh', 'name_en as en'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row
}

type TitleRow = Omit<NamedTitle, 'shown' | 'windows'> &
  Omit<ShownTitle, 'title' | 'people'> & { zh: string; en: string; windows: WindowRow[] }

/** Reads `s` (indexed) and `t`. `kids` as in `visible`. */
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

export async function findNamedTitles(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<NamedTitle[]> {
  const { rows } = await sql<TitleRow>`
    select ${titleColumns} from search_title s join title t on t.program_id = s.program_id
    where s.title_id > ${after} order by s.title_id limit ${limit}`.execute(db)
  return rows.map(titleOf)
}

export async function findNamedTitlesOf(db: Db, programIds: readonly string[]): Promise<NamedTitle[]> {
  const { rows } = await sql<TitleRow>`
    select ${titleColumns} from search_title s join title t on t.program_id = s.program_id
    where s.program_id = any (${[...programIds]}::text[])`.execute(db)
  return rows.map(titleOf)
}

export type PersonNames = { personNo: number; personId: string } & LocalizedText

const personColumns = sql`person_no as "personNo", person_id as "personId", name_zh as zh, name_en as en`

export async function findNamedPeople(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<PersonNames[]> {
  const { rows } = await sql<PersonNames>`
    select ${personColumns} from search_person where person_no > ${after} order by person_no limit ${limit}`.execute(db)
  return rows
}

export async function findNamedPeopleOf(db: Db, personNos: readonly number[]): Promise<PersonNames[]> {
  const { rows } = await sql<PersonNames>`
    select ${personColumns} from search_person where person_no = any (${[...personNos]}::int[])`.execute(db)
  return rows
}

const TABLES = {
  titles: { table: sql`search_token`, id: sql`title_id` },
  people: { table: sql`search_person_token`, id: sql`person_no` },
} as const satisfies Record<string, Record<string, RawBuilder<unknown>>>
export type TokenOwner = keyof typeof TABLES

type TokenRow = Token & { id: number }

/** In byte order. @returns lines of token, tier and id, separated by tabs, and the last token; undefined at the end */
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

export async function findTokensOf(db: Db, of: TokenOwner, ids: readonly number[]): Promise<Map<number, Token[]>> {
  const { table, id } = TABLES[of]
  const { rows } = await sql<{ id: number; tokens: string[]; tiers: number[] }>`
    select ${id} as id, array_agg(token order by token, tier) as tokens, array_agg(tier order by token, tier) as tiers
    from ${table} where ${id} = any (${[...ids]}::int[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.tokens.map((token, n) => ({ token, tier: row.tiers[n]! }))]))
}
