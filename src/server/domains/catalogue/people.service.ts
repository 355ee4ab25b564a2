import type { Kysely } from 'kysely'
import type { PEOPLE_SORTS } from '#contract/admin/people.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { keepVersions } from './title-content.repo.ts'
import { notifyChanged } from './titles.repo.ts'
import type { CatalogueDeps } from './ports.ts'

interface Loc {
  readonly zh_HK: string
  readonly en_US: string
}

export interface KnownPerson {
  readonly personId: string
  readonly name: Loc
  /** At most three, the newest first. */
  readonly works: { readonly programId: string; readonly title: Loc }[]
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

export type CataloguePeople = ReturnType<typeof createCataloguePeople>

const FOUND_MAX = 20

/** Of a person `p`. */
const KNOWN = sql`p.person_id as "personId", jsonb_build_object('zh_HK', p.name_zh, 'en_US', p.name_en) as name,
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

/** People by id: two of one name stay two until an operator merges them. */
export function createCataloguePeople({
  db,
  clock,
  onTitlesChanged,
}: { db: Kysely<Database>; clock: Clock } & Pick<CatalogueDeps, 'onTitlesChanged'>) {
  return { list, search, save, merge }

  function list({ filter: { text = '' }, sort, after, limit }: PeopleQuery): Promise<KeysetPage<ListedPerson>> {
    const from = sql`person p`
    const titles = sql`(select count(distinct program_id)::int from title_person where person_id = p.person_id)`
    return readPage<ListedPerson>(
      db,
      {
        columns: sql`${KNOWN}, ${titles} as titles`,
        from,
        where: text.trim() === '' ? [] : [named(text)],
        sort: { by: sql`p.name_zh`, type: 'text', descending: sort === '-name' },
        id: { by: sql`p.person_id`, type: 'text' },
      },
      { after, limit },
    )
  }

  async function search(text: string): Promise<KnownPerson[]> {
    const { rows } = await sql<KnownPerson>`
      select ${KNOWN} from person p where ${named(text)} order by p.name_zh, p.person_id limit ${FOUND_MAX}`.execute(db)
    return rows
  }

  /** A new name is shown by all titles of the person at once. @throws AppError NOT_FOUND */
  async function save(
    tx: Tx,
    { personId, name }: { personId?: string | undefined; name: Loc },
  ): Promise<{ personId: string; before: Loc | undefined }> {
    const row = { name_zh: name.zh_HK, name_en: name.en_US }
    if (personId === undefined) {
      const added = newId()
      await tx
        .insertInto('person')
        .values({ person_id: added, ...row })
        .execute()
      return { personId: added, before: undefined }
    }
    const programIds = await lockTitlesOf(tx, personId)
    const before = await lockPerson(tx, personId)
    await changeTitles(tx, programIds, () =>
      tx.updateTable('person').set(row).where('person_id', '=', personId).execute(),
    )
    return { personId, before }
  }

  /** @returns the number of titles that named `from` @throws AppError NOT_FOUND, CONFLICT for one and the same */
  async function merge(tx: Tx, { from, into }: { from: string; into: string }): Promise<{ titles: number; name: Loc }> {
    if (from === into) throw operatorRefusal({ is: 'samePerson' })
    const programIds = await lockTitlesOf(tx, from)
    const names = new Map<string, Loc>()
    // In one order, against deadlocks.
    for (const personId of [from, into].toSorted()) names.set(personId, await lockPerson(tx, personId))
    await changeTitles(tx, programIds, async () => {
      // A part of a title that names both keeps one.
      await sql`
        delete from title_person a where a.person_id = ${from} and exists (
          select from title_person b where b.program_id = a.program_id and b.part = a.part and b.person_id = ${into})`.execute(
        tx,
      )
      await tx.updateTable('title_person').set({ person_id: into }).where('person_id', '=', from).execute()
      await tx.deleteFrom('person').where('person_id', '=', from).execute()
    })
    return { titles: programIds.length, name: names.get(from)! }
  }

  /** Before the person, in one order, as a publication locks them. */
  async function lockTitlesOf(tx: Tx, personId: string): Promise<string[]> {
    const titles = await tx
      .selectFrom('title')
      .select('program_id')
      .where('program_id', 'in', (named) =>
        named.selectFrom('title_person').select('program_id').where('person_id', '=', personId),
      )
      .orderBy('program_id')
      .forUpdate()
      .execute()
    return titles.map(({ program_id }) => program_id)
  }

  async function lockPerson(tx: Tx, personId: string): Promise<Loc> {
    const found = await tx
      .selectFrom('person')
      .select(['name_zh', 'name_en'])
      .where('person_id', '=', personId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw operatorRefusal({ is: 'personUnknown' })
    return { zh_HK: found.name_zh, en_US: found.name_en }
  }

  /** Titles are found by the names of their people, and show them. */
  async function changeTitles(tx: Tx, programIds: readonly string[], work: () => Promise<unknown>): Promise<void> {
    const at = clock.now()
    const kept = { programIds, actor: 'system', kind: 'import', at } as const
    await keepVersions(tx, kept)
    await work()
    if (programIds.length > 0) {
      await tx
        .updateTable('title')
        .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
        .where('program_id', 'in', programIds)
        .execute()
      await keepVersions(tx, kept)
      await onTitlesChanged?.(tx, programIds)
    }
    await notifyChanged(tx)
  }
}
