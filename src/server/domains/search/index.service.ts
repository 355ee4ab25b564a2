import type { Db } from '#server/kit/db.ts'
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
import type { SearchDeps } from './ports.ts'
import { readUnits } from './normalize.rules.ts'
import { personTokens, searchText, titleTokens } from './tokens.rules.ts'
import { deletesOf, isCorrectable } from './typos.rules.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

/** Titles per transaction. */
const BATCH = 200
/** Prefixes per transaction, which publishing a title may wait for. */
const LISTS_BATCH = 50

export function createIndex({ db, clock }: SearchDeps) {
  return { refresh, refreshOutdated, makeListsIfDue, makeAllLists }

  /** Joins the transaction that changes the titles. */
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

  /** After an upgrade, a restore or an import. A failing title is logged and tried again by the next run. @returns how many */
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

  /** Waits for the index's lock as long as it takes, as all work on it does. */
  function inOne(programIds: readonly string[]): Promise<void> {
    return db.transaction().execute((tx) => refresh(tx, programIds))
  }

  /** Nightly, and after many titles were indexed. */
  async function makeListsIfDue(): Promise<void> {
    if (areListsDue(await findListsState(db), clock.now())) await makeAllLists()
  }

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

/** Words whose misspellings are found. */
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

/** Indexed titles after which lists are rebuilt. */
const TITLES_SINCE_MAX = 500

/** Hong Kong. */
const NIGHT_HOUR = 4

type ListsState = { madeAt: Temporal.Instant | null; titlesSince: number }

export function areListsDue({ madeAt, titlesSince }: ListsState, now: Temporal.Instant): boolean {
  if (madeAt === null || titlesSince >= TITLES_SINCE_MAX) return true
  return Temporal.Instant.compare(madeAt, lastNight(now)) < 0
}

function lastNight(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO(HONG_KONG)
  const today = here.startOfDay().add({ hours: NIGHT_HOUR })
  return (Temporal.ZonedDateTime.compare(today, here) <= 0 ? today : today.subtract({ days: 1 })).toInstant()
}
