import type { Messages } from '#server/domains/messages/index.ts'
import type { Listener } from '#server/kit/listen.ts'
import type { Log } from '#server/kit/log.ts'
import { startTicker } from '#server/kit/ticker.ts'

/** What was put off is found within this time. */
const EVERY_MS = 1_000

export interface OutboxWorker {
  messages: Messages
  /** Hears OUTBOX_CHANNEL: a new message leaves at once. */
  outbox: Listener
  log: Log
}

/** Sends what waits in the outbox (worker role). @returns how to stop */
export function workOutbox({ messages, outbox, log }: OutboxWorker): () => Promise<void> {
  const ticker = startTicker(() => messages.sendDue(), { name: 'outbox', everyMs: EVERY_MS, log })
  const deafen = outbox.on(() => ticker.wake())
  return async () => {
    deafen()
    await ticker.stop()
  }
}
