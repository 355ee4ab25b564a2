import { AppError } from '#contract/errors.ts'

export interface TurnLimits {
  /** How many work at a time. */
  readonly atOnce: number
  /** How many wait, of all askers together and of one. */
  readonly waiting: number
  readonly each: number
  /** How long anybody waits. */
  readonly waitMs: number
}

/**
 * Lets few work at a time. Who waits is served by turns, one of each asker: whoever asks for one thing does not stand behind
 * another's five hundred. Work of the house (no asker) has its turn too, and waits as long as it takes.
 * @throws UNAVAILABLE when too many wait, or it takes too long
 */
export type Semaphore = <T>(work: () => Promise<T>, asker?: string) => Promise<T>

interface Waiting {
  begin(): void
  refuse(): void
}

const HOUSE = ''
const RETRY_SECONDS = 2

/** Makes the door at which turns are taken. */
export function createSemaphore({ atOnce, waiting, each, waitMs }: TurnLimits): Semaphore {
  let running = 0
  let strangers = 0
  /** Who waits, by asker; the asker whose turn is next stands first. */
  const queues = new Map<string, Waiting[]>()
  return async (work, asker = HOUSE) => {
    if (running >= atOnce) await stand(asker)
    else running += 1
    try {
      return await work()
    } finally {
      // Whoever ends hands its place over, so `running` stays as it is.
      if (!callNext()) running -= 1
    }
  }

  /** Waits for a turn. */
  async function stand(asker: string): Promise<void> {
    if (asker !== HOUSE) admit(queues.get(asker)?.length ?? 0)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own: Waiting = { begin: resolve, refuse: () => reject(busy()) }
    queues.set(asker, [...(queues.get(asker) ?? []), own])
    if (asker === HOUSE) return promise
    strangers += 1
    const timer = setTimeout(() => leave(asker, own), waitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      strangers -= 1
    }
  }

  /** Refuses who asks for too much; when all places are taken, the last of whoever holds most of them goes. */
  function admit(own: number): void {
    if (own >= each) throw busy()
    if (strangers < waiting) return
    const [longest, queue] = [...queues].filter(([asker]) => asker !== HOUSE).toSorted(byLength)[0] ?? []
    const last = queue?.at(-1)
    if (longest === undefined || !queue || !last || queue.length <= own + 1) throw busy()
    leave(longest, last)
  }

  function leave(asker: string, one: Waiting): void {
    const rest = queues.get(asker)?.filter((other) => other !== one) ?? []
    if (rest.length > 0) queues.set(asker, rest)
    else queues.delete(asker)
    one.refuse()
  }

  function callNext(): boolean {
    const [asker, queue] = queues.entries().next().value ?? []
    const [next, ...rest] = queue ?? []
    if (asker === undefined || !next) return false
    // Set anew, it stands last: the others come before its next one.
    queues.delete(asker)
    if (rest.length > 0) queues.set(asker, rest)
    next.begin()
    return true
  }
}

const byLength = ([, a]: [string, Waiting[]], [, b]: [string, Waiting[]]): number => b.length - a.length

const busy = () => new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
