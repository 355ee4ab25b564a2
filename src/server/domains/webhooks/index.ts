import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { waitingLine } from '#server/kit/health.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { Log } from '#server/kit/log.ts'
import { inJob } from '#server/kit/request-context.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Acknowledgement, WebhookEndpoint, WebhookRequest } from './ports.ts'
import {
  countOpen,
  eraseOldBodies,
  findBacklog,
  insertEvent,
  type LeasedEvent,
  leaseDue,
  markAttemptFailed,
  markProcessed,
  WEBHOOK_CHANNEL,
} from './webhooks.repo.ts'
import { afterFailure, LEASE_SECONDS, PROCESS_MS } from './webhooks.rules.ts'

/**
 * Webhooks: callbacks that providers send to `/hooks/{provider}`. Verifies, stores, acknowledges, then processes each event once.
 * Owns the table webhook_event. Does not interpret events: the domain that registers the provider's handler does.
 */
export { countOpen, listEvents, requeueEvent, requeueFailed } from './webhooks.repo.ts'
export type { Acknowledgement, Verification, WebhookEndpoint, WebhookProvider, WebhookRequest } from './ports.ts'

const BATCH = 20
const RETRY_EVERY_MS = 5_000
/** A notice that waits for this long is looked at. */
const LATE_HOURS = 0.25

export type WebhooksDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  masterKey: Buffer
  endpoints: readonly WebhookEndpoint[]
  processMs?: number
}

export type Webhooks = ReturnType<typeof createWebhooks>

const FORGED: Acknowledgement = { status: 403 }
const UNAVAILABLE: Acknowledgement = { status: 503 }

export function createWebhooks({ db, clock, log, masterKey, endpoints, processMs = PROCESS_MS }: WebhooksDeps) {
  const key = deriveKey(masterKey, 'webhook bodies')
  const byName = Map.groupBy(endpoints, ({ provider }) => provider.name)
  const openEvents = () => countOpen(db)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'webhooks', everyMs: RETRY_EVERY_MS, wakeOn: WEBHOOK_CHANNEL, run: processDue }],
    health: async () => [waitingLine('webhooks', await findBacklog(db), { now: clock.now(), hours: LATE_HOURS })],
    gauges: [
      {
        name: 'harbour_webhook_events',
        help: 'Webhook events that wait or have failed, by provider and state.',
        labels: ['provider', 'state'],
        read: async () => (await openEvents()).map(({ count, ...labels }) => ({ value: count, labels })),
      },
    ],
  }
  return { receive, processDue, openEvents, domainModule }

  /**
   * Acknowledged only after the row is committed: a crash before that makes the provider send it again.
   * @returns undefined for a provider that is not registered
   */
  async function receive(name: string, request: WebhookRequest): Promise<Acknowledgement | undefined> {
    const provider = byName.get(name)?.[0]?.provider
    if (!provider) return undefined
    const verification = await provider.verify(request, Temporal.Now.instant())
    if (verification.outcome === 'forged') {
      log.warn({ provider: name }, 'webhook rejected: wrong signature')
      return FORGED
    }
    if (verification.outcome === 'unavailable') {
      log.warn({ provider: name }, 'webhook not verified: its key or certificate is missing')
      return UNAVAILABLE
    }
    if (verification.outcome === 'unsigned')
      for (const { processUnsigned } of byName.get(name) ?? []) await processUnsigned?.(request.body)
    if (verification.outcome === 'verified') {
      const eventId = newId()
      const body = sealBytes(request.body, { key, rowId: eventId })
      await insertEvent(db, { eventId, provider: name, dedupKey: verification.dedupKey, body, at: clock.now() })
    }
    return provider.acknowledgement
  }

  /** Several nodes may run it concurrently. @returns how many were processed */
  async function processDue(): Promise<number> {
    let processed = 0
    const providers = [...byName.keys()]
    await eraseOldBodies(db, clock.now())
    for (;;) {
      const now = clock.now()
      const until = now.add({ seconds: LEASE_SECONDS })
      const events = await leaseDue(db, { providers, now, until, limit: BATCH })
      if (events.length === 0) return processed
      for (const event of events) {
        if (Temporal.Instant.compare(clock.now(), until) >= 0) break
        if (await inJob(event.request_id, 'process webhook', () => attempt(event))) processed += 1
      }
    }
  }

  async function attempt(event: LeasedEvent): Promise<boolean> {
    const { event_id: eventId, provider, attempts } = event
    try {
      const body = openBytes(event.body ?? Buffer.alloc(0), { key, rowId: eventId })
      for (const endpoint of byName.get(provider) ?? [])
        await within(processMs, (signal) => endpoint.process({ body, receivedAt: event.received_at, signal }))
      await markProcessed(db, { eventId, attempts, at: clock.now() })
      return true
    } catch (error) {
      const next = afterFailure(attempts, clock.now())
      const dueAt = next.state === 'waiting' ? next.dueAt : clock.now()
      await markAttemptFailed(db, { eventId, attempts, state: next.state, dueAt, problem: problemOf(error) })
      const level = next.state === 'failed' ? 'error' : 'warn'
      log[level]({ err: error, eventId, provider, attempts }, 'webhook event not processed')
      return false
    }
  }
}

/** The message may quote the body, which holds personal data. */
const problemOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** @throws TimeoutError also when the work ignores the signal */
async function within(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<unknown> | undefined,
): Promise<void> {
  const signal = AbortSignal.timeout(milliseconds)
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const expire = () => reject(signal.reason)
  signal.addEventListener('abort', expire)
  try {
    await Promise.race([work(signal), expired])
  } finally {
    signal.removeEventListener('abort', expire)
  }
}
