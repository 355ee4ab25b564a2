import type { Log } from './log.ts'

export interface TickerOptions {
  readonly name: string
  /** Real milliseconds. What is due depends on the injected clock. */
  readonly everyMs: number
  readonly log: Log
}

export interface Ticker {
  wake(): void
  stop(): Promise<void>
}

/** Never concurrently. A failed run is logged and does not stop the next. */
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
      await work().catch((error: unknown) => log.error({ err: error, name }, 'scheduled task failed'))
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
