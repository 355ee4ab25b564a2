import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

type Name = { readonly zh_HK: string; readonly en_US: string }

export interface NamedPerson {
  readonly personId: string
  readonly name: Name
}

export interface NamedTag {
  readonly tagId: string
  readonly name: Name
}

const names = sql`jsonb_build_object('zh_HK', name_zh, 'en_US', name_en)`

/** Those of these ids, or with exactly one of these names in a language. */
export async function findNamedPeople(
  db: Db,
  { personIds, texts }: { personIds: readonly string[]; texts: readonly string[] },
): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select person_id as "personId", ${names} as name from person
    where person_id = any(${[...personIds]}::text[]) or name_zh = any(${[...texts]}::text[]) or name_en = any(${[...texts]}::text[])
    order by person_id`.execute(db)
  return rows
}

export async function findNamedTags(db: Db, texts: readonly string[]): Promise<NamedTag[]> {
  const { rows } = await sql<NamedTag>`
    select tag_id as "tagId", ${names} as name from tag
    where name_zh = any(${[...texts]}::text[]) or name_en = any(${[...texts]}::text[]) order by tag_id`.execute(db)
  return rows
}
