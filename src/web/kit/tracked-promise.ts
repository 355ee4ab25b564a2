/** A promise that says how it stands, in the words by which React's `use` reads it without suspending. */
export interface Tracked<T> extends Promise<T> {
  status: 'pending' | 'fulfilled' | 'rejected'
  value?: T
  reason?: unknown
}

/** Marks a promise as it settles. */
export function track<T>(promise: Promise<T>): Tracked<T> {
  const tracked: Tracked<T> = Object.assign(promise, { status: 'pending' as const })
  promise.then(
    (value) => Object.assign(tracked, { status: 'fulfilled', value }),
    (reason: unknown) => Object.assign(tracked, { status: 'rejected', reason }),
  )
  return tracked
}
