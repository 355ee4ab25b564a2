import type { Language } from '#contract/languages.ts'
import type { ContentPart } from '#server/kit/content-part.ts'
import type { Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { HealthLine } from '#server/kit/health.ts'
import type { Log } from '#server/kit/log.ts'
import type { Payload, Queue } from '#server/kit/queue.ts'
import type { WebhookEndpoint } from './webhooks/ports.ts'

export type { WebhookEndpoint } from './webhooks/ports.ts'

/** What a domain contributes besides its calls. `app.ts` collects the modules and knows none by name. */
export interface DomainModule {
  readonly scheduledTasks?: readonly ScheduledTask[]
  readonly jobs?: readonly Job[]
  readonly personalData?: PersonalData
  readonly gauges?: readonly Gauge[]
  readonly webhooks?: readonly WebhookEndpoint[]
  readonly caches?: readonly CatalogueCache[]
  readonly content?: ContentPart
  /** Its lines of the console's health. */
  readonly health?: () => Promise<readonly HealthLine[]>
}

export interface CatalogueCache {
  clear(): void
}

export interface Worker {
  readonly queue: Pick<Queue, 'add'>
  readonly log: Log
}

/** Work that the injected clock makes due, looked for at start, at intervals and on a notification. Several workers may run it concurrently. */
export interface ScheduledTask {
  readonly name: string
  readonly everyMs: number
  readonly wakeOn?: string | undefined
  /** Work of encoders, which may run on machines of their own. The worker's by default. */
  readonly role?: 'encoder'
  run(worker: Worker): Promise<unknown>
}

export interface Job {
  readonly queue: string
  readonly role?: 'encoder'
  /** Idempotent: a job is repeated after a crash. */
  work(payload: Payload, worker: Worker & { readonly signal: AbortSignal }): Promise<void>
}

export interface Person {
  readonly accountId: string
  readonly number: string
  readonly email: string
}

export interface PersonalData {
  readonly name: string
  collect(person: Person, language: Language): Promise<unknown>
  /** Ends contracts with providers. @returns false while that is pending: the erasure is tried again later */
  prepareErasure?(person: Person): Promise<boolean>
  erase(tx: Db, person: Person): Promise<void>
}
