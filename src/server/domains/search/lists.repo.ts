import { type Db, sql } from '#server/kit/db.ts'
import { EXACT, WHOLE_WORD } from './tokens.rules.ts'

/** A prefix is hot when more tokens than this begin with it. */
export const HOT_ROWS = 300
/** Longer prefixes are never hot: their ranges are short. */
export const HOT_LENGTH = 8
/** How many titles the list of a hot prefix holds. */
const LIST_LENGTH = 60

/** The prefixes that are hot now, the shortest first. */
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

/** Forgets the lists of prefixes that are no longer hot. */
export async function deleteOtherLists(tx: Db, prefixes: readonly string[]): Promise<void> {
  await sql`delete from search_head where prefix <> all (${[...prefixes]}::text[])`.execute(tx)
  await sql`delete from search_hot where prefix <> all (${[...prefixes]}::text[])`.execute(tx)
}

/** Makes the lists of some prefixes again: for each region with a licence that has not ended, one for all and one for kids. */
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

/** The titles whose tokens begin with `p.prefix`, with their tiers. */
const matching = sql`
  select title_id, tier - case when token = p.prefix then ${sql.lit(EXACT)} else 0 end as tier
  from search_token where token >= p.prefix and token < p.prefix || chr(1114111)
  union all
  select title_id, tier from search_token where token = ${sql.lit(WHOLE_WORD)} || p.prefix
  union all
  select c.title_id, t.tier - case when t.token = p.prefix then ${sql.lit(EXACT)} else 0 end
  from search_person_token t join search_cast c using (person_no)
  where t.token >= p.prefix and t.token < p.prefix || chr(1114111)`

/** Puts titles into the lists that they belong to now. A list stays the beginning of the full order: what is behind its end is left out. */
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

/** When the lists were made, and how many titles were indexed since. */
export async function findListsState(db: Db): Promise<{ madeAt: Temporal.Instant | null; titlesSince: number }> {
  const { rows } = await sql<{ madeAt: Temporal.Instant | null; titlesSince: number }>`
    select made_at as "madeAt", titles_since as "titlesSince" from search_lists`.execute(db)
  return rows[0] ?? { madeAt: null, titlesSince: 0 }
}

/** Counts titles that were indexed. */
export async function countIndexed(tx: Db, titles: number): Promise<void> {
  await sql`update search_lists set titles_since = titles_since + ${titles}`.execute(tx)
}

/** Notes that the lists were made. */
export async function markListsMade(tx: Db, at: Temporal.Instant): Promise<void> {
  await sql`update search_lists set made_at = ${at}, titles_since = 0`.execute(tx)
}

/** Takes over the popularity of the catalogue, which lists are ordered by. */
export async function refreshPopularity(db: Db): Promise<void> {
  await sql`update search_title s set popularity = t.popularity, kids = t.kids from title t
    where t.program_id = s.program_id and (s.popularity, s.kids) is distinct from (t.popularity, t.kids)`.execute(db)
}
