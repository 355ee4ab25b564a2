import type { ServerResponse } from 'node:http'
import { AppError } from '#contract/errors.ts'
import { createClientHolds, networkShares, type Share } from '#server/kit/fairness.ts'

export interface SendQueueLimits {
  /** Each body holds a buffer, a file and a connection. */
  readonly concurrency: number
  /** Without progress for this long a reader is disconnected. */
  readonly stalledMs: number
  /** So it can be if all slots are taken. */
  readonly slowMs: number
  /**
   * If all slots are taken, a client with more can lose one to a client with fewer. A client is an IPv4 address or /64; a /56 has twice,
   * a /48 four times the share.
   */
  readonly fairShare: number
}

/**
 * At most 150 MB of buffers. One chunk in ten seconds is 0.4 Mb/s, below the slowest rung. A player loads two or three files at a time,
 * so 12 serve several players behind one address.
 */
const LIMITS: SendQueueLimits = { concurrency: 300, stalledMs: 30_000, slowMs: 10_000, fairShare: 12 }
const RETRY_SECONDS = 2

export class ClientDisconnected extends Error {}

export interface SendSlot {
  onProgress(): void
  start(response: ServerResponse): void
  leave(): void
}

type SlotState = {
  networks: readonly Share[]
  lastProgressMs: number
  free: () => void
  response?: ServerResponse
}

export class SendQueue {
  readonly #limits: SendQueueLimits
  /** By last progress, the least recent first. */
  readonly #slots = new Map<SendSlot, SlotState>()
  readonly #held = createClientHolds()

  constructor(limits: SendQueueLimits = LIMITS) {
    this.#limits = limits
  }

  /**
   * If all slots are taken, the client with the most loses its slowest reader.
   * @throws UNAVAILABLE
   */
  acquire(address: string): SendSlot {
    const networks = networkShares(address)
    if (this.#slots.size >= this.#limits.concurrency) this.#endOneFor(networks)
    const free = this.#held.take(networks)
    const slot: SendSlot = {
      onProgress: () => {
        const state = this.#slots.get(slot)
        if (!state) return
        this.#slots.delete(slot)
        this.#slots.set(slot, { ...state, lastProgressMs: performance.now() })
      },
      start: (response) => {
        this.#slots.set(slot, { networks, free, lastProgressMs: performance.now(), response })
        response.setTimeout(this.#limits.stalledMs, () => response.destroy())
      },
      leave: () => this.#remove(slot),
    }
    this.#slots.set(slot, { networks, free, lastProgressMs: performance.now() })
    return slot
  }

  #remove(slot: SendSlot): void {
    const state = this.#slots.get(slot)
    this.#slots.delete(slot)
    state?.free()
  }

  /** Disconnects one reader. Runs only when every slot is taken. */
  #endOneFor(client: readonly Share[]): void {
    const { slowMs, fairShare } = this.#limits
    const own = this.#held.heldBy(client)
    const now = performance.now()
    let ended: { slot: SendSlot; response: ServerResponse; held: number } | undefined
    for (const [slot, { networks, lastProgressMs, response }] of this.#slots) {
      const held = this.#held.heldBy(networks)
      const isSlow = now - lastProgressMs >= slowMs
      const isGreedy = held > fairShare && held > own + 1
      // The first of a client's readers is the slowest. A client with a fair share keeps its active readers.
      if (response && (isSlow || isGreedy) && held > (ended?.held ?? 0)) ended = { slot, response, held }
    }
    if (!ended) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
    this.#remove(ended.slot)
    ended.response.destroy()
  }
}
