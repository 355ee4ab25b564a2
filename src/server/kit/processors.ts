import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export function allButFirst(list: string): string | undefined {
  const [head = '', ...others] = list.trim().split(',')
  const [first, last] = head.split('-').map(Number)
  if (first === undefined || head === '' || !Number.isInteger(first)) return undefined
  const rest = last !== undefined && last > first ? [first + 1 === last ? `${last}` : `${first + 1}-${last}`] : []
  return [...rest, ...others].join(',') || undefined
}

/** Linux only. */
const initialProcessors = (() => {
  try {
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  } catch {
    return undefined
  }
})()

let hasLeft = false

/**
 * Moves this process and its future children off the first processor, which stays free for requests: on a busy one even the
 * lowest priority delays a request by milliseconds. No effect without taskset (util-linux) or permission.
 */
export function leaveFirstProcessor(): void {
  const others = initialProcessors === undefined ? undefined : allButFirst(initialProcessors)
  if (!others || hasLeft) return
  try {
    execFileSync('taskset', ['-a', '-p', '-c', others, `${process.pid}`], { stdio: 'ignore' })
    hasLeft = true
  } catch {
    // Without taskset all processors are shared, at lower priority.
  }
}

export const everyProcessor = (): string | undefined => (hasLeft ? initialProcessors : undefined)
