import { RESTRICTIONS } from '#contract/restrictions.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { TitleScope, TitleClassify } from '../catalogue/index.ts'
import { CANDIDATES, LIKENESS } from './similar.rules.ts'

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
    and ${classRank(sql`t.restriction`)} <= ${classRank(sql`(select b.restriction from title b where b.program_id = ${base})`)} + 1`,
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

const CLASSES = sql.join(RESTRICTIONS.map((restriction) => sql.lit(restriction)))

/** A title recommends its own class, lower ones, and the next. */
const classRank = (restriction: RawBuilder<unknown>) => sql`array_position(array[${CLASSES}]::text[], ${restriction})`

/** Most alike first, for a title not compared yet. */
export async function findAlikeAtOnce(db: Db, alike: Omit<Base, 'sameTypeFirst'>): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select found.program_id from (${comparedAtOnce(alike)}) found
    order by found.likeness desc, found.popularity desc, found.program_id`.execute(db)
  return rows.map(({ program_id }) => program_id)
}

/** jsonb. */
export const whyAlike = (base: RawBuilder<string>): RawBuilder<unknown> =>
  sql`case when alike.reason is null then ${sharedTrait(base)} else ${namedTrait} end`

/** jsonb, with the name of the key. */
const namedTrait = sql`case alike.reason
  when 'samePerson' then (select jsonb_build_object('kind', alike.reason,
    'name', jsonb_build_object('zh', p.name_zh, 'en', p.name_en)) from person p where p.person_id = alike.key)
  when 'sameTag' then (select jsonb_build_object('kind', alike.reason,
    'name', jsonb_build_object('zh', g.name_zh, 'en', g.name_en)) from tag g where g.tag_id = alike.key)
  when 'sameGenre' then jsonb_build_object('kind', alike.reason, 'genre', alike.key)
  when 'coWatched' then jsonb_build_object('kind', alike.reason) end`

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
  (select jsonb_build_object('kind', 'samePerson', 'name', jsonb_build_object('zh', p.name_zh, 'en', p.name_en))
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
