import { DatabaseError } from 'pg'

export interface GroupCommitOptions {
  /** Least real milliseconds between two commits, at most 100: what arrives meanwhile joins. */
  readonly everyMs: number
  readonly max: number
}

type Waiting<Item, Result> = { readonly item: Item } & PromiseWithResolvers<Result>

/**
 * `commit` returns the results in the order of its items. After a data error or a deadlock the items are committed one by one, so that one fails alone.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #options: GroupCommitOptions
  #waiting: Waiting<Item, Result>[] = []
  #isRunning = false

  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>, options: GroupCommitOptions) {
    this.#commit = commit
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    const one = { item, ...Promise.withResolvers<Result>() }
    this.#waiting.push(one)
    if (!this.#isRunning) void this.#run()
    return one.promise
  }

  async #run(): Promise<void> {
    const { everyMs, max } = this.#options
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const startedMs = performance.now()
      const group = this.#waiting.slice(0, max)
      this.#waiting = this.#waiting.slice(max)
      await this.#settle(group)
      const pauseMs = everyMs - (performance.now() - startedMs)
      if (this.#waiting.length < max && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    this.#isRunning = false
  }

  async #settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#commit(group.map(({ item }) => item))
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (group.length > 1 && isOfOneItem(error)) for (const one of group) await this.#settle([one])
      else for (const { reject } of group) reject(error)
    }
  }
}

/** Data exceptions, violated constraints and deadlocks: other errors would meet every item. */
const isOfOneItem = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(?:2[23]|40P01$)/.test(error.code ?? '')
