import { DatabaseError } from 'pg'

export interface GroupCommitOptions {
  /** Least real milliseconds between two commits, at most 100: what arrives meanwhile joins. */
  readonly everyMs: number
  readonly max: number
}

export interface GroupCommit<Item, Result> {
  add(item: Item): Promise<Result>
}

type Waiting<Item, Result> = { readonly item: Item } & PromiseWithResolvers<Result>

/**
 * `commit` returns the results in the order of its items. After a data error the items are committed one by one, so that one fails alone.
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

/** Data exceptions and violated constraints: other errors would meet every item. */
const isOfOneItem = (error: unknown): boolean => error instanceof DatabaseError && /^2[23]/.test(error.code ?? '')
