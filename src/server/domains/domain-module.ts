import type { Language } from '#contract/languages.ts'
import type { ContentPart } from '#server/kit/content-part.ts'
import type { Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { Log } from '#server/kit/log.ts'
import type { Payload, Queue } from '#server/kit/queue.ts'
import type { WebhookEndpoint } from './webhooks/ports.ts'

export type { WebhookEndpoint } from './webhooks/ports.ts'

/**
 * What a domain contributes to the service besides its calls: the `domainModule` that its `createX` returns. `app.ts` collects them,
 * and knows none by name. Calls are bound in `wire/{action,v2}/<noun>.ts`, where HTTP and domain may both be seen. Types only.
 */
export interface DomainModule {
  readonly scheduledTasks?: readonly ScheduledTask[]
  readonly jobs?: readonly Job[]
  readonly personalData?: PersonalData
  readonly gauges?: readonly Gauge[]
  readonly webhooks?: readonly WebhookEndpoint[]
  readonly caches?: readonly CatalogueCache[]
  /** Its records in `npm run content -- import`. */
  readonly content?: ContentPart
}

/** What a web role keeps in memory that depends on the catalogue or on the time. It is cleared when either changes at once. */
export interface CatalogueCache {
  clear(): void
}

/** What the worker role hands to work. */
export interface Worker {
  readonly queue: Pick<Queue, 'add'>
  readonly log: Log
}

/**
 * Work that a worker looks for in the domain's own tables: at its start, at intervals, and when a channel tells of some. What is due
 * is decided by the injected clock, never by the interval. Any number of workers may run it at once.
 */
export interface ScheduledTask {
  /** For the log. */
  readonly name: string
  /** Real milliseconds between two runs. */
  readonly everyMs: number
  /** A PostgreSQL channel whose notifications start a run at once. */
  readonly wakeOn?: string | undefined
  run(worker: Worker): Promise<unknown>
}

/** A queue, and what works it: one job at a time in each worker. */
export interface Job {
  readonly queue: string
  /** Idempotent: after a crash a job comes again. The signal is aborted when the worker stops. */
  work(payload: Payload, worker: Worker & { readonly signal: AbortSignal }): Promise<void>
}

/** The person whose data is exported or erased. */
export interface Person {
  readonly accountId: string
  readonly number: string
  readonly email: string
}

/** The data that a domain keeps about people. */
export interface PersonalData {
  /** The name of its file in an export: `profiles`. */
  readonly name: string
  /** Text that depends on a language is in that of the reader. */
  collect(person: Person, language: Language): Promise<unknown>
  /**
   * Ends what the person still has with third parties, before the erasure.
   * @returns false while that is under way: the erasure comes later
   */
  prepareErasure?(person: Person): Promise<boolean>
  /** Erases it; joins the transaction that ends the account. */
  erase(tx: Db, person: Person): Promise<void>
}
