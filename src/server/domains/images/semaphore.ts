import { AppError } from '#contract/errors.ts'

export interface SemaphoreLimits {
  /** Maximum concurrent calls. */
  readonly concurrency: number
  /** Maximum waiting calls of all clients, and of one client. */
  readonly maxWaiting: number
  readonly maxWaitingPerClient: number
  /** Maximum wait in milliseconds. */
  readonly waitMs: number
}

/**
 * Limits concurrent work. Waiting calls are served round-robin by client, so a single call does not wait behind
 * another client's five hundred. Internal calls (no client) take part in the rotation and wait without limit.
 * @throws UNAVAILABLE when too many calls wait, or the wait is too long
 */
export type Semaphore = <T>(work: () => Promise<T>, client?: string) => Promise<T>

interface Waiting {
  start(): void
  refuse(): void
}

const INTERNAL = ''
const RETRY_SECONDS = 2

export function createSemaphore({ concurrency, maxWaiting, maxWaitingPerClient, waitMs }: SemaphoreLimits): Semaphore {
  let running = 0
  let waitingClientCalls = 0
  /** Waiting calls by client. The first entry is served next. */
  const queues = new Map<string, Waiting[]>()
  return async (work, client = INTERNAL) => {
    if (running >= concurrency) await waitForSlot(client)
    else running += 1
    try {
      return await work()
    } finally {
      // A finished call passes its slot on, so `running` stays the same.
      if (!startNext()) running -= 1
    }
  }

  /** Waits for a slot. */
  async function waitForSlot(client: string): Promise<void> {
    if (client !== INTERNAL) admit(queues.get(client)?.length ?? 0)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { start: resolve, refuse: () => reject(busy()) }
    queues.set(client, [...(queues.get(client) ?? []), entry])
    if (client === INTERNAL) return promise
    waitingClientCalls += 1
    const timer = setTimeout(() => drop(client, entry), waitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      waitingClientCalls -= 1
    }
  }

  /** Rejects a client over its limit. If the queue is full, drops the last call of the client with the most. */
  function admit(ownCount: number): void {
    if (ownCount >= maxWaitingPerClient) throw busy()
    if (waitingClientCalls < maxWaiting) return
    const [busiest, queue] = [...queues].filter(([client]) => client !== INTERNAL).toSorted(byLength)[0] ?? []
    const last = queue?.at(-1)
    if (busiest === undefined || !queue || !last || queue.length <= ownCount + 1) throw busy()
    drop(busiest, last)
  }

  function drop(client: string, entry: Waiting): void {
    const rest = queues.get(client)?.filter((other) => other !== entry) ?? []
    if (rest.length > 0) queues.set(client, rest)
    else queues.delete(client)
    entry.refuse()
  }

  function startNext(): boolean {
    const [client, queue] = queues.entries().next().value ?? []
    const [next, ...rest] = queue ?? []
    if (client === undefined || !next) return false
    // Reinserting moves the client to the end of the rotation.
    queues.delete(client)
    if (rest.length > 0) queues.set(client, rest)
    next.start()
    return true
  }
}

const byLength = ([, a]: [string, Waiting[]], [, b]: [string, Waiting[]]): number => b.length - a.length

const busy = () => new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
