import type { Webhooks } from '#server/domains/webhooks/index.ts'
import type { Listener } from '#server/kit/listen.ts'
import type { Log } from '#server/kit/log.ts'
import { startTicker } from '#server/kit/ticker.ts'

/** Repeated attempts are found within this time. */
const EVERY_MS = 5_000

export interface WebhookWorker {
  webhooks: Pick<Webhooks, 'processDue'>
  /** Listens on WEBHOOK_CHANNEL: a new event is processed at once. */
  events: Listener
  log: Log
}

/** Processes stored webhook events (worker role). @returns how to stop */
export function workWebhooks({ webhooks, events, log }: WebhookWorker): () => Promise<void> {
  const ticker = startTicker(() => webhooks.processDue(), { name: 'webhooks', everyMs: EVERY_MS, log })
  const unlisten = events.on(() => ticker.wake())
  return async () => {
    unlisten()
    await ticker.stop()
  }
}
