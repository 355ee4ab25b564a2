/** Runs work one at a time. */
export interface FairQueue {
  /**
   * Runs work when it is its turn: a higher priority first, then round-robin by client. Work names every client that it is done for
   * (its networks, its account) and waits behind what any of them already has in the queue.
   * @throws what `full` creates when too much waits
   */
  run<T>(work: () => Promise<T>, options?: QueuedAs): Promise<T>
}

export interface QueuedAs {
  readonly clients?: readonly string[] | undefined
  readonly priority?: number | undefined
}

export interface FairQueueOptions {
  /** Maximum waiting work of each priority. */
  readonly maxWaiting: number
  readonly full: () => Error
}

interface Waiting {
  readonly priority: number
  /** The round in which it runs: each client has one place in a round. */
  readonly round: number
  start(): void
  refuse(): void
}

/** Start-time fair queueing with equal costs. When the queue is full, the work of the latest round gives way. */
export function createFairQueue({ maxWaiting, full }: FairQueueOptions): FairQueue {
  let isRunning = false
  let round = 0
  /** The last round of each client that has work in the queue. */
  const lastRounds = new Map<string, number>()
  const waiting: Waiting[] = []
  return { run }

  async function run<T>(work: () => Promise<T>, { clients = [], priority = 0 }: QueuedAs = {}): Promise<T> {
    if (isRunning) await wait(clients, priority)
    else {
      isRunning = true
      for (const client of clients) lastRounds.set(client, round)
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  async function wait(clients: readonly string[], priority: number): Promise<void> {
    const own = Math.max(round, ...clients.map((client) => (lastRounds.get(client) ?? -1) + 1))
    makeRoom(priority, own)
    for (const client of clients) lastRounds.set(client, own)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { priority, round: own, start: resolve, refuse: () => reject(full()) }
    const behind = waiting.findIndex(
      (other) => other.priority < priority || (other.priority === priority && other.round > own),
    )
    waiting.splice(behind < 0 ? waiting.length : behind, 0, entry)
    return promise
  }

  /** Drops the last work of a later round if the queue is full. */
  function makeRoom(priority: number, own: number): void {
    const rivals = waiting.filter((other) => other.priority === priority)
    if (rivals.length < maxWaiting) return
    const last = rivals.at(-1)
    if (!last || last.round <= own) throw full()
    waiting.splice(waiting.indexOf(last), 1)
    last.refuse()
  }

  function startNext(): void {
    const next = waiting.shift()
    if (next) {
      round = Math.max(round, next.round)
      next.start()
      return
    }
    isRunning = false
    round = 0
    lastRounds.clear()
  }
}
