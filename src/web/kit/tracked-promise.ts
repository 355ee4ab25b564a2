/** A promise with the status fields that React's `use` reads to avoid suspending. */
export interface Tracked<T> extends Promise<T> {
  status: 'pending' | 'fulfilled' | 'rejected'
  value?: T
  reason?: unknown
}

/** Sets the status fields when the promise settles. */
export function track<T>(promise: Promise<T>): Tracked<T> {
  const tracked: Tracked<T> = Object.assign(promise, { status: 'pending' as const })
  // Returning the promise would make a second one that rejects, unhandled.
  promise.then(
    (value) => void Object.assign(tracked, { status: 'fulfilled', value }),
    (reason: unknown) => void Object.assign(tracked, { status: 'rejected', reason }),
  )
  return tracked
}
