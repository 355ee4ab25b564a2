import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { EXACT, TIERS, WHOLE_WORD } from './tokens.rules.ts'
import type { KnownWord } from './typos.rules.ts'

/** A title that was found, with how well it matches. */
export type Found = { titleId: number; programId: string; tier: number }

/** Who searches: `condition` is `visible` of the catalogue, on the title `t`. */
export type Searcher = { region: string; kids: boolean; condition: RawBuilder<SqlBool> }

/** The end of the range of tokens that begin with a key. */
const END = '\u{10FFFF}'

/** Titles by a key, and how many. */
type KeySearch = Searcher & { key: string; limit: number }

/** A range of more tokens than this is read only for a hot prefix whose list shows fewer titles than `SHOWN_LEAST`. */
const RANGE_MAX = 3000
const SHOWN_LEAST = 8

/** `offset 0` keeps each probe for the rows that it is needed for: joined as a whole, every licence would be read. */
const visibleTitle = (condition: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`cross join lateral (select from title t where t.program_id = found.program_id and ${condition} offset 0) seen`

/** The order of results. */
const inOrder = sql`tier, popularity desc, title_id`

/**
 * The best titles with a token that begins with the key. A hot prefix is read from its list, which is complete or in order, so that
 * reading stops at the limit; every other prefix is a range of some hundred tokens. Of a hot prefix that thousands of tokens begin
 * with, as with a letter, nothing beyond its list is found, however high the limit. One statement.
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

/** Titles by parts in any order: `lexemes` is the condition of the index, `patterns` how each part stands in the text. */
type PartsSearch = Searcher & { lexemes: string; patterns: readonly string[]; limit: number }

/** Candidates of a search in any order that are looked at: the most popular. */
const CANDIDATES = 2000

/** The best titles that have every part in their names, then in their names and people. */
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

/** Which of the words are known. */
export async function findKnownWords(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where word = any (${[...words]}::text[])`.execute(db)
  return rows.map(({ word }) => word)
}

/** Known words that share one of the remainders. */
export async function findByRemainders(db: Db, remainders: readonly string[]): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select distinct w.word, w.frequency from search_delete d join search_word w using (word)
    where d.remainder = any (${[...remainders]}::text[])`.execute(db)
  return rows
}

/** Frequent words that begin with a letter and are at least so long. */
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
