import { type Kysely, sql } from 'kysely'
import type { PEOPLE_SORTS } from '#contract/admin/people.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'

export type Name = { readonly zh_HK: string; readonly en_US: string }

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

export interface KnownPerson {
  readonly personId: string
  readonly name: Name
  readonly version: number
  /** At most three, the newest first. */
  readonly works: { readonly programId: string; readonly title: Name }[]
}

export interface ListedPerson extends KnownPerson {
  /** How many name them. */
  readonly titles: number
}

export interface PeopleQuery {
  readonly filter: { readonly text?: string | undefined }
  readonly sort: (typeof PEOPLE_SORTS)[number]
  readonly after?: string | undefined
  readonly limit: number
}

const FOUND_MAX = 20

/** Of a person `p`. */
const KNOWN = sql`p.person_id as "personId", jsonb_build_object('zh_HK', p.name_zh, 'en_US', p.name_en) as name, p.version,
  (select coalesce(jsonb_agg(work), '[]') from (
    select jsonb_build_object('programId', t.program_id,
      'title', jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en)) as work
    from (select distinct program_id from title_person where person_id = p.person_id) tp join title t using (program_id)
    order by t.release_year desc, t.program_id limit 3) as works) as works`

function named(text: string) {
  const part = text
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')
    .toLowerCase()
  return sql`lower(p.name_zh || ' ' || p.name_en) like ${`%${part}%`}`
}

export function listPeople(
  db: Kysely<Database>,
  { filter: { text = '' }, sort, after, limit }: PeopleQuery,
): Promise<KeysetPage<ListedPerson>> {
  const titles = sql`(select count(distinct program_id)::int from title_person where person_id = p.person_id)`
  return readPage<ListedPerson>(
    db,
    {
      columns: sql`${KNOWN}, ${titles} as titles`,
      from: sql`person p`,
      where: text.trim() === '' ? [] : [named(text)],
      sort: { by: sql`p.name_zh`, type: 'text', descending: sort === '-name' },
      id: { by: sql`p.person_id`, type: 'text' },
    },
    { after, limit },
  )
}

export async function searchPeople(db: Db, text: string): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select ${KNOWN} from person p where ${named(text)} order by p.name_zh, p.person_id limit ${FOUND_MAX}`.execute(db)
  return rows
}

export const insertPerson = (tx: Tx, { personId, name }: NamedPerson) =>
  tx.insertInto('person').values({ person_id: personId, name_zh: name.zh_HK, name_en: name.en_US }).execute()

export const renamePerson = (tx: Tx, { personId, name }: NamedPerson) =>
  sql`
    update person set name_zh = ${name.zh_HK}, name_en = ${name.en_US}, version = version + 1
    where person_id = ${personId}`.execute(tx)

/** A part of a title that names both keeps one. */
export async function replacePerson(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    delete from title_person a where a.person_id = ${from} and exists (
      select from title_person b where b.program_id = a.program_id and b.part = a.part and b.person_id = ${into})`.execute(
    tx,
  )
  await tx.updateTable('title_person').set({ person_id: into }).where('person_id', '=', from).execute()
  await tx.deleteFrom('person').where('person_id', '=', from).execute()
}

/** Locked before the person, in one order, as a publication locks them. */
export async function lockTitlesOf(tx: Tx, personId: string): Promise<string[]> {
  const titles = await tx
    .selectFrom('title')
    .select('program_id')
    .where('program_id', 'in', (all) =>
      all.selectFrom('title_person').select('program_id').where('person_id', '=', personId),
    )
    .orderBy('program_id')
    .forUpdate()
    .execute()
  return titles.map(({ program_id }) => program_id)
}

export async function lockPerson(tx: Tx, personId: string): Promise<{ name: Name; version: number } | undefined> {
  const found = await tx
    .selectFrom('person')
    .select(['name_zh', 'name_en', 'version'])
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  return found && { name: { zh_HK: found.name_zh, en_US: found.name_en }, version: found.version }
}

export const raiseVersions = (tx: Tx, programIds: readonly string[], at: Temporal.Instant) =>
  tx
    .updateTable('title')
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where('program_id', 'in', programIds)
    .execute()
