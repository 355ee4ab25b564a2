import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import {
  addWords,
  countWords,
  findNewPeople,
  findOutdated,
  type IndexedTitle,
  lockIndex,
  readTitles,
  replaceCast,
  replaceTokens,
  writePeople,
  writeTitles,
  addToLists,
  countIndexed,
  deleteOtherLists,
  findHotPrefixes,
  findListsState,
  makeLists,
  markListsMade,
  refreshPopularity,
} from './index.repo.ts'
import { readUnits } from './normalize.rules.ts'
import { personTokens, searchText, titleTokens } from './tokens.rules.ts'
import { deletesOf, isCorrectable } from './typos.rules.ts'

/** Titles that one transaction indexes when many are outdated. */
const BATCH = 200
/** Prefixes whose lists one transaction makes: a title that is published meanwhile waits for one of these at most. */
const LISTS_BATCH = 50

export type IndexDeps = { db: Kysely<Database>; clock: Clock }

/** Keeps the index of titles and people. */
export function createIndex({ db, clock }: IndexDeps) {
  return { refresh, refreshOutdated, makeListsIfDue, makeAllLists }

  /** Indexes titles as they are now, in the transaction that changes them. Titles that are not published are left out. */
  async function refresh(tx: Db, programIds: readonly string[]): Promise<void> {
    if (programIds.length === 0) return
    await lockIndex(tx)
    const titles = await readTitles(tx, programIds)
    if (titles.length === 0) return
    await writePeopleOf(tx, titles)
    const numbers = await writeTitles(
      tx,
      titles.map((title) => ({ title, text: searchText(title, title.people) })),
    )
    const titleIds = [...numbers.values()]
    await replaceTokens(tx, new Map(titles.map((title) => [numbers.get(title.programId)!, titleTokens(title)])))
    await replaceCast(tx, titleIds)
    await addWords(tx, correctableOf(titles))
    await addToLists(tx, { titleIds, now: clock.now() })
    await countIndexed(tx, titles.length)
  }

  /**
   * Indexes what is missing or outdated: after an upgrade, a restore or an import. A title that fails is logged and tried again by the
   * next run. @returns how many titles were indexed
   */
  async function refreshOutdated({ limit = Infinity, log }: { limit?: number; log?: Log } = {}): Promise<number> {
    const failed: string[] = []
    let count = 0
    for (;;) {
      const outdated = await findOutdated(db, { limit: Math.min(BATCH, limit - count), but: failed })
      if (outdated.length === 0) return count
      try {
        await inOne(outdated)
        count += outdated.length
      } catch {
        for (const programId of outdated) {
          await inOne([programId]).then(
            () => count++,
            (error: unknown) => {
              failed.push(programId)
              log?.error({ err: error, programId }, 'title not indexed')
            },
          )
        }
      }
      if (count >= limit) return count
    }
  }

  function inOne(programIds: readonly string[]): Promise<void> {
    return db.transaction().execute((tx) => refresh(tx, programIds))
  }

  /** Makes the lists of short prefixes every night, and after many titles were indexed. */
  async function makeListsIfDue(): Promise<void> {
    if (areListsDue(await findListsState(db), clock.now())) await makeAllLists()
  }

  /** Makes the lists of all short prefixes from the present popularity. */
  async function makeAllLists(): Promise<void> {
    const now = clock.now()
    await refreshPopularity(db)
    await countWords(db)
    const prefixes = await findHotPrefixes(db)
    await db.transaction().execute(async (tx) => {
      await lockIndex(tx)
      await deleteOtherLists(tx, prefixes)
    })
    for (let from = 0; from < prefixes.length; from += LISTS_BATCH) {
      await db.transaction().execute(async (tx) => {
        await lockIndex(tx)
        await makeLists(tx, { prefixes: prefixes.slice(from, from + LISTS_BATCH), now })
      })
    }
    await markListsMade(db, now)
  }
}

async function writePeopleOf(tx: Db, titles: readonly IndexedTitle[]): Promise<void> {
  const people = new Map(titles.flatMap((title) => title.people.map((person) => [person.personId, person])))
  const changed = await findNewPeople(tx, [...people.values()])
  if (changed.length > 0)
    await writePeople(
      tx,
      changed.map((person) => ({ ...person, tokens: personTokens(person) })),
    )
}

/** The words whose misspellings are found. */
function correctableOf(titles: readonly IndexedTitle[]): Map<string, string[]> {
  const names = titles.flatMap(({ zh, en, aliases, people }) => [
    zh,
    en,
    ...aliases,
    ...people.map((person) => person.en),
  ])
  const spellings = new Set(names.flatMap((name) => readUnits(name).map(({ text }) => text)))
  return new Map([...spellings].filter(isCorrectable).map((word) => [word, deletesOf(word)]))
}

/** Lists are made anew when this many titles were indexed since. */
const TITLES_SINCE_MAX = 500

/** The hour in Hong Kong from which the night's lists are made. */
const NIGHT_HOUR = 4

type ListsState = { madeAt: Temporal.Instant | null; titlesSince: number }

/** Whether the lists of short prefixes are to be made: never made, many titles since, or not since the last night. */
export function areListsDue({ madeAt, titlesSince }: ListsState, now: Temporal.Instant): boolean {
  if (madeAt === null || titlesSince >= TITLES_SINCE_MAX) return true
  return Temporal.Instant.compare(madeAt, lastNight(now)) < 0
}

/** The last time that it was `NIGHT_HOUR` in Hong Kong. */
function lastNight(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO('Asia/Hong_Kong')
  const today = here.startOfDay().add({ hours: NIGHT_HOUR })
  return (Temporal.ZonedDateTime.compare(today, here) <= 0 ? today : today.subtract({ days: 1 })).toInstant()
}
