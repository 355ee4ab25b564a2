import { setTimeout as wait } from 'node:timers/promises'

/** A random moment of the next `mostMs`: when a process is killed is what the test varies, so nothing can be waited for. */
export const randomMoment = (random: () => number, mostMs: number): Promise<void> => wait(random() * mostMs)
