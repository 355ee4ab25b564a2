import { type Db, sql } from '#server/kit/db.ts'
import type { SearchText, Token } from './tokens.rules.ts'

/** Raised when the rules of tokens change: everything is then indexed again. */
export const INDEX_VERSION = 1

/** A title as it is indexed. */
export type IndexedTitle = {
  programId: string
  updatedAt: Temporal.Instant
  popularity: number
  kids: boolean
  zh: string
  en: string
  aliases: string[]
  people: { personId: string; zh: string; en: string }[]
}

/** Writers of the index take turns until their transaction ends, so that no two of them wait for each other's rows. */
export async function lockIndex(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('search index', 0))`.execute(tx)
}

/** Titles that are not indexed as they are now, at most `limit`, without those of `but`. */
export async function findOutdated(
  db: Db,
  { limit, but }: { limit: number; but: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select t.program_id from title t left join search_title s on s.program_id = t.program_id
    where t.state = 'published'
      and t.program_id <> all (${[...but]}::text[])
      and (s.title_id is null or s.indexed_at <> t.updated_at or s.version <> ${INDEX_VERSION})
    order by t.program_id limit ${limit}`.execute(db)
  return rows.map(({ program_id }) => program_id)
}

/** Published titles with their people. */
export async function readTitles(db: Db, programIds: readonly string[]): Promise<IndexedTitle[]> {
  const { rows } = await sql<IndexedTitle>`
    select t.program_id as "programId", t.updated_at as "updatedAt", t.popularity, t.kids, t.title_zh as zh, t.title_en as en,
      t.alias_zh || t.alias_en as aliases,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('personId', p.person_id, 'zh', p.name_zh, 'en', p.name_en)), '[]')
        from title_person tp join person p using (person_id) where tp.program_id = t.program_id) as people
    from title t where t.program_id = any (${[...programIds]}::text[]) and t.state = 'published'
    order by t.program_id`.execute(db)
  return rows
}

/** Writes the rows of titles, without their tokens. @returns their numbers by `programId` */
export async function writeTitles(
  tx: Db,
  titles: readonly { title: IndexedTitle; text: SearchText }[],
): Promise<Map<string, number>> {
  const of = <T>(read: (entry: { title: IndexedTitle; text: SearchText }) => T): T[] => titles.map(read)
  const { rows } = await sql<{ program_id: string; title_id: number }>`
    insert into search_title
      (program_id, indexed_at, version, popularity, kids, all_text, names_text, lexemes)
    select program_id, indexed_at, ${INDEX_VERSION}, popularity, kids, all_text, names_text,
      array_to_tsvector(string_to_array(lexemes, ' '))
    from unnest(${of(({ title }) => title.programId)}::text[], ${of(({ title }) => title.updatedAt.toString())}::timestamptz[],
        ${of(({ title }) => title.popularity)}::int[], ${of(({ title }) => title.kids)}::boolean[],
        ${of(({ text }) => text.all)}::text[], ${of(({ text }) => text.names)}::text[],
        ${of(({ text }) => text.lexemes.join(' '))}::text[])
      as x (program_id, indexed_at, popularity, kids, all_text, names_text, lexemes)
    on conflict (program_id) do update set indexed_at = excluded.indexed_at, version = excluded.version,
      popularity = excluded.popularity, kids = excluded.kids, all_text = excluded.all_text,
      names_text = excluded.names_text, lexemes = excluded.lexemes
    returning program_id, title_id`.execute(tx)
  return new Map(rows.map(({ program_id, title_id }) => [program_id, title_id]))
}

/** Makes these the tokens of titles. */
export async function replaceTokens(tx: Db, titles: ReadonlyMap<number, readonly Token[]>): Promise<void> {
  const flat = flatten(titles)
  await sql`delete from search_token where title_id = any (${[...titles.keys()]}::int[])`.execute(tx)
  await sql`insert into search_token (token, tier, title_id)
    select * from unnest(${flat.tokens}::text[], ${flat.tiers}::smallint[], ${flat.ids}::int[])`.execute(tx)
}

