import { setTimeout as wait } from 'node:timers/promises'

/** Between the steps of a load, which runs by the clock. */
export const pause = (ms: number): Promise<void> => wait(Math.max(0, ms))
