import type { ServerResponse } from 'node:http'
import { AppError } from '#contract/errors.ts'
import { createHolds, networkShares, type Share } from '#server/kit/fairness.ts'

export interface SendQueueLimits {
  /** Maximum bodies sent concurrently. Each holds a buffer, a file and a connection. */
  readonly concurrency: number
  /** A reader that accepts no byte for this long is disconnected. */
  readonly stalledMs: number
  /** If all slots are taken, a reader without progress for this long can be disconnected. */
  readonly slowMs: number
  /**
   * If all slots are taken, a client that holds more than this many can lose one to a client that holds fewer, whatever
   * its progress. An IPv4 address or /64 is a client; a /56 is one with twice, a /48 one with four times the share.
   */
  readonly fairShare: number
}

/**
 * 300 slots use at most 150 MB of buffers. One chunk in ten seconds is 0.4 Mb/s, below the slowest rung. A player loads
 * two or three files at a time, so 12 serve several players behind one address.
 */
const LIMITS: SendQueueLimits = { concurrency: 300, stalledMs: 30_000, slowMs: 10_000, fairShare: 12 }
const RETRY_SECONDS = 2

/** The client disconnected, or was disconnected, before the end. No action needed. */
export class ClientDisconnected extends Error {}

/** A slot for sending one response body. */
export interface SendSlot {
  /** Records that the reader accepted a chunk. */
  onProgress(): void
  /** Starts the stall timeout. */
  start(response: ServerResponse): void
  leave(): void
}

/** Slots for response bodies. */
export interface SendQueue {
  /**
   * Acquires a slot for the client at an address. If all are taken, one is taken from the client that holds the most:
   * from its reader without progress for longest.
   * @throws UNAVAILABLE
   */
  acquire(address: string): SendSlot
}

/** `networks` are those that the reader's address counts for. */
type SlotState = {
  networks: readonly Share[]
  lastProgressMs: number
  free: () => void
  response?: ServerResponse
}

export function createSendQueue({ concurrency, stalledMs, slowMs, fairShare }: SendQueueLimits = LIMITS): SendQueue {
  /** Slots by last progress, the least recent first. */
  const slots = new Map<SendSlot, SlotState>()
  const held = createHolds()
  return { acquire }

  function acquire(address: string): SendSlot {
    const networks = networkShares(address)
    if (slots.size >= concurrency) endOneFor(networks)
    const free = held.take(networks)
    const slot: SendSlot = {
      onProgress() {
        const state = slots.get(slot)
        if (!state) return
        slots.delete(slot)
        slots.set(slot, { ...state, lastProgressMs: performance.now() })
      },
      start(response) {
        slots.set(slot, { networks, free, lastProgressMs: performance.now(), response })
        response.setTimeout(stalledMs, () => response.destroy())
      },
      leave: () => remove(slot),
    }
    slots.set(slot, { networks, free, lastProgressMs: performance.now() })
    return slot
  }

  function remove(slot: SendSlot): void {
    const state = slots.get(slot)
    slots.delete(slot)
    state?.free()
  }

  /** Disconnects one reader in favour of a client. Runs only when every slot is taken. */
  function endOneFor(client: readonly Share[]): void {
    const own = held.heldBy(client)
    const now = performance.now()
    let ended: { slot: SendSlot; response: ServerResponse; held: number } | undefined
    for (const [slot, { networks, lastProgressMs, response }] of slots) {
      const ofReader = held.heldBy(networks)
      const isSlow = now - lastProgressMs >= slowMs
      const isGreedy = ofReader > fairShare && ofReader > own + 1
      // Of the readers of one client the first is the slowest. A client with a fair share keeps its active readers.
      if (response && (isSlow || isGreedy) && ofReader > (ended?.held ?? 0)) ended = { slot, response, held: ofReader }
    }
    if (!ended) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
    remove(ended.slot)
    ended.response.destroy()
  }
}
