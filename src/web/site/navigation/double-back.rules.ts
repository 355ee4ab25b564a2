/** SPEC 9 */
export const AGAIN_MS = 2000

/** Times in milliseconds. */
export function onBack(warnedAt: number | undefined, now: number): 'warn' | 'leave' {
  return warnedAt !== undefined && now - warnedAt <= AGAIN_MS ? 'leave' : 'warn'
}
