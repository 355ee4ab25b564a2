import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { DomainModule, Worker } from '../domain-module.ts'
import { type Catalogue, CATALOGUE_CHANNEL } from '../catalogue/index.ts'
import { createFinder } from './find.service.ts'
import { createIndex } from './index.service.ts'
import { createLookups } from './lookups.service.ts'
import type { GenreNames, Subtitles } from './ports.ts'
import { deleteRecentOfAccount, findRecentOfAccount } from './recent.repo.ts'
import { createRecent } from './recent.service.ts'
import { createResults } from './results.service.ts'
import { createScenes } from './scenes.service.ts'
import { createSuggestions } from './suggestions.service.ts'
import { createTerms } from './terms.service.ts'

export type SearchDeps = {
  db: Kysely<Database>
  /** Plans a statement once (`DbHandle.fixedPlanDb`): for what is read while somebody types. */
  fixedPlanDb: Kysely<Database>
  /** For the look whether a title has changed (`DbHandle.reads`). */
  reads: Kysely<Database>
  clock: Clock
  catalogue: Catalogue
  subtitles: Subtitles
  genreNames: GenreNames
}

/** The public API of search. */
export type Search = ReturnType<typeof createSearch>

const INDEX_EVERY_MS = 60_000
const COUNTS_EVERY_MS = 3_600_000

/** Builds search. */
export function createSearch(deps: SearchDeps) {
  const { db, fixedPlanDb } = deps
  const index = createIndex(deps)
  const scenes = createScenes(deps)
  const terms = createTerms(deps)
  const finder = createFinder({ db: fixedPlanDb })
  const lookups = createLookups(deps)

  return {
    index,
    scenes,
    terms,
    recent: createRecent(deps),
    ...createSuggestions({ ...deps, finder, lookups }),
    ...createResults({ ...deps, finder, lookups, scenes, terms }),
    /** Loads the index in memory, which otherwise the first search begins to do. */
    load: lookups.load,
    domainModule: {
      caches: lookups.caches,
      scheduledTasks: [
        { name: 'search-index', everyMs: INDEX_EVERY_MS, wakeOn: CATALOGUE_CHANNEL, run: refreshIndex },
        { name: 'search-scenes', everyMs: INDEX_EVERY_MS, wakeOn: CATALOGUE_CHANNEL, run: scenes.refresh },
        { name: 'search-counts', everyMs: COUNTS_EVERY_MS, run: terms.deleteOld },
      ],
      personalData: {
        name: 'searches',
        collect: ({ accountId }) => findRecentOfAccount(db, accountId),
        erase: (tx, { accountId }) => deleteRecentOfAccount(tx, accountId),
      },
      gauges: [
        {
          name: 'harbour_searches_missed_today',
          help: 'Searches of the day, in Hong Kong, that found nothing.',
          read: async () => [{ value: await terms.missedToday() }],
        },
      ],
    } satisfies DomainModule,
  }

  async function refreshIndex({ log }: Worker): Promise<void> {
    await index.refreshOutdated({ log })
    await index.makeListsIfDue()
  }
}
