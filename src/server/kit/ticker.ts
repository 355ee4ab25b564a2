import type { Log } from './log.ts'

export interface TickerOptions {
  /** Name of the work, for the log. */
  readonly name: string
  /** Real milliseconds between runs. What is due depends on the injected clock. */
  readonly everyMs: number
  readonly log: Log
}

export interface Ticker {
  /** Runs now, or once more after the current run. */
  wake(): void
  /** Waits for the current run. */
  stop(): Promise<void>
}

/** Runs work periodically, never concurrently. A failed run is logged and does not stop the next. */
export function startTicker(work: () => Promise<unknown>, { name, everyMs, log }: TickerOptions): Ticker {
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
      await work().catch((error: unknown) => log.error({ err: error, name }, 'polling for due work failed'))
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
