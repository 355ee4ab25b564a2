import type { ServerResponse } from 'node:http'
import { AppError } from '#contract/errors.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { type BucketKey, networkKeys } from '#server/kit/token-buckets.ts'

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
type SlotState = { networks: readonly BucketKey[]; lastProgressMs: number; response?: ServerResponse }

/** Creates the slots of a process. */
export function createSendQueue({ concurrency, stalledMs, slowMs, fairShare }: SendQueueLimits = LIMITS): SendQueue {
  /** Slots by last progress, the least recent first. */
  const slots = new Map<SendSlot, SlotState>()
  const heldBy = new Map<string, number>()
  return { acquire }

  function acquire(address: string): SendSlot {
    const networks = networkKeys(addressPrefixes(address))
    if (slots.size >= concurrency) endOneFor(networks)
    const slot: SendSlot = {
      onProgress() {
        const state = slots.get(slot)
        if (!state) return
        slots.delete(slot)
        slots.set(slot, { ...state, lastProgressMs: performance.now() })
      },
      start(response) {
        slots.set(slot, { networks, lastProgressMs: performance.now(), response })
        response.setTimeout(stalledMs, () => response.destroy())
      },
      leave: () => remove(slot),
    }
    slots.set(slot, { networks, lastProgressMs: performance.now() })
    for (const { key } of networks) heldBy.set(key, (heldBy.get(key) ?? 0) + 1)
    return slot
  }

  function remove(slot: SendSlot): void {
    const state = slots.get(slot)
    if (!state || !slots.delete(slot)) return
    for (const { key } of state.networks) {
      const left = (heldBy.get(key) ?? 1) - 1
      if (left > 0) heldBy.set(key, left)
      else heldBy.delete(key)
    }
  }

  /** The slots that a client holds, as the network that has most for its size. */
  function heldIn(networks: readonly BucketKey[]): number {
    return Math.max(...networks.map(({ key, factor = 1 }) => (heldBy.get(key) ?? 0) / factor))
  }

  /** Disconnects one reader in favour of a client. Runs only when every slot is taken. */
  function endOneFor(client: readonly BucketKey[]): void {
    const own = heldIn(client)
    const now = performance.now()
    let ended: { slot: SendSlot; response: ServerResponse; held: number } | undefined
    for (const [slot, { networks, lastProgressMs, response }] of slots) {
      const held = heldIn(networks)
      const isSlow = now - lastProgressMs >= slowMs
      const isGreedy = held > fairShare && held > own + 1
      // Of the readers of one client the first is the slowest. A client with a fair share keeps its active readers.
      if (response && (isSlow || isGreedy) && held > (ended?.held ?? 0)) ended = { slot, response, held }
    }
    if (!ended) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
    remove(ended.slot)
    ended.response.destroy()
  }
}
