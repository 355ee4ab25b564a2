import { type Db, sql, lockByName } from '#server/kit/db.ts'
import type { SearchText } from './tokens.rules.ts'
import { type Token, EXACT, WHOLE_WORD } from './search-model.ts'
import type { Generated } from 'kysely'

/** Increase when token rules change: reindexes everything. */
export const INDEX_VERSION = 4

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

/** Serializes writers, against deadlocks. */
export async function lockIndex(tx: Db): Promise<void> {
  await lockByName(tx, 'search index')
}

/** At most `limit`, without those of `but`. */
export async function findOutdated(
  db: Db,
  { limit, but }: { limit: number; but: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select t.program_id from title t left join search_title s on s.program_id = t.program_id
    where t.state = 'published'
      and t.program_id <> all (${[...but]}::text[])
      and (s.title_id is null or s.indexed_at <> t.updated_at or s.version < ${INDEX_VERSION})
    order by t.program_id limit ${limit}`.execute(db)
  return rows.map(({ program_id }) => program_id)
}

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

/** Without tokens. @returns title numbers by `programId` */
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

export async function replaceTokens(tx: Db, titles: ReadonlyMap<number, readonly Token[]>): Promise<void> {
  const flat = flatten(titles)
  await sql`delete from search_token where title_id = any (${[...titles.keys()]}::int[])`.execute(tx)
  await sql`insert into search_token (token, tier, title_id)
    select * from unnest(${flat.tokens}::text[], ${flat.tiers}::smallint[], ${flat.ids}::int[])`.execute(tx)
}

/** Not indexed under their current names. */
export async function findNewPeople(
  tx: Db,
  people: readonly { personId: string; zh: string; en: string }[],
): Promise<{ personId: string; zh: string; en: string }[]> {
  const known = await sql<{ person_id: string; name_zh: string; name_en: string }>`
    select person_id, name_zh, name_en from search_person
    where person_id = any (${people.map(({ personId }) => personId)}::text[]) and version >= ${INDEX_VERSION}`.execute(
    tx,
  )
  const names = new Map(known.rows.map((row) => [row.person_id, `${row.name_zh}\n${row.name_en}`]))
  return people.filter(({ personId, zh, en }) => names.get(personId) !== `${zh}\n${en}`)
}

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

export async function replaceCast(tx: Db, titleIds: readonly number[]): Promise<void> {
  await sql`delete from search_cast where title_id = any (${[...titleIds]}::int[])`.execute(tx)
  await sql`insert into search_cast (person_no, title_id)
    select distinct p.person_no, s.title_id
    from search_title s join title_person tp on tp.program_id = s.program_id
      join search_person p on p.person_id = tp.person_id
    where s.title_id = any (${[...titleIds]}::int[])`.execute(tx)
}

/** Known words stay. The nightly count corrects frequencies. */
export async function addWords(tx: Db, words: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const { rows } = await sql<{ word: string }>`
    insert into search_word (word, frequency) select word, 1 from unnest(${[...words.keys()]}::text[]) as x (word)
    on conflict do nothing returning word`.execute(tx)
  const pairs = rows.flatMap(({ word }) => (words.get(word) ?? []).map((remainder) => ({ remainder, word })))
  await sql`insert into search_delete (remainder, word)
    select * from unnest(${pairs.map((one) => one.remainder)}::text[], ${pairs.map((one) => one.word)}::text[])
    on conflict do nothing`.execute(tx)
}

/** Recounts titles per word and deletes unused words. */
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

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    search_title: {
      title_id: Generated<number>
      program_id: string
      indexed_at: Instant
      version: number
      popularity: number
      kids: boolean
      all_text: string
      names_text: string
      lexemes: string
    }
    search_token: { token: string; tier: number; title_id: number }
    search_person: {
      person_no: Generated<number>
      person_id: string
      name_zh: string
      name_en: string
      version: number
    }
    search_person_token: { token: string; tier: number; person_no: number }
    search_cast: { person_no: number; title_id: number }
    search_hot: { prefix: string; region: string; kids: boolean; complete: boolean }
    search_head: {
      prefix: string
      region: string
      kids: boolean
      tier: number
      popularity: number
      title_id: number
    }
    search_word: { word: string; frequency: number }
    search_delete: { remainder: string; word: string }
    search_lists: { is_only: Generated<boolean>; made_at: Instant | null; titles_since: Generated<number> }
    search_recent: { profile_id: string; key: string; keyword: string; searched_at: Instant }
    search_found: { day: Temporal.PlainDate; program_id: string; searches: number }
    search_missed: { day: Temporal.PlainDate; key: string; language: string; searches: number }
    subtitle_line: {
      asset_id: string
      language: string
      line_no: number
      at: number
      line: string
      line_text: string
      lexemes: string
    }
    subtitle_index: {
      asset_id: string
      language: string
      version: number
      lines: number
      marks: Generated<string[] | null>
    }
  }
}

/** Tokens that make a prefix hot. */
const HOT_ROWS = 300
/** Longer prefixes have short ranges. */
const HOT_LENGTH = 8
const LIST_LENGTH = 60

/** Shortest first. */
export async function findHotPrefixes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    with token as (
      select token from search_token where left(token, 1) <> ${WHOLE_WORD}
      union all
      select p.token from search_person_token p join search_cast c using (person_no)
      where left(p.token, 1) <> ${WHOLE_WORD}
    )
    select prefix from (
      select left(token, size) as prefix from token, generate_series(1, ${sql.lit(HOT_LENGTH)}) size
      where length(token) >= size
    ) x group by prefix having count(*) > ${HOT_ROWS}::int order by length(prefix), prefix`.execute(db)
  return rows.map(({ prefix }) => prefix)
}

export async function deleteOtherLists(tx: Db, prefixes: readonly string[]): Promise<void> {
  await sql`delete from search_head where prefix <> all (${[...prefixes]}::text[])`.execute(tx)
  await sql`delete from search_hot where prefix <> all (${[...prefixes]}::text[])`.execute(tx)
}

/** Per region with an unexpired licence: one for all, one for kids. */
export async function makeLists(
  tx: Db,
  { prefixes, now }: { prefixes: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  await sql`delete from search_head where prefix = any (${[...prefixes]}::text[])`.execute(tx)
  await sql`delete from search_hot where prefix = any (${[...prefixes]}::text[])`.execute(tx)
  await sql`insert into search_hot (prefix, region, kids, complete)
    select prefix, '', false, false from unnest(${[...prefixes]}::text[]) as x (prefix)`.execute(tx)
  await sql`
    with found as materialized (
      select p.prefix, x.title_id, min(x.tier)::smallint as tier
      from unnest(${[...prefixes]}::text[]) as p (prefix) cross join lateral (${matching}) x group by 1, 2
    ), placed as (
      select f.*, l.region, k.kids, s.popularity, row_number() over (
          partition by f.prefix, l.region, k.kids order by f.tier, s.popularity desc, f.title_id) as place
      from found f join search_title s using (title_id)
        cross join lateral (select distinct region from licence
          where program_id = s.program_id and (ends_at is null or ends_at > ${now})) l
        join (values (false), (true)) k (kids) on s.kids or not k.kids
    ), listed as (
      insert into search_head (prefix, region, kids, tier, popularity, title_id)
      select prefix, region, kids, tier, popularity, title_id from placed where place <= ${LIST_LENGTH}
    )
    insert into search_hot (prefix, region, kids, complete)
    select prefix, region, kids, count(*) <= ${LIST_LENGTH} from placed group by 1, 2, 3`.execute(tx)
}

/** With their tiers. */
const matching = sql`
  select title_id, tier - case when token = p.prefix then ${sql.lit(EXACT)} else 0 end as tier
  from search_token where token >= p.prefix and token < p.prefix || chr(1114111)
  union all
  select title_id, tier from search_token where token = ${sql.lit(WHOLE_WORD)} || p.prefix
  union all
  select c.title_id, t.tier - case when t.token = p.prefix then ${sql.lit(EXACT)} else 0 end
  from search_person_token t join search_cast c using (person_no)
  where t.token >= p.prefix and t.token < p.prefix || chr(1114111)`

/** A list is always a prefix of the full order. */
export async function addToLists(
  tx: Db,
  { titleIds, now }: { titleIds: readonly number[]; now: Temporal.Instant },
): Promise<void> {
  await sql`delete from search_head where title_id = any (${[...titleIds]}::int[])`.execute(tx)
  await sql`
    with own as (
      select title_id, token, tier from search_token where title_id = any (${[...titleIds]}::int[])
      union all
      select c.title_id, p.token, p.tier from search_cast c join search_person_token p using (person_no)
      where c.title_id = any (${[...titleIds]}::int[])
    ), prefixed as (
      select title_id, left(token, size) as prefix,
        tier - case when length(token) = size then ${sql.lit(EXACT)} else 0 end as tier
      from own, generate_series(1, ${sql.lit(HOT_LENGTH)}) size
      where length(token) >= size and left(token, 1) <> ${sql.lit(WHOLE_WORD)}
      union all
      select title_id, substr(token, 2), tier from own where left(token, 1) = ${sql.lit(WHOLE_WORD)}
    ), best as (
      select title_id, prefix, min(tier)::smallint as tier from prefixed
      where prefix in (select prefix from search_hot where region = '') group by 1, 2
    )
    insert into search_head (prefix, region, kids, tier, popularity, title_id)
    select b.prefix, l.region, k.kids, b.tier, s.popularity, b.title_id
    from best b join search_title s using (title_id)
      cross join lateral (select distinct region from licence
        where program_id = s.program_id and (ends_at is null or ends_at > ${now})) l
      join (values (false), (true)) k (kids) on s.kids or not k.kids
      left join search_hot h on h.prefix = b.prefix and h.region = l.region and h.kids = k.kids
      left join lateral (
        select tier, popularity, title_id from search_head e
        where e.prefix = b.prefix and e.region = l.region and e.kids = k.kids
        order by tier desc, popularity, title_id desc limit 1) last on true
    where coalesce(h.complete, true)
      or (b.tier, -s.popularity, b.title_id) < (last.tier, -last.popularity, last.title_id)`.execute(tx)
}

export async function findListsState(db: Db): Promise<{ madeAt: Temporal.Instant | null; titlesSince: number }> {
  const { rows } = await sql<{ madeAt: Temporal.Instant | null; titlesSince: number }>`
    select made_at as "madeAt", titles_since as "titlesSince" from search_lists`.execute(db)
  return rows[0] ?? { madeAt: null, titlesSince: 0 }
}

export async function countIndexed(tx: Db, titles: number): Promise<void> {
  await sql`update search_lists set titles_since = titles_since + ${titles}`.execute(tx)
}

export async function markListsMade(tx: Db, at: Temporal.Instant): Promise<void> {
  await sql`update search_lists set made_at = ${at}, titles_since = 0`.execute(tx)
}

export async function refreshPopularity(db: Db): Promise<void> {
  await sql`update search_title s set popularity = t.popularity, kids = t.kids from title t
    where t.program_id = s.program_id and (s.popularity, s.kids) is distinct from (t.popularity, t.kids)`.execute(db)
}
