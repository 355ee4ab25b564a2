import { setTimeout as wait } from 'node:timers/promises'

/** A random moment of the next `mostMs`: when a process is killed is what the test varies, so nothing can be waited for. */
export const randomMoment = (random: () => number, mostMs: number): Promise<void> => wait(random() * mostMs)

/** What happens meanwhile is what is tried: there is nothing to wait for. */
export const pause = (milliseconds: number): Promise<void> => wait(milliseconds)
