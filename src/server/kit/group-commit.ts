import { DatabaseError } from 'pg'

export interface GroupCommitOptions {
  /** A commit waits at least this long after the one before it, so that what arrives meanwhile joins it. Real milliseconds, at most 100. */
  readonly everyMs: number
  /** Maximum items of a commit. */
  readonly max: number
}

/** Collects what concurrent requests write into common transactions. */
export interface GroupCommit<Item, Result> {
  /** Writes an item. Resolves after the commit that contains it. */
  add(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { readonly item: Item } & PromiseWithResolvers<Result>

/**
 * `commit` writes items in one transaction and returns their results in the same order. One commit runs at a time; the first after a pause
 * runs at once. When the database refuses the data of one item, the items are committed one by one, so that it fails alone.
 */
export function createGroupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { everyMs, max }: GroupCommitOptions,
): GroupCommit<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false
  return { add }

  function add(item: Item): Promise<Result> {
    const one = { item, ...Promise.withResolvers<Result>() }
    waiting.push(one)
    if (!isRunning) void run()
    return one.promise
  }

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const startedMs = performance.now()
      const group = waiting.slice(0, max)
      waiting = waiting.slice(max)
      await settle(group)
      const pauseMs = everyMs - (performance.now() - startedMs)
      if (waiting.length < max && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isRunning = false
  }

  async function settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map(({ item }) => item))
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (group.length > 1 && isOfOneItem(error)) for (const one of group) await settle([one])
      else for (const { reject } of group) reject(error)
    }
  }
}

/** Data exceptions and violated constraints; not a lost connection or a full disk, which every item would meet. */
const isOfOneItem = (error: unknown): boolean => error instanceof DatabaseError && /^2[23]/.test(error.code ?? '')
