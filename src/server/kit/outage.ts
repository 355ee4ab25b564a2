import { DATABASE_RETRY_SECONDS, isDatabaseDown } from './database-down.ts'
import type { Log } from './log.ts'
import { STORE_RETRY_SECONDS, StoreDown } from './store-down.ts'

export interface Outage {
  readonly part: 'database' | 'store'
  readonly retryAfter: number
}

/** An error of what the service depends on, after which the same request may succeed later; undefined for a fault of its own. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof StoreDown) return { part: 'store', retryAfter: STORE_RETRY_SECONDS }
  return isDatabaseDown(error) ? { part: 'database', retryAfter: DATABASE_RETRY_SECONDS } : undefined
}

const EVERY_MS = 1_000

interface Counted {
  count: number
  last: unknown
}

interface Failure {
  readonly message: string
  readonly reqId?: string
  readonly screeningId?: string
  readonly call?: string
}

const countedOf = new WeakMap<Log, Map<string, Counted>>()

/** Each fault, but of an outage one line a second for each cause, with the number of failures since the last line. */
export function logFailure(log: Log, error: unknown, { message, ...facts }: Failure): void {
  const outage = outageOf(error)
  if (outage === undefined) return log.error({ err: error, ...facts }, message)
  const causes = countedOf.get(log) ?? new Map<string, Counted>()
  countedOf.set(log, causes)
  const { code, message: text } = error as NodeJS.ErrnoException
  const cause = `${outage.part} ${code ?? text}`
  const counted = causes.get(cause)
  if (counted) {
    counted.count += 1
    counted.last = error
    return
  }
  log.error({ err: error, ...facts, cause, count: 1 }, message)
  countOn(log, causes, cause)
}

function countOn(log: Log, causes: Map<string, Counted>, cause: string): void {
  const counted: Counted = { count: 0, last: undefined }
  causes.set(cause, counted)
  setTimeout(() => {
    causes.delete(cause)
    if (counted.count === 0) return
    log.error({ err: counted.last, cause, count: counted.count }, 'more requests failed')
    countOn(log, causes, cause)
  }, EVERY_MS).unref()
}
