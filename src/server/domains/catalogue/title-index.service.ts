import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { type Database, NO_REPLICA, type Replica } from '#server/kit/db.ts'
import { onPrimary } from '#server/kit/replica-routing.ts'
import { findChanged, findSnapshot, isUnchanged, type Snapshot } from './listing.repo.ts'

/** More changes than this reload the index. */
const CHANGES_MAX = 5_000
/** An index unused for half of it is reloaded. */
export const CHANGES_KEPT_HOURS = 24
const UNUSED_MAX_MS = (CHANGES_KEPT_HOURS / 2) * 3_600_000
/** While titles keep changing, the last result stands. */
const ATTEMPTS = 3

export interface TitleIndexSource<Content> {
  /** Changes during the load are read again. */
  load(): Promise<Content>
  /** Applies changes at once after the last statement. @returns false when there are too many: the index is reloaded */
  refresh(content: Content, programIds: readonly string[]): Promise<boolean>
}

/** In-process index, consistent with the last commit. */
export interface TitleIndex<Content> {
  /** Checks for changes concurrently and repeats `work` if there were any, or if `isComplete` is false. */
  use<T>(work: (content: Content) => Promise<T>, isComplete?: (result: T) => boolean): Promise<T>
  /** Undefined while the index is loading, which this starts. */
  useLoaded<T>(work: (content: Content) => Promise<T>): Promise<T | undefined>
  load(): Promise<void>
  /** Refreshes the index, if loaded. */
  clear(): void
}

type Loaded<Content> = { content: Content; snapshot: Snapshot; confirmedMs: number }

export interface TitleIndexReads {
  /** For change checks, one at a time. Of the primary: a standby's snapshot does not list the transactions that are running. */
  readonly reads: Kysely<Database>
  /** For titles and names. */
  readonly replica?: Pick<Replica, 'readFresh'> | undefined
}

/** Loads on first use. */
export function createTitleIndex<Content>(
  { reads, replica = NO_REPLICA }: TitleIndexReads,
  source: TitleIndexSource<Content>,
): TitleIndex<Content> {
  let loaded: Loaded<Content> | undefined
  let loading: Promise<Loaded<Content>> | undefined
  const update = inTurns(async () => loaded && onPrimary(() => apply(loaded!)))
  const confirm = inTurns(async () => loaded !== undefined && onPrimary(() => isUnchanged(reads, loaded!.snapshot)))

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
    loading ??= onPrimary(read)
      .then((index) => (loaded = index))
      .finally(() => (loading = undefined))
    return loading
  }

  async function read(): Promise<Loaded<Content>> {
    const snapshot = await findSnapshot(reads)
    return { content: await replica.readFresh(() => source.load()), snapshot, confirmedMs: performance.now() }
  }

  /** Does not wait for a full load. */
  async function apply(index: Loaded<Content>): Promise<void> {
    const { programIds, snapshot, isOlder } = await findChanged(reads, { since: index.snapshot, limit: CHANGES_MAX })
    const isRefreshed =
      !isOlder &&
      programIds.length < CHANGES_MAX &&
      (programIds.length === 0 || (await replica.readFresh(() => source.refresh(index.content, programIds))))
    if (isRefreshed) index.snapshot = snapshot
    else if (loaded === index) loaded = undefined
  }
}

/** One at a time: calls during a run share the next run. */
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
