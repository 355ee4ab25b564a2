import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A Linux processor list (`0-3,8`) without its first processor; undefined if there is no other. */
export function allButFirst(list: string): string | undefined {
  const [head = '', ...others] = list.trim().split(',')
  const [first, last] = head.split('-').map(Number)
  if (first === undefined || head === '' || !Number.isInteger(first)) return undefined
  const rest = last !== undefined && last > first ? [first + 1 === last ? `${last}` : `${first + 1}-${last}`] : []
  return [...rest, ...others].join(',') || undefined
}

/** The processors available to this process at start. Linux only. */
const initialProcessors = (() => {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  } catch {
    return undefined
  }
})()

let hasLeft = false

/**
 * Moves this process and its future children off the first processor, which stays free for requests. On a busy
 * processor even the lowest priority delays a request by milliseconds, several times its duration.
 * No effect without taskset (util-linux) or permission.
 */
export function leaveFirstProcessor(): void {
  const others = initialProcessors === undefined ? undefined : allButFirst(initialProcessors)
  if (!others || hasLeft) return
  try {
    execFileSync('taskset', ['-a', '-p', '-c', others, `${process.pid}`], { stdio: 'ignore' })
    hasLeft = true
  } catch {
    // All processors are then shared, at lower priority.
  }
}

/** All processors, for urgent work in a process that has left the first; undefined if all are available anyway. */
export const everyProcessor = (): string | undefined => (hasLeft ? initialProcessors : undefined)
