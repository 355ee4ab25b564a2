import { addressPrefixes } from './addresses.ts'

/** What is counted together, as a multiple of one client's limit. */
export interface Share {
  readonly key: string
  readonly factor?: number
}

/** A /56 has twice, a /48 four times the limit of a client. */
export const networkShares = (address: string): Share[] => sharesOf(addressPrefixes(address))

/** Prefixes may be hashed. */
export const sharesOf = (prefixes: readonly string[]): Share[] =>
  prefixes.map((key, level) => ({ key, factor: 2 ** level }))

export interface ClientHolds {
  /** @returns the function that frees the amount, once */
  take(shares: readonly Share[], amount?: number): () => void
  heldBy(shares: readonly Share[]): number
  total(): number
}

export function createClientHolds(): ClientHolds {
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

interface FairQueue {
  /**
   * Runs work when it is its turn: a higher priority first, then round-robin by client. Work names every client that it is done for
   * (its networks, its account) and waits behind what any of them already has in the queue.
   * @throws what `full` creates when too much waits, of this client or of all, or the wait is too long
   */
  run<T>(work: () => Promise<T>, options?: QueuedAs): Promise<T>
  /** Runs work that waits as long as it takes, however full the queue is. It is one client of its own. */
  runPatiently<T>(work: () => Promise<T>): Promise<T>
}

interface QueuedAs {
  readonly clients?: readonly Share[] | undefined
  readonly priority?: number | undefined
}

type Queued = QueuedAs & { readonly isPatient?: boolean }

const PATIENT: Queued = { clients: [{ key: 'patient' }], isPatient: true }

interface FairQueueOptions {
  /** Maximum waiting work of each priority, without patient work. */
  readonly maxWaiting: number
  /** Maximum waiting work of one client, as a share of `factor` 1; without a limit by default. */
  readonly maxWaitingPerClient?: number
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
export function createFairQueue({
  maxWaiting,
  maxWaitingPerClient = Infinity,
  waitMs,
  full,
}: FairQueueOptions): FairQueue {
  let isRunning = false
  let round = 0
  const lastRounds = new Map<string, number>()
  const waiting: Waiting[] = []
  const held = createClientHolds()
  return { run, runPatiently: (work) => runAs(work, PATIENT) }

  async function run<T>(work: () => Promise<T>, as: QueuedAs = {}): Promise<T> {
    const { clients = [] } = as
    if (held.heldBy(clients) >= maxWaitingPerClient) throw full()
    return runAs(work, as)
  }

  async function runAs<T>(work: () => Promise<T>, as: Queued): Promise<T> {
    const { clients = [] } = as
    if (isRunning) {
      const stopWaiting = held.take(clients)
      await wait(as).finally(stopWaiting)
    } else {
      isRunning = true
      for (const { key } of clients) lastRounds.set(key, round)
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  async function wait({ clients = [], priority = 0, isPatient = false }: Queued): Promise<void> {
    const own = Math.max(round, ...clients.map(({ key }) => (lastRounds.get(key) ?? -1) + 1))
    if (!isPatient) makeRoom(priority, own)
    for (const { key } of clients) lastRounds.set(key, own)
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
