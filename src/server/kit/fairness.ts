import { addressPrefixes } from './addresses.ts'

/** What is counted together, and how many times the limit of one client it has. */
export interface Share {
  readonly key: string
  readonly factor?: number
}

/** The shares of the networks of an address (`addressPrefixes`): of a /56 twice, of a /48 four times that of a client. */
export const networkShares = (address: string): Share[] => sharesOf(addressPrefixes(address))

/** The same of prefixes, which may be hashed. */
export const sharesOf = (prefixes: readonly string[]): Share[] =>
  prefixes.map((key, level) => ({ key, factor: 2 ** level }))

/** What clients of this process hold at the moment: connections, streams, uploads, slots. */
export interface Holds {
  /** Counts an amount for all of these shares. @returns the function that frees it; called again it does nothing */
  take(shares: readonly Share[], amount?: number): () => void
  /** The amount that is held, of the share with the most for its size. */
  heldBy(shares: readonly Share[]): number
  /** How much is held in all. */
  total(): number
}

export function createHolds(): Holds {
  const amounts = new Map<string, number>()
  let total = 0
  return {
    take(shares, amount = 1) {
      change(shares, amount)
      let isHeld = true
      return () => {
        if (isHeld) change(shares, -amount)
        isHeld = false
      }
    },
    heldBy: (shares) => Math.max(0, ...shares.map(({ key, factor = 1 }) => (amounts.get(key) ?? 0) / factor)),
    total: () => total,
  }

  function change(shares: readonly Share[], amount: number): void {
    total += amount
    for (const { key } of shares) {
      const held = (amounts.get(key) ?? 0) + amount
      if (held > 0) amounts.set(key, held)
      else amounts.delete(key)
    }
  }
}

/** Runs work one at a time. */
interface FairQueue {
  /**
   * Runs work when it is its turn: a higher priority first, then round-robin by client. Work names every client that it is done for
   * (its networks, its account) and waits behind what any of them already has in the queue.
   * @throws what `full` creates when too much waits, or the wait is too long
   */
  run<T>(work: () => Promise<T>, options?: QueuedAs): Promise<T>
}

interface QueuedAs {
  readonly clients?: readonly string[] | undefined
  readonly priority?: number | undefined
  /** Waits as long as it takes, however full the queue is. */
  readonly isPatient?: boolean
}

interface FairQueueOptions {
  /** Maximum waiting work of each priority, without patient work. */
  readonly maxWaiting: number
  /** Maximum wait in milliseconds, without a limit by default. */
  readonly waitMs?: number
  readonly full: () => Error
}

interface Waiting {
  readonly priority: number
  readonly isPatient: boolean
  /** The round in which it runs: each client has one place in a round. */
  readonly round: number
  start(): void
  refuse(): void
}

/** Start-time fair queueing with equal costs. When the queue is full, the work of the latest round gives way. */
export function createFairQueue({ maxWaiting, waitMs, full }: FairQueueOptions): FairQueue {
  let isRunning = false
  let round = 0
  /** The last round of each client that has work in the queue. */
  const lastRounds = new Map<string, number>()
  const waiting: Waiting[] = []
  return { run }

  async function run<T>(work: () => Promise<T>, as: QueuedAs = {}): Promise<T> {
    if (isRunning) await wait(as)
    else {
      isRunning = true
      for (const client of as.clients ?? []) lastRounds.set(client, round)
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  async function wait({ clients = [], priority = 0, isPatient = false }: QueuedAs): Promise<void> {
    const own = Math.max(round, ...clients.map((client) => (lastRounds.get(client) ?? -1) + 1))
    if (!isPatient) makeRoom(priority, own)
    for (const client of clients) lastRounds.set(client, own)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { priority, isPatient, round: own, start: resolve, refuse: () => reject(full()) }
    const behind = waiting.findIndex(
      (other) => other.priority < priority || (other.priority === priority && other.round > own),
    )
    waiting.splice(behind < 0 ? waiting.length : behind, 0, entry)
    if (isPatient || waitMs === undefined) return promise
    const timer = setTimeout(() => drop(entry), waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Drops the last work of a later round if the queue is full. */
  function makeRoom(priority: number, own: number): void {
    const rivals = waiting.filter((other) => other.priority === priority && !other.isPatient)
    if (rivals.length < maxWaiting) return
    const last = rivals.at(-1)
    if (!last || last.round <= own) throw full()
    drop(last)
  }

  function drop(entry: Waiting): void {
    waiting.splice(waiting.indexOf(entry), 1)
    entry.refuse()
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
