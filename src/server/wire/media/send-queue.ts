import type { ServerResponse } from 'node:http'
import { AppError } from '#contract/errors.ts'

export interface SendQueueLimits {
  /** How many bodies are sent at a time: each holds a buffer, a file and a connection. */
  readonly atOnce: number
  /** A reader that takes no byte for this long is ended. */
  readonly stalledMs: number
  /** When all places are taken, a reader that has not taken its piece for this long gives its place up. */
  readonly slowMs: number
}

/** 300 places are 150 MB of buffers at most. A piece in ten seconds is 0.4 Mb/s, below the slowest rung. */
const LIMITS: SendQueueLimits = { atOnce: 300, stalledMs: 30_000, slowMs: 10_000 }
const RETRY_SECONDS = 2

/** The client left, or was sent away, before the end: nothing is to be done. */
export class ClientDisconnected extends Error {}

/** A place in which one body is sent. */
export interface SendSlot {
  /** Notes that the reader took a piece. */
  moved(): void
  /** Begins: from here on a reader that takes nothing is ended. */
  begin(response: ServerResponse): void
  leave(): void
}

/** The places for bodies. */
export interface SendQueue {
  /** Takes a place, from a reader who hardly reads when there is no other. @throws UNAVAILABLE */
  take(): SendSlot
}

/** Makes the places for the bodies that a process sends. */
export function createSendQueue({ atOnce, stalledMs, slowMs }: SendQueueLimits = LIMITS): SendQueue {
  /** The one that has not moved for longest stands first. */
  const places = new Map<SendSlot, { movedMs: number; response?: ServerResponse }>()
  return { take }

  function take(): SendSlot {
    if (places.size >= atOnce) endSlowest()
    const place: SendSlot = {
      moved() {
        const state = places.get(place)
        if (!state) return
        places.delete(place)
        places.set(place, { ...state, movedMs: performance.now() })
      },
      begin(response) {
        places.set(place, { movedMs: performance.now(), response })
        response.setTimeout(stalledMs, () => response.destroy())
      },
      leave: () => void places.delete(place),
    }
    places.set(place, { movedMs: performance.now() })
    return place
  }

  function endSlowest(): void {
    for (const [place, { movedMs, response }] of places) {
      if (performance.now() - movedMs < slowMs) break
      if (!response) continue
      places.delete(place)
      response.destroy()
      return
    }
    throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
  }
}
