import type { Log } from './log.ts'

export interface TickerOptions {
  /** What is looked for, for the log. */
  readonly name: string
  /** Real milliseconds between two looks; what is due is decided by the injected clock. */
  readonly everyMs: number
  readonly log: Log
}

export interface Ticker {
  /** Looks now, or once more after the look that is under way. */
  wake(): void
  /** Waits for the look that is under way. */
  stop(): Promise<void>
}

/** Looks for due work again and again, never twice at once; a look that fails is logged and the next one comes. */
export function startTicker(look: () => Promise<unknown>, { name, everyMs, log }: TickerOptions): Ticker {
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const wake = () => {
    if (isStopped) return
    isWanted = true
    running ??= run().finally(() => {
      running = undefined
    })
  }

  const run = async () => {
    while (isWanted) {
      isWanted = false
      await look().catch((error: unknown) => log.error({ err: error, name }, 'polling for due work failed'))
    }
  }

  const timer = setInterval(wake, everyMs)
  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      isWanted = false
      clearInterval(timer)
      await running
    },
  }
}
