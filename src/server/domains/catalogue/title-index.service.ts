import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { findChanged, findSnapshot, isUnchanged, type Snapshot } from './listing.repo.ts'

/** So many changed titles are loaded with all others. */
const CHANGES_MAX = 5_000
/** Changes are kept for this long. An index that nobody used for half of that is loaded again. */
export const CHANGES_KEPT_HOURS = 24
const UNUSED_MAX_MS = (CHANGES_KEPT_HOURS / 2) * 3_600_000
/** While titles keep changing, the last result stands. */
const ATTEMPTS = 3

/** What an index in memory is made of. */
export interface TitleIndexSource<Content> {
  /** Reads all titles. What changes meanwhile is read again. */
  load(): Promise<Content>
  /**
   * Reads again what was changed, added or removed, and changes the content at once, after the last statement.
   * @returns false when it is so much that all titles are to be loaded instead
   */
  refresh(content: Content, programIds: readonly string[]): Promise<boolean>
}

/** An index of titles in the memory of this process, exact to the last commit. */
export interface TitleIndex<Content> {
  /**
   * Does work with the index. Beside it the database is asked whether any title has changed meanwhile; if so, the index is brought up
   * to date, and the work done again. The work takes one round trip, or is done once more for `isComplete` false.
   */
  use<T>(work: (content: Content) => Promise<T>, isComplete?: (result: T) => boolean): Promise<T>
  /** The same, unless all titles have to be loaded first: that begins, and `undefined` is returned at once. */
  useLoaded<T>(work: (content: Content) => Promise<T>): Promise<T | undefined>
  /** Loads it, unless it is. */
  load(): Promise<void>
  /** Brings the index up to date, if there is one. */
  clear(): void
}

type Loaded<Content> = { content: Content; snapshot: Snapshot; confirmedMs: number }

/**
 * Creates an index, which is loaded when it is first used.
 * @param reads where the look for changes is made, of which there is at most one at a time
 */
export function createTitleIndex<Content>(
  reads: Kysely<Database>,
  source: TitleIndexSource<Content>,
): TitleIndex<Content> {
  let loaded: Loaded<Content> | undefined
  let loading: Promise<Loaded<Content>> | undefined
  const update = inTurns(async () => loaded && apply(loaded))
  const confirm = inTurns(async () => loaded !== undefined && isUnchanged(reads, loaded.snapshot))

  return {
    use,
    useLoaded,
    load: async () => void (isFresh() || (await reload())),
    clear: () => void (loaded && update().catch(() => undefined)),
  }

  async function use<T>(work: (content: Content) => Promise<T>, isComplete?: (result: T) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const index = isFresh() ? loaded! : await reload()
      const { result, isCurrent } = await tryOnce(index, work)
      if ((isCurrent && (isComplete?.(result) ?? true)) || attempt === ATTEMPTS) return result
      await update()
    }
  }

  async function useLoaded<T>(work: (content: Content) => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; isFresh(); attempt++) {
      const { result, isCurrent } = await tryOnce(loaded!, work)
      if (isCurrent || attempt === ATTEMPTS) return result
      await update()
    }
    reload().catch(() => undefined)
    return undefined
  }

  async function tryOnce<T>(index: Loaded<Content>, work: (content: Content) => Promise<T>) {
    const { snapshot } = index
    const [result, isUnchanged] = await Promise.all([work(index.content), confirm()])
    const isCurrent = isUnchanged && loaded === index && index.snapshot === snapshot
    if (isCurrent) index.confirmedMs = performance.now()
    return { result, isCurrent }
  }

  function isFresh(): boolean {
    return loaded !== undefined && performance.now() - loaded.confirmedMs < UNUSED_MAX_MS
  }

  function reload(): Promise<Loaded<Content>> {
    loading ??= read()
      .then((index) => (loaded = index))
      .finally(() => (loading = undefined))
    return loading
  }

  async function read(): Promise<Loaded<Content>> {
    const snapshot = await findSnapshot(reads)
    return { content: await source.load(), snapshot, confirmedMs: performance.now() }
  }

  /** Not waited for is the load of all titles: who can wait for it requests it, and others do without. */
  async function apply(index: Loaded<Content>): Promise<void> {
    const { programIds, snapshot, isOlder } = await findChanged(reads, { since: index.snapshot, limit: CHANGES_MAX })
    const isRefreshed =
      !isOlder &&
      programIds.length < CHANGES_MAX &&
      (programIds.length === 0 || (await source.refresh(index.content, programIds)))
    if (isRefreshed) index.snapshot = snapshot
    else if (loaded === index) loaded = undefined
  }
}

/** Work that runs once at a time: what is under way may have begun too early, so that all who come meanwhile share the run after it. */
function inTurns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<T> | undefined
  return () => {
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        const run = work()
        running = run
        return run
      })
    return waiting
  }
}
