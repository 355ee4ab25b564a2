import { AppError } from '#contract/errors.ts'

export interface SemaphoreLimits {
  readonly concurrency: number
  /** Of all clients, and of one. */
  readonly maxWaiting: number
  readonly maxWaitingPerClient: number
  readonly waitMs: number
}

/** The first and last of `addressPrefixes`. */
export type Client = { readonly address: string; readonly network: string }

/**
 * Limits concurrent work. Waiting calls are served round-robin by network, then by address.
 * Internal calls (no client) wait without limit. @throws UNAVAILABLE when the queue is full or slow
 */
export type Semaphore = <T>(work: () => Promise<T>, client?: Client) => Promise<T>

interface Waiting {
  start(): void
  refuse(): void
}

type Network = Map<string, Waiting[]>

const INTERNAL: Client = { address: '', network: '' }
const RETRY_SECONDS = 2
/** Times the limit of one address. */
const NETWORK_SHARE = 4

export function createSemaphore({ concurrency, maxWaiting, maxWaitingPerClient, waitMs }: SemaphoreLimits): Semaphore {
  let running = 0
  let waitingClientCalls = 0
  const networks = new Map<string, Network>()
  return async (work, client = INTERNAL) => {
    if (running >= concurrency) await waitForSlot(client)
    else running += 1
    try {
      return await work()
    } finally {
      // The slot passes to the next call.
      if (!startNext()) running -= 1
    }
  }

  async function waitForSlot(client: Client): Promise<void> {
    if (client !== INTERNAL) admit(client)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { start: resolve, refuse: () => reject(busy()) }
    const network = networks.get(client.network) ?? new Map<string, Waiting[]>()
    networks.set(client.network, network.set(client.address, [...(network.get(client.address) ?? []), entry]))
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

  /** A full queue drops the last call of the largest network. */
  function admit({ address, network }: Client): void {
    const ofNetwork = networks.get(network) ?? new Map<string, Waiting[]>()
    if ((ofNetwork.get(address)?.length ?? 0) >= maxWaitingPerClient) throw busy()
    if (callsOf(ofNetwork) >= maxWaitingPerClient * NETWORK_SHARE) throw busy()
    if (waitingClientCalls < maxWaiting) return
    const others = [...networks].filter(([name]) => name !== INTERNAL.network)
    const [busiest, most] = others.toSorted(([, a], [, b]) => callsOf(b) - callsOf(a))[0] ?? []
    if (busiest === undefined || !most || callsOf(most) <= callsOf(ofNetwork) + 1) throw busy()
    const [greedy, queue] = [...most].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const last = queue?.at(-1)
    if (greedy === undefined || !last) throw busy()
    drop({ address: greedy, network: busiest }, last)
  }

  function drop({ address, network }: Client, entry: Waiting): void {
    const rest =
      networks
        .get(network)
        ?.get(address)
        ?.filter((other) => other !== entry) ?? []
    const ofNetwork = networks.get(network)
    if (rest.length > 0) ofNetwork?.set(address, rest)
    else ofNetwork?.delete(address)
    if (ofNetwork?.size === 0) networks.delete(network)
    entry.refuse()
  }

  function startNext(): boolean {
    const [name, network] = networks.entries().next().value ?? []
    if (name === undefined || !network) return false
    const next = takeFirst(network)
    networks.delete(name)
    if (network.size > 0) networks.set(name, network)
    next?.start()
    return next !== undefined
  }
}

function takeFirst(network: Network): Waiting | undefined {
  const [address, queue] = network.entries().next().value ?? []
  if (address === undefined || !queue) return undefined
  const [next, ...rest] = queue
  network.delete(address)
  if (rest.length > 0) network.set(address, rest)
  return next
}

const callsOf = (network: Network): number => [...network.values()].reduce((sum, { length }) => sum + length, 0)

const busy = () => new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
