import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { TitleClassify, TitleScope } from '../catalogue/index.ts'
import { LIKENESS } from './alike.rules.ts'

/** What of a title others can have in common with it. */
export type Traits = {
  programId: string
  classify: TitleClassify
  kids: boolean
  genres: string[]
  tags: string[]
  country: string[]
  people: string[]
}

/** The traits of a published title, also of one that this viewer may not see: it still has likes that are. */
export async function findTraits(db: Db, programId: string): Promise<Traits | undefined> {
  const { rows } = await sql<Traits>`
    select t.program_id as "programId", t.classify, t.kids, t.genres, t.tags, t.country,
      array(select tp.person_id from title_person tp where tp.program_id = t.program_id) as people
    from title t where t.program_id = ${programId} and t.state = 'published'`.execute(db)
  return rows[0]
}

/** Titles that share a person, a tag or a genre with this one, the most alike first; never the title itself. */
export const alikeScope = (base: Traits): TitleScope => ({
  join: sql`join (
    select program_id, sum(weight) as shared from (
      select program_id, ${sql.lit(LIKENESS.person)} as weight from title_person where person_id = any (${base.people}::text[])
      union all
      select program_id, ${sql.lit(LIKENESS.tag)} from title, unnest(tags) x where x = any (${base.tags}::text[])
      union all
      select program_id, ${sql.lit(LIKENESS.genre)} from title, unnest(genres) x where x = any (${base.genres}::text[])
    ) trait group by program_id
  ) alike on alike.program_id = t.program_id`,
  where: sql<SqlBool>`t.program_id <> ${base.programId}`,
  order: [
    {
      by: sql`alike.shared
        + case when t.kids = ${base.kids} then ${sql.lit(LIKENESS.kids)} else 0 end
        + case when t.classify = ${base.classify} then ${sql.lit(LIKENESS.classify)} else 0 end
        + case when t.country = ${base.country}::text[] then ${sql.lit(LIKENESS.country)} else 0 end`,
      direction: 'desc',
    },
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
})

/** The most popular of each kind and first genre in turn, so that no one shelf fills the list. */
export const mixedScope = (classify?: TitleClassify): TitleScope => ({
  join: sql`join (
    select program_id, row_number() over (partition by classify, genres[1] order by popularity desc, program_id) as turn
    from title where state = 'published'
  ) mix on mix.program_id = t.program_id`,
  ...(classify && { where: sql<SqlBool>`t.classify = ${classify}` }),
  order: [
    { by: sql`mix.turn`, direction: 'asc' },
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
})
