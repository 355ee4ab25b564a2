import { AppError } from '#contract/errors.ts'

/** Seconds after which a busy house may have room again. */
const BUSY_SECONDS = 2

/** Work that is done one at a time in a process. */
export interface SerialQueue {
  /** Waits for its turn. @throws TOO_MANY_TRIES when too many wait */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** One at a time, in the order of coming; a bounded number may wait. */
export function createSerialQueue(waitingMax: number): SerialQueue {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      if (waiting > waitingMax) return Promise.reject(new AppError('TOO_MANY_TRIES', { retryAfter: BUSY_SECONDS }))
      waiting += 1
      const turn = last.then(work).finally(() => {
        waiting -= 1
      })
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
