import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { deleteOldChanges, findChanges, findListed, findSnapshot, isUnchanged, type Snapshot } from './listing.repo.ts'
import { createListing, type Listing } from './listing.rules.ts'

/** Titles read by one statement while the index is loaded: none holds up other requests for long. */
const CHUNK = 2_000
/** So many changed titles are loaded with all others. */
const CHANGES_MAX = 5_000
/** Changes are kept for this long. An index that nobody used for half of that is loaded again. */
const CHANGES_KEPT_HOURS = 24
const UNUSED_MAX_MS = (CHANGES_KEPT_HOURS / 2) * 3_600_000
/** While titles keep changing, the last result stands. */
const ATTEMPTS = 3
const CLEAN_EVERY_MS = 3_600_000

type Loaded = { listing: Listing; snapshot: Snapshot; confirmedMs: number }

/** The index of the lists of this process. */
export interface ListingIndex {
  /**
   * Does work with the index. Beside it the database is asked whether any title has changed meanwhile; if so, the index is brought up
   * to date, and the work done again. The work takes one round trip, or is done once more for `isComplete` false.
   */
  use<T>(work: (listing: Listing) => Promise<T>, isComplete?: (result: T) => boolean): Promise<T>
  /** Brings the index up to date, if there is one. */
  clear(): void
  /** Removes changes that every process knows. */
  deleteOldChanges(): Promise<void>
  readonly cleanEveryMs: number
}

/** Creates the index, which is loaded when it is first used. */
export function createListingIndex(db: Kysely<Database>): ListingIndex {
  let loaded: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  return {
    use,
    clear: () => void (loaded && update(loaded).catch(() => undefined)),
    deleteOldChanges: () => deleteOldChanges(db, { hours: CHANGES_KEPT_HOURS }),
    cleanEveryMs: CLEAN_EVERY_MS,
  }

  async function use<T>(work: (listing: Listing) => Promise<T>, isComplete?: (result: T) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const index = await current()
      const [result, isCurrent] = await Promise.all([work(index.listing), isUnchanged(db, index.snapshot)])
      if (isCurrent) index.confirmedMs = performance.now()
      if ((isCurrent && (isComplete?.(result) ?? true)) || attempt === ATTEMPTS) return result
      await update(index)
    }
  }

  async function current(): Promise<Loaded> {
    if (loaded && performance.now() - loaded.confirmedMs < UNUSED_MAX_MS) return loaded
    return reload()
  }

  function reload(): Promise<Loaded> {
    loading ??= load(db)
      .then((index) => (loaded = index))
      .finally(() => (loading = undefined))
    return loading
  }

  /** An update that is under way may have begun before the change: another one follows it, for all who wait. */
  function update(index: Loaded): Promise<void> {
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        running = apply(index)
        waiting = undefined
        return running
      })
    return waiting
  }

  async function apply(index: Loaded): Promise<void> {
    const { titles, gone, snapshot, isOlder } = await findChanges(db, { since: index.snapshot, limit: CHANGES_MAX })
    if (isOlder || titles.length + gone.length >= CHANGES_MAX) {
      await reload()
      return
    }
    index.listing.change({ titles, gone })
    index.snapshot = snapshot
  }
}

/** Reads all published titles. What changes meanwhile is later than the snapshot, and is read again. */
async function load(db: Kysely<Database>): Promise<Loaded> {
  const snapshot = await findSnapshot(db)
  const listing = createListing()
  for (let after = ''; ;) {
    const titles = await findListed(db, { after, limit: CHUNK })
    listing.change({ titles, gone: [] })
    if (titles.length < CHUNK) return { listing, snapshot, confirmedMs: performance.now() }
    after = titles.at(-1)!.programId
  }
}
