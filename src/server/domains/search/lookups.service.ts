import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { type Catalogue, createTitleIndex, visible, type ViewerScope } from '../catalogue/index.ts'
import type { Viewer } from '../viewer.ts'
import { findByKey, findInAnyOrder, type Found } from './find.repo.ts'
import { type Names, namesSource } from './name-table.service.ts'
import type { Unit } from './normalize.rules.ts'
import { anyOrderQuery, patternsOf } from './query.rules.ts'
import { findPeople, findShown, type ShownPerson, type ShownTitle } from './shown.repo.ts'

/** What one viewer may find. */
export interface Lookup {
  /** The best titles with a token that begins with the key. */
  byKey(key: string, limit: number): Promise<readonly Found[]>
  /** The best titles that have every part in their names, then in their names and people; none for parts that narrow too little. */
  inAnyOrder(parts: readonly Unit[], limit: number): Promise<Found[]>
  /** What a suggestion shows of titles, in any order. `key` finds the people among theirs. */
  shown(titleIds: readonly number[], key: string): Promise<ShownTitle[]>
  /** The people whose name begins with the key and who have a visible title. */
  people(key: string, limit: number): Promise<ShownPerson[]>
}

/** Who looks up. */
type LookupViewer = Pick<Viewer, 'region' | 'kids'>

/** Lookups by all viewers. */
export type Lookups = ReturnType<typeof createLookups>

type LookupsDeps = {
  db: Kysely<Database>
  fixedPlanDb: Kysely<Database>
  reads: Kysely<Database>
  catalogue: Catalogue
}

/**
 * Looks up titles and people in the memory of this process, which is exact to the last commit (decision 042). The first lookup begins to
 * load it, and so does one after very many changes; until it is there, the tables of the index are read.
 */
export function createLookups({ db, fixedPlanDb, reads, catalogue }: LookupsDeps) {
  const index = createTitleIndex(reads, namesSource(db))
  return {
    /** Does work with the lookup of a viewer: again if a title has changed meanwhile. */
    async use<T extends object>(viewer: LookupViewer, work: (lookup: Lookup) => Promise<T>): Promise<T> {
      const viewerScope = catalogue.viewerScopeOf(viewer)
      const found = await index.useLoaded((names) => work(inMemory(names, viewerScope)))
      return found ?? work(inTables(fixedPlanDb, viewerScope))
    },

    /** Loads the memory. */
    load: () => index.load(),

    caches: [index],
  }
}

function inMemory({ lookup }: Names, viewerScope: ViewerScope): Lookup {
  return {
    byKey: async (key, limit) => lookup.findByKey(key, { viewerScope, limit }),
    inAnyOrder: async (parts, limit) =>
      anyOrderQuery(parts) === undefined ? [] : lookup.findInAnyOrder(parts, { viewerScope, limit }),
    shown: async (titleIds, key) => lookup.findShown(titleIds, key),
    people: async (key, limit) => lookup.findPeople(key, { viewerScope, limit }),
  }
}

/** The same by statements. */
export function inTables(db: Kysely<Database>, viewerScope: ViewerScope): Lookup {
  const condition = visible(viewerScope)
  const searcher = { ...viewerScope, condition }
  return {
    byKey: (key, limit) => findByKey(db, { ...searcher, key, limit }),
    async inAnyOrder(parts, limit) {
      const lexemes = anyOrderQuery(parts)
      if (lexemes === undefined) return []
      return findInAnyOrder(db, { ...searcher, lexemes, patterns: patternsOf(parts), limit })
    },
    shown: (titleIds, key) => findShown(db, { titleIds, key }),
    people: (key, limit) => findPeople(db, { key, limit, condition }),
  }
}
