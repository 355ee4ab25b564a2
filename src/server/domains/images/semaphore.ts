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

/** A client: its own address and the network that it belongs to, `addressPrefixes`' first and last. */
export type Client = { readonly address: string; readonly network: string }

/**
 * Limits concurrent work. Waiting calls are served round-robin by network, and within a network by address, so a single call does not
 * wait behind another client's five hundred, whether those come from one address or from each address of a /48. Internal calls (no
 * client) take part in the rotation and wait without limit.
 * @throws UNAVAILABLE when too many calls wait, or the wait is too long
 */
export type Semaphore = <T>(work: () => Promise<T>, client?: Client) => Promise<T>

interface Waiting {
  start(): void
  refuse(): void
}

/** Waiting calls of a network by address, in the order in which they are served. */
type Network = Map<string, Waiting[]>

const INTERNAL: Client = { address: '', network: '' }
const RETRY_SECONDS = 2
/** How many times the limit of one address a network has. */
const NETWORK_SHARE = 4

export function createSemaphore({ concurrency, maxWaiting, maxWaitingPerClient, waitMs }: SemaphoreLimits): Semaphore {
  let running = 0
  let waitingClientCalls = 0
  /** The first network is served next. */
  const networks = new Map<string, Network>()
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

  /** Refuses a client over its limit. If the queue is full, drops the last call of the network with the most. */
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
    // Reinserting moves the network to the end of the rotation.
    networks.delete(name)
    if (network.size > 0) networks.set(name, network)
    next?.start()
    return next !== undefined
  }
}

/** Takes the call of a network that is served next, and moves its address to the end of the rotation. */
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
