import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { LocalizedText, TitleScope } from '../catalogue/index.ts'

/** The titles of a person, the most popular first. */
export const titlesOfPerson = (personId: string): TitleScope => ({
  where: sql<SqlBool>`exists (select from title_person tp where tp.person_id = ${personId} and tp.program_id = t.program_id)`,
  order: [
    { by: sql`t.popularity`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
})

/** Titles in the order in which they were found. */
export const foundTitles = (programIds: readonly string[]): TitleScope => ({
  join: sql`join unnest(${[...programIds]}::text[]) with ordinality as found (program_id, place) on found.program_id = t.program_id`,
  order: [{ by: sql`found.place`, direction: 'asc' }],
})

/** The name of a person; undefined when there is none. */
export async function findPersonName(db: Db, personId: string): Promise<LocalizedText | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['name_zh as zh', 'name_en as en'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row
}
