import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Restriction } from '#contract/restrictions.ts'
import type { Db } from '#server/kit/db.ts'
import type { LocalizedText } from '../catalogue/index.ts'

/** What a suggestion shows of a title. `people` have a name that begins with what was typed. */
export type ShownTitle = {
  programId: string
  programType: 'movie' | 'drama'
  title: LocalizedText
  aliases: string[]
  image: string
  restriction: Restriction
  releaseYear: number
  people: LocalizedText[]
}

/** The titles of suggestions, in any order. `key` finds the people among theirs. */
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

/** A person with how many of their titles the viewer may see. */
export type ShownPerson = { personId: string; name: LocalizedText; titles: number; directs: boolean }

/** People of a range that are looked at: of the best tiers, then of these the best known. */
export const PEOPLE_OF_RANGE = 200
export const PEOPLE_LOOKED_AT = 40

/** The people whose name or its Jyutping begins with the key and who have a visible title. */
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
