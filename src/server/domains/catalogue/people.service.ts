import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { versionConflict } from '../audit/index.ts'
import {
  insertPerson,
  type KnownPerson,
  type ListedPerson,
  listPeople,
  lockPerson,
  lockTitlesOf,
  type Name,
  type PeopleQuery,
  raiseVersions,
  renamePerson,
  replacePerson,
  searchPeople,
} from './names.repo.ts'
import type { CatalogueDeps } from './ports.ts'
import { keepVersions } from './title-content.repo.ts'
import { notifyChanged } from './titles.repo.ts'

export const personSubject = (personId: string): string => `person:${personId}`

export type CataloguePeople = ReturnType<typeof createCataloguePeople>

/** People by id: two of one name stay two until an operator merges them. */
export function createCataloguePeople({
  db,
  clock,
  onTitlesChanged,
}: { db: Kysely<Database>; clock: Clock } & Pick<CatalogueDeps, 'onTitlesChanged'>) {
  return { list, search, save, merge }

  function list(query: PeopleQuery): Promise<KeysetPage<ListedPerson>> {
    return listPeople(db, query)
  }

  function search(text: string): Promise<KnownPerson[]> {
    return searchPeople(db, text)
  }

  /** A new name is shown by all titles of the person at once. @throws AppError NOT_FOUND, VERSION_CONFLICT */
  async function save(
    tx: Tx,
    { personId, name, version }: { personId?: string | undefined; name: Name; version?: number | undefined },
  ): Promise<{ personId: string; before: Name | undefined }> {
    if (personId === undefined) {
      const added = newId()
      await insertPerson(tx, { personId: added, name })
      return { personId: added, before: undefined }
    }
    const programIds = await lockTitlesOf(tx, personId)
    const { name: before, version: current } = await lockKnown(tx, personId)
    if (current !== version)
      throw await versionConflict(tx, { subject: personSubject(personId), current: { name: before, version: current } })
    await changeTitles(tx, programIds, () => renamePerson(tx, { personId, name }))
    return { personId, before }
  }

  /** @returns the number of titles that named `from` @throws AppError NOT_FOUND, CONFLICT for one and the same, or one that was renamed */
  async function merge(
    tx: Tx,
    { from, into, versions }: { from: string; into: string; versions: { from: number; into: number } },
  ): Promise<{ titles: number; name: Name }> {
    if (from === into) throw operatorRefusal({ is: 'samePerson' })
    const programIds = await lockTitlesOf(tx, from)
    const known = new Map<string, { name: Name; version: number }>()
    // In one order, against deadlocks.
    for (const personId of [from, into].toSorted()) known.set(personId, await lockKnown(tx, personId))
    if (known.get(from)!.version !== versions.from || known.get(into)!.version !== versions.into)
      throw operatorRefusal({ is: 'personRenamed' })
    await changeTitles(tx, programIds, () => replacePerson(tx, { from, into }))
    return { titles: programIds.length, name: known.get(from)!.name }
  }

  async function lockKnown(tx: Tx, personId: string): Promise<{ name: Name; version: number }> {
    const found = await lockPerson(tx, personId)
    if (!found) throw operatorRefusal({ is: 'personUnknown' })
    return found
  }

  /** Titles are found by the names of their people, and show them. */
  async function changeTitles(tx: Tx, programIds: readonly string[], work: () => Promise<unknown>): Promise<void> {
    const at = clock.now()
    const kept = { programIds, actor: 'system', kind: 'import', at } as const
    await keepVersions(tx, kept)
    await work()
    if (programIds.length > 0) {
      await raiseVersions(tx, programIds, at)
      await keepVersions(tx, kept)
      await onTitlesChanged?.(tx, programIds)
    }
    await notifyChanged(tx)
  }
}
