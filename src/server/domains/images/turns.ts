import { AppError } from '#contract/errors.ts'

/** Lets few work at a time, in order of arrival. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** At most `atOnce` run, at most `waiting` wait; whoever comes after that is refused. @throws UNAVAILABLE */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('UNAVAILABLE', { retryAfter: 2 })
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