/** The people who are not indexed under their present names. */
export async function findNewPeople(
  tx: Db,
  people: readonly { personId: string; zh: string; en: string }[],
): Promise<{ personId: string; zh: string; en: string }[]> {
  const known = await sql<{ person_id: string; name_zh: string; name_en: string }>`
    select person_id, name_zh, name_en from search_person
    where person_id = any (${people.map(({ personId }) => personId)}::text[]) and version = ${INDEX_VERSION}`.execute(
    tx,
  )
  const names = new Map(known.rows.map((row) => [row.person_id, `${row.name_zh}\n${row.name_en}`]))
  return people.filter(({ personId, zh, en }) => names.get(personId) !== `${zh}\n${en}`)
}

/** Writes people with their tokens. */
export async function writePeople(
  tx: Db,
  people: readonly { personId: string; zh: string; en: string; tokens: readonly Token[] }[],
): Promise<void> {
  const { rows } = await sql<{ person_id: string; person_no: number }>`
    insert into search_person (person_id, name_zh, name_en, version)
    select *, ${INDEX_VERSION}::smallint from unnest(${people.map((one) => one.personId)}::text[], ${people.map((one) => one.zh)}::text[],
      ${people.map((one) => one.en)}::text[])
    on conflict (person_id) do update
      set name_zh = excluded.name_zh, name_en = excluded.name_en, version = excluded.version
    returning person_id, person_no`.execute(tx)
  const numbers = new Map(rows.map(({ person_id, person_no }) => [person_id, person_no]))
  const flat = flatten(new Map(people.map(({ personId, tokens }) => [numbers.get(personId)!, tokens])))
  await sql`delete from search_person_token where person_no = any (${[...numbers.values()]}::int[])`.execute(tx)
  await sql`insert into search_person_token (token, tier, person_no)
    select * from unnest(${flat.tokens}::text[], ${flat.tiers}::smallint[], ${flat.ids}::int[])`.execute(tx)
}

/** Makes the people of titles those of the catalogue. */
export async function replaceCast(tx: Db, titleIds: readonly number[]): Promise<void> {
  await sql`delete from search_cast where title_id = any (${[...titleIds]}::int[])`.execute(tx)
  await sql`insert into search_cast (person_no, title_id)
    select distinct p.person_no, s.title_id
    from search_title s join title_person tp on tp.program_id = s.program_id
      join search_person p on p.person_id = tp.person_id
    where s.title_id = any (${[...titleIds]}::int[])`.execute(tx)
}

/** Adds words with what remains of them; those that are known stay. The nightly count corrects how frequent they are. */
export async function addWords(tx: Db, words: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const { rows } = await sql<{ word: string }>`
    insert into search_word (word, frequency) select word, 1 from unnest(${[...words.keys()]}::text[]) as x (word)
    on conflict do nothing returning word`.execute(tx)
  const pairs = rows.flatMap(({ word }) => (words.get(word) ?? []).map((remainder) => ({ remainder, word })))
  await sql`insert into search_delete (remainder, word)
    select * from unnest(${pairs.map((one) => one.remainder)}::text[], ${pairs.map((one) => one.word)}::text[])
    on conflict do nothing`.execute(tx)
}

/** Counts in how many titles each word stands, and forgets words that stand in none. */
export async function countWords(db: Db): Promise<void> {
  await sql`
    with counted as (
      select lexeme as word, count(*)::int as frequency from search_title s, unnest(s.lexemes)
      where octet_length(lexeme) = length(lexeme) group by lexeme
    ), gone as (
      delete from search_word w where not exists (select from counted c where c.word = w.word)
    )
    update search_word w set frequency = c.frequency
    from counted c where c.word = w.word and c.frequency <> w.frequency`.execute(db)
}

function flatten(entries: ReadonlyMap<number, readonly Token[]>) {
  const flat = { tokens: [] as string[], tiers: [] as number[], ids: [] as number[] }
  for (const [id, tokens] of entries)
    for (const { token, tier } of tokens) {
      flat.tokens.push(token)
      flat.tiers.push(tier)
      flat.ids.push(id)
    }
  return flat
}
