import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The processors of a list as Linux writes it (`0-3,8`), but the first; undefined when there is no other. */
export function allButFirst(list: string): string | undefined {
  const [head = '', ...others] = list.trim().split(',')
  const [first, last] = head.split('-').map(Number)
  if (first === undefined || head === '' || !Number.isInteger(first)) return undefined
  const rest = last !== undefined && last > first ? [first + 1 === last ? `${last}` : `${first + 1}-${last}`] : []
  return [...rest, ...others].join(',') || undefined
}

/** What this process may use, when it started. Linux only. */
const given = (() => {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  } catch {
    return undefined
  }
})()

let hasLeft = false

/**
 * Keeps this process, with whatever it makes from now on, off the first processor, which stays free for pages: on a busy one even the lowest priority lets a
 * page wait for milliseconds, several times what it takes. Where the system has no taskset (util-linux), or does not let us, nothing happens.
 */
export function leaveFirstProcessor(): void {
  const others = given === undefined ? undefined : allButFirst(given)
  if (!others || hasLeft) return
  try {
    execFileSync('taskset', ['-a', '-p', '-c', others, `${process.pid}`], { stdio: 'ignore' })
    hasLeft = true
  } catch {
    // It then shares all of them, at its lower priority.
  }
}

/** All of them, for what somebody waits for in a process that has left the first; undefined where they are at hand anyway. */
export const everyProcessor = (): string | undefined => (hasLeft ? given : undefined)
