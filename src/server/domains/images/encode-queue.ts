import { AppError } from '#contract/errors.ts'
import { createFairQueue, createHolds, type Share } from '#server/kit/fairness.ts'

export interface EncodeLimits {
  /** Of all clients, and of one. */
  readonly maxWaiting: number
  readonly maxWaitingPerClient: number
  readonly waitMs: number
}

export type Client = readonly Share[]

const RETRY_SECONDS = 2

/** Runs encodes one at a time, in turns by client. Calls without a client are internal and wait without limit. */
export function createEncodeQueue({ maxWaitingPerClient, ...limits }: EncodeLimits) {
  const queue = createFairQueue({ ...limits, full: busy })
  const waiting = createHolds()
  return { run }

  /** @throws UNAVAILABLE when too many calls wait, of this client or of all, or the wait is too long */
  async function run<T>(work: () => Promise<T>, client?: Client): Promise<T> {
    if (!client) return queue.run(work, { clients: ['internal'], isPatient: true })
    if (waiting.heldBy(client) >= maxWaitingPerClient) throw busy()
    const stopWaiting = waiting.take(client)
    const start = () => {
      stopWaiting()
      return work()
    }
    return queue.run(start, { clients: client.map(({ key }) => key) }).finally(stopWaiting)
  }
}

const busy = () => new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
