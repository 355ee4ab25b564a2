import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { coWatchedTitles, genreTaste, knownTitles, lastWatchedTitle, recentTitles } from '../library/index.ts'
import { type ComparedTitle, type SimilarTitle, CANDIDATES, LIKENESS } from './similar.rules.ts'
import type { LocalizedText, TitleScope, TitleClassify } from '../catalogue/index.ts'
import { RESTRICTIONS, type Restriction } from '#contract/restrictions.ts'
import { recommendedFrom } from './classes.rules.ts'
import type { Taste } from './mixed.rules.ts'

type ComparedRow = {
  program_id: string
  program_type: 'movie' | 'drama'
  classify: string
  kids: boolean
  is_for_kids: boolean
  restriction: Restriction
  genres: string[]
  tags: string[]
  country: string[]
  release_year: number
  popularity: number
  published_at: number
  people: string[]
  other_ids: string[] | null
  strengths: number[] | null
  updated_at: Temporal.Instant
}

export type ComparedState = ComparedTitle & { updatedAt: Temporal.Instant }

export async function findCompared(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ComparedState[]> {
  const { rows } = await sql<ComparedRow>`
    select t.program_id, t.program_type, t.classify, t.kids, t.kids and t.restriction <> 'III' as is_for_kids, t.restriction,
      t.genres, t.tags, t.country, t.release_year, t.popularity, (extract(epoch from t.published_at) * 1000000)::bigint as published_at,
      array(select tp.person_id from title_person tp where tp.program_id = t.program_id
        order by tp.part = 'director' desc, tp.position) as people,
      c.other_ids, c.strengths, t.updated_at
    from title t left join co_watched_title c using (program_id)
    where t.state = 'published' and t.program_id > ${after} order by t.program_id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    programId: row.program_id,
    programType: row.program_type,
    classify: row.classify,
    kids: row.kids,
    isForKids: row.is_for_kids,
    restriction: row.restriction,
    genres: row.genres,
    tags: row.tags,
    country: row.country,
    releaseYear: row.release_year,
    popularity: row.popularity,
    publishedAt: row.published_at,
    people: row.people,
    coWatched: (row.other_ids ?? []).map((programId, n) => ({ programId, strength: row.strengths![n]! })),
    updatedAt: row.updated_at,
  }))
}

/** Since their last change. */
export async function findUncompared(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select t.program_id from title t left join similar_title s using (program_id)
    where t.state = 'published' and s.compared_at is distinct from t.updated_at limit ${limit}`.execute(db)
  return rows.map((row) => row.program_id)
}

export type Compared = Pick<ComparedState, 'programId' | 'updatedAt'> & { similar: readonly SimilarTitle[] }

/** Skips deleted titles. */
export async function upsertSimilar(db: Db, compared: readonly Compared[]): Promise<void> {
  const rows = compared.map(({ programId, updatedAt, similar }) => ({
    program_id: programId,
    similar_ids: similar.map((title) => title.programId),
    reasons: similar.map(({ reason }) => reason),
    reason_keys: similar.map(({ key }) => key),
    compared_at: updatedAt.toString(),
  }))
  await sql`
    insert into similar_title (program_id, similar_ids, reasons, reason_keys, compared_at)
    select r.program_id, r.similar_ids, r.reasons, r.reason_keys, r.compared_at
    from jsonb_populate_recordset(null::similar_title, ${JSON.stringify(rows)}::jsonb) r
      join title t on t.program_id = r.program_id
    order by r.program_id
    on conflict (program_id) do update set similar_ids = excluded.similar_ids, reasons = excluded.reasons,
      reason_keys = excluded.reason_keys, compared_at = excluded.compared_at`.execute(db)
}

export async function replaceCoWatched(db: Db, since: Temporal.Instant): Promise<void> {
  await sql`delete from co_watched_title`.execute(db)
  await sql`
    insert into co_watched_title (program_id, other_ids, strengths)
    select program_id, array_agg(other_id order by strength desc, other_id), array_agg(strength::real order by strength desc, other_id)
    from (${coWatchedTitles(since)}) pair join title t using (program_id)
    group by program_id`.execute(db)
}

const WHOLE = 'similar'

export async function findLastRun(db: Db): Promise<Temporal.Instant | undefined> {
  const row = await db.selectFrom('recommendation_run').select('at').where('name', '=', WHOLE).executeTakeFirst()
  return row?.at
}

export async function saveRun(db: Db, at: Temporal.Instant): Promise<void> {
  await db
    .insertInto('recommendation_run')
    .values({ name: WHOLE, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute()
}

/** Regardless of the viewer: hidden titles have visible similar ones. */
export async function isPublished(
  db: Db,
  { programId, kidsOnly }: { programId: string; kidsOnly: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from title where program_id = ${programId} and state = 'published'
      and (kids or not ${kidsOnly}::boolean)`.execute(db)
  return rows.length > 0
}

export async function findName(db: Db, programId: RawBuilder<string | null>): Promise<LocalizedText | undefined> {
  const { rows } = await sql<LocalizedText>`
    select title_zh as zh, title_en as en from title where program_id = ${programId}`.execute(db)
  return rows[0]
}

type Base = {
  base: RawBuilder<string | null>
  /** Visibility of title `t`. */
  condition: RawBuilder<SqlBool>
  kids: boolean
  /** The base's programme type first. */
  sameTypeFirst?: boolean
}

export const titleId = (programId: string): RawBuilder<string> => sql<string>`${programId}`

/** Most alike first, from the nightly job; a title not compared yet is compared at once. */
export const alikeScope = ({ base, condition, kids, sameTypeFirst = false }: Base): TitleScope => ({
  join: sql`join (
    select s.program_id, s.reason, s.key, s.rank
    from similar_title st
      cross join lateral unnest(st.similar_ids, st.reasons, st.reason_keys) with ordinality s (program_id, reason, key, rank)
    where st.program_id = ${base}
    union all
    select found.program_id, null, null,
      row_number() over (order by found.likeness desc, found.popularity desc, found.program_id) as rank
    from (${comparedAtOnce({ base, condition, kids })}) found
    where not exists (select from similar_title st where st.program_id = ${base})
  ) alike on alike.program_id = t.program_id
    and ${mayRecommendTo(sql`(select b.restriction from title b where b.program_id = ${base})`)}`,
  order: [
    ...(sameTypeFirst
      ? [
          {
            by: sql`t.program_type = (select b.program_type from title b where b.program_id = ${base})`,
            direction: 'desc' as const,
          },
        ]
      : []),
    { by: sql`alike.rank`, direction: 'asc' },
  ],
})

/** `mayRecommend` for title `t`. The stored titles were compared before a class was changed. */
const mayRecommendTo = (from: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`case ${from} ${sql.join(
    RESTRICTIONS.map(
      (restriction) =>
        sql`when ${sql.lit(restriction)} then t.restriction in (${literals(recommendedFrom(restriction))})`,
    ),
    sql` `,
  )} end`

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))

/** Most alike first, for a title not compared yet. */
export async function findAlikeAtOnce(db: Db, alike: Omit<Base, 'sameTypeFirst'>): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select found.program_id from (${comparedAtOnce(alike)}) found join title t on t.program_id = found.program_id
    where ${mayRecommendTo(sql`(select b.restriction from title b where b.program_id = ${alike.base})`)}
    order by found.likeness desc, found.popularity desc, found.program_id`.execute(db)
  return rows.map(({ program_id }) => program_id)
}

/** jsonb. */
export const whyAlike = (base: RawBuilder<string>): RawBuilder<unknown> =>
  sql`case when ${stillShared(base)} then ${namedTrait(base)} else ${sharedTrait(base)} end`

/** jsonb, with the name of the key. */
const namedTrait = (base: RawBuilder<string>) => sql`case alike.reason
  when 'samePerson' then (select ${personTrait(base)} from person p where p.person_id = alike.key)
  when 'sameTag' then (select jsonb_build_object('kind', alike.reason,
    'name', jsonb_build_object('zh', g.name_zh, 'en', g.name_en)) from tag g where g.tag_id = alike.key)
  when 'sameGenre' then jsonb_build_object('kind', alike.reason, 'genre', alike.key)
  when 'coWatched' then jsonb_build_object('kind', alike.reason) end`

/** False where title `t` or the other has changed since both were compared. */
const stillShared = (base: RawBuilder<string>) => sql`case alike.reason
  when 'samePerson' then (select count(distinct tp.program_id) = 2 from title_person tp
    where tp.person_id = alike.key and tp.program_id in (t.program_id, ${base}))
  when 'sameTag' then alike.key = any (t.tags) and (select alike.key = any (b.tags) from title b where b.program_id = ${base})
  when 'sameGenre' then alike.key = any (t.genres) and (select alike.key = any (b.genres) from title b where b.program_id = ${base})
  else alike.reason is not null end`

/** Person `p`, who directed both titles or has a part in each. */
const personTrait = (base: RawBuilder<string>) => sql`jsonb_build_object(
  'kind', case when (select count(distinct d.program_id) from title_person d
    where d.person_id = p.person_id and d.part = 'director' and d.program_id in (t.program_id, ${base})) = 2
    then 'sameDirector' else 'samePerson' end,
  'name', jsonb_build_object('zh', p.name_zh, 'en', p.name_en))`

/** Each shared trait contributes its best candidates, which are compared in full: half the catalogue shares a genre. */
const comparedAtOnce = ({ base, condition, kids }: Omit<Base, 'sameTypeFirst'>) => sql`
    with base as materialized (
      select t.program_id, t.program_type, t.classify, t.kids, t.genres, t.tags, t.country,
        array(select tp.person_id from title_person tp where tp.program_id = t.program_id) as people
      from title t where t.program_id = ${base} and t.state = 'published'
    ), candidate as (
      ${byPeople(condition)} union ${byTags(kids)} union ${byGenres(condition)}
    )
    select t.program_id, t.popularity,
      ${sql.lit(LIKENESS.person)} * (select count(*) from title_person tp
        where tp.program_id = t.program_id and tp.person_id = any (base.people))
      + ${sql.lit(LIKENESS.tag)} * (select count(*) from unnest(t.tags) x where x = any (base.tags))
      + ${sql.lit(LIKENESS.genre)} * (select count(*) from unnest(t.genres) x where x = any (base.genres))
      + case when t.kids = base.kids then ${sql.lit(LIKENESS.kids)} else 0 end
      + case when t.classify = base.classify then ${sql.lit(LIKENESS.classify)} else 0 end
      + case when t.country = base.country then ${sql.lit(LIKENESS.country)} else 0 end as likeness
    from base, candidate join title t on t.program_id = candidate.program_id
    where t.program_id <> base.program_id`

/** jsonb: a person, else a tag, else a genre. */
const sharedTrait = (base: RawBuilder<string>): RawBuilder<unknown> => sql`coalesce(
  (select ${personTrait(base)}
    from title_person tp join title_person other on other.person_id = tp.person_id and other.program_id = ${base}
      join person p on p.person_id = tp.person_id
    where tp.program_id = t.program_id order by tp.part = 'director' desc, tp.position, tp.person_id limit 1),
  (select jsonb_build_object('kind', 'sameTag', 'name', jsonb_build_object('zh', g.name_zh, 'en', g.name_en))
    from title other join tag g on g.tag_id = any (other.tags)
    where other.program_id = ${base} and g.tag_id = any (t.tags) order by g.tag_id limit 1),
  (select jsonb_build_object('kind', 'sameGenre', 'genre', x.genre)
    from title other, unnest(other.genres) with ordinality x (genre, rank)
    where other.program_id = ${base} and x.genre = any (t.genres) order by x.rank limit 1))`

const byPeople = (condition: RawBuilder<SqlBool>) => sql`(
  select t.program_id from base, title_person tp join title t on t.program_id = tp.program_id
  where tp.person_id = any (base.people) and ${condition}
  group by t.program_id order by count(*) desc, t.popularity desc, t.program_id limit ${sql.lit(CANDIDATES)})`

/** Cut before licences are read, which is most of the work. */
const byTags = (kids: boolean) => sql`(
  select t.program_id from base, title t
  where t.tags && base.tags and t.state = 'published' ${kids ? sql`and t.kids` : sql``}
  order by (select count(*) from unnest(t.tags) x where x = any (base.tags)) desc, t.popularity desc, t.program_id
  limit ${sql.lit(CANDIDATES)})`

const byGenres = (condition: RawBuilder<SqlBool>) => sql`(
  select popular.program_id from base, (${popularTitles({ condition })}) popular where popular.genres && base.genres
  order by popular.popularity desc, popular.program_id limit ${sql.lit(CANDIDATES)})`

/** Per kind, of traits shared by many titles. */
const POOL = 250
const CLASSIFIES: readonly TitleClassify[] = ['movie', 'drama', 'kids', 'variety']

type Pool = {
  classify?: TitleClassify | undefined
  /** Visibility of title `t`. */
  condition: RawBuilder<SqlBool>
}

/** Walks an index of this order and stops. */
const popularTitles = ({ classify, condition }: Pool): RawBuilder<unknown> => sql`
  select popular.* from unnest(${classify ? [classify] : [...CLASSIFIES]}::text[]) kind cross join lateral (
    select t.program_id, t.classify, t.genres, t.popularity from title t
    where t.classify = kind and t.state = 'published' and ${condition}
    order by t.popularity desc, t.program_id limit ${sql.lit(POOL)}
  ) popular`

/** In their order; null stays null. */
const recommendable = (
  programIds: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
) => sql`case when ${programIds} is not null then array(
  select x.program_id from unnest(${programIds}) with ordinality x (program_id, rank) join title t using (program_id)
  where ${mayRecommendTo(from)} order by x.rank) end`

/** Titles watched last, and similar ones of each. */
const [RECENT, LIKE_EACH] = [5, 12]

/** `condition`: visibility of title `t`. */
export async function findTaste(
  db: Db,
  { profileId, condition }: { profileId: string; condition: RawBuilder<SqlBool> },
): Promise<Taste> {
  const { rows } = await sql<Taste>`
    select
      (select coalesce(jsonb_object_agg(genre, share), '{}') from (${genreTaste(profileId)}) taste) as shares,
      (select coalesce(jsonb_agg(jsonb_build_object('name', jsonb_build_object('zh', w.title_zh, 'en', w.title_en),
          'restriction', w.restriction,
          'likes', to_jsonb(${recommendable(sql`st.similar_ids[1:${sql.lit(LIKE_EACH)}]`, sql`w.restriction`)}))
          order by recent.rank), '[]')
        from (${recentTitles(profileId, { limit: RECENT, condition })}) recent
          join title w on w.program_id = recent.program_id
          left join similar_title st on st.program_id = recent.program_id) as recent,
      ${knownTitles(profileId)} as known`.execute(db)
  return rows[0]!
}

export type LastWatched = {
  programId: string | null
  /** Most alike first; null until compared. */
  likes: string[] | null
  known: string[]
}

export async function findLastWatched(
  db: Db,
  { profileId, condition }: { profileId: string; condition: RawBuilder<SqlBool> },
): Promise<LastWatched> {
  const { rows } = await sql<LastWatched>`
    select last.program_id as "programId", ${recommendable(sql`st.similar_ids`, sql`w.restriction`)} as likes,
      ${knownTitles(profileId)} as known
    from (select ${lastWatchedTitle(profileId, condition)} as program_id) last
      left join title w on w.program_id = last.program_id
      left join similar_title st on st.program_id = last.program_id`.execute(db)
  return rows[0]!
}
