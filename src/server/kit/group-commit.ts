import { DatabaseError } from 'pg'
import { AppError } from '#contract/errors.ts'
import { DATABASE_RETRY_SECONDS } from './database-down.ts'
import { outageOf } from './outage.ts'

export interface GroupCommitOptions {
  /** Least real milliseconds between two commits, at most 100: what arrives meanwhile joins. */
  readonly everyMs: number
  readonly max: number
}

type Waiting<Item, Result> = { readonly item: Item; readonly sinceMs: number } & PromiseWithResolvers<Result>

/** Whatever the database does, an answer comes within 12 s. What is refused then may be written all the same. */
const LATE_MS = 11_000
const LOOK_MS = 500

/**
 * `commit` returns the results in the order of its items. After a data error or a deadlock the items are committed one by one, so that one
 * fails alone. An outage fails all that wait, and what has waited for too long is refused.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #options: GroupCommitOptions
  #waiting: Waiting<Item, Result>[] = []
  #committing: readonly Waiting<Item, Result>[] = []
  #isRunning = false

  constructor(commit: (items: readonly Item[]) => Promise<readonly Result[]>, options: GroupCommitOptions) {
    this.#commit = commit
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    const one = { item, sinceMs: performance.now(), ...Promise.withResolvers<Result>() }
    this.#waiting.push(one)
    if (!this.#isRunning) void this.#run()
    return one.promise
  }

  async #run(): Promise<void> {
    const { everyMs, max } = this.#options
    this.#isRunning = true
    const late = setInterval(() => this.#refuseLate(), LOOK_MS)
    while (this.#waiting.length > 0) {
      const startedMs = performance.now()
      const group = this.#waiting.slice(0, max)
      this.#waiting = this.#waiting.slice(max)
      this.#committing = group
      await this.#settle(group)
      this.#committing = []
      const pauseMs = everyMs - (performance.now() - startedMs)
      if (this.#waiting.length < max && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    clearInterval(late)
    this.#isRunning = false
  }

  #refuseLate(): void {
    const before = performance.now() - LATE_MS
    const isLate = ({ sinceMs }: Waiting<Item, Result>) => sinceMs <= before
    const refused = [...this.#committing, ...this.#waiting].filter(isLate)
    this.#waiting = this.#waiting.filter((one) => !isLate(one))
    for (const { reject } of refused) reject(new AppError('UNAVAILABLE', { retryAfter: DATABASE_RETRY_SECONDS }))
  }

  async #settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#commit(group.map(({ item }) => item))
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result)
    } catch (error) {
      if (group.length > 1 && isOfOneItem(error)) for (const one of group) await this.#settle([one])
      else for (const { reject } of [...group, ...this.#takeWaiting(error)]) reject(error)
    }
  }

  /** They would wait for the same. */
  #takeWaiting(error: unknown): Waiting<Item, Result>[] {
    if (!outageOf(error)) return []
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }
}

/** Data exceptions, violated constraints and deadlocks: other errors would meet every item. */
const isOfOneItem = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(?:2[23]|40P01$)/.test(error.code ?? '')
