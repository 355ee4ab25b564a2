import type { ServerResponse } from 'node:http'
import { AppError } from '#contract/errors.ts'

export interface SendQueueLimits {
  /** Maximum bodies sent concurrently. Each holds a buffer, a file and a connection. */
  readonly concurrency: number
  /** A reader that accepts no byte for this long is disconnected. */
  readonly stalledMs: number
  /** If all slots are taken, a reader without progress for this long can be disconnected. */
  readonly slowMs: number
}

/** 300 slots use at most 150 MB of buffers. One chunk in ten seconds is 0.4 Mb/s, below the slowest rung. */
const LIMITS: SendQueueLimits = { concurrency: 300, stalledMs: 30_000, slowMs: 10_000 }
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
   * Acquires a slot, if necessary from a reader without progress.
   * @throws UNAVAILABLE
   */
  acquire(): SendSlot
}

/** Creates the slots of a process. */
export function createSendQueue({ concurrency, stalledMs, slowMs }: SendQueueLimits = LIMITS): SendQueue {
  /** Slots by last progress, the least recent first. */
  const slots = new Map<SendSlot, { lastProgressMs: number; response?: ServerResponse }>()
  return { acquire }

  function acquire(): SendSlot {
    if (slots.size >= concurrency) endSlowest()
    const slot: SendSlot = {
      onProgress() {
        const state = slots.get(slot)
        if (!state) return
        slots.delete(slot)
        slots.set(slot, { ...state, lastProgressMs: performance.now() })
      },
      start(response) {
        slots.set(slot, { lastProgressMs: performance.now(), response })
        response.setTimeout(stalledMs, () => response.destroy())
      },
      leave: () => void slots.delete(slot),
    }
    slots.set(slot, { lastProgressMs: performance.now() })
    return slot
  }

  function endSlowest(): void {
    for (const [slot, { lastProgressMs, response }] of slots) {
      if (performance.now() - lastProgressMs < slowMs) break
      if (!response) continue
      slots.delete(slot)
      response.destroy()
      return
    }
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
  }
}
