/** SPEC 9, double-back exit: the second Back leaves when it comes within this time. */
export const AGAIN_MS = 2000

/** What a Back past the first page does in the app: it warns, and leaves when the warning is fresh. Times in milliseconds. */
export function onBack(warnedAt: number | undefined, now: number): 'warn' | 'leave' {
  return warnedAt !== undefined && now - warnedAt <= AGAIN_MS ? 'leave' : 'warn'
}
