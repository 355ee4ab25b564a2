import { setTimeout as wait } from 'node:timers/promises'
import { isDiskFull } from './disk-full.ts'
import type { Log } from './log.ts'

/** Long enough not to fill what is left with complaints, short enough that nobody waits once there is room. */
const PAUSE_MS = 30_000

export interface Pausing {
  signal: AbortSignal
  log: Log
  pauseMs?: number
}

/** Waits for room, unless the signal ends the wait. */
export const pauseForRoom = (signal: AbortSignal, pauseMs = PAUSE_MS): Promise<void> =>
  wait(pauseMs, undefined, { signal }).catch(() => undefined)

/** Does the work; on a full disk it says so once, waits, and does it again until it is done or the signal ends it. */
export async function pausingWhenFull({ signal, log, pauseMs }: Pausing, work: () => Promise<void>): Promise<void> {
  let isSaid = false
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      if (!isSaid) log.error({ err: error }, 'work paused: disk full')
      isSaid = true
      await pauseForRoom(signal, pauseMs)
    }
  }
}
