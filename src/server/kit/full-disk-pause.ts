import { setTimeout as wait } from 'node:timers/promises'
import { isDiskFull } from './disk-full.ts'
import type { Log } from './log.ts'

const PAUSE_MS = 30_000

export interface PauseOptions {
  signal: AbortSignal
  log: Log
  pauseMs?: number
}

export const pauseForRoom = (signal: AbortSignal, pauseMs = PAUSE_MS): Promise<void> =>
  wait(pauseMs, undefined, { signal }).catch(() => undefined)

/** On a full disk: logs once, waits and retries until it succeeds or the signal aborts. */
export async function pausingWhenFull(
  { signal, log, pauseMs }: PauseOptions,
  work: () => Promise<void>,
): Promise<void> {
  let isLogged = false
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      if (!isLogged) log.error({ err: error }, 'work paused: disk full')
      isLogged = true
      await pauseForRoom(signal, pauseMs)
    }
  }
}
