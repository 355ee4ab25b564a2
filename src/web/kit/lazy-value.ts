import { use } from 'react'
import { ChunkError, loadChunk } from './chunk.ts'

export interface LazyValue<T> {
  /** A hook: suspends while it is loading. @throws ChunkError when it could not be loaded */
  use: () => T
  load: () => Promise<T>
}

/** A failed load is dropped only once an error boundary has caught it: React renders a second time before, and would load without end. */
export function lazyValue<T>(load: () => Promise<T>): LazyValue<T> {
  let loading: Tracked<T> | undefined
  let isRendered = false
  const start = (): Tracked<T> => {
    if (loading) return loading
    const started = track(loadChunk(load))
    loading = started
    isRendered = false
    const forget = () => {
      if (loading === started) loading = undefined
    }
    started.catch((error: unknown) => {
      if (isRendered && error instanceof ChunkError) error.onCaught = forget
      else forget()
    })
    return started
  }
  const useValue = () => {
    const promise: Promise<T> = start()
    isRendered = true
    return use(promise)
  }
  return { use: useValue, load: start }
}

/** A promise with the status fields that React's `use` reads to avoid suspending. */
interface Tracked<T> extends Promise<T> {
  status: 'pending' | 'fulfilled' | 'rejected'
  value?: T
  reason?: unknown
}

function track<T>(promise: Promise<T>): Tracked<T> {
  const tracked: Tracked<T> = Object.assign(promise, { status: 'pending' as const })
  // Returning the promise would make a second one that rejects, unhandled.
  promise.then(
    (value) => void Object.assign(tracked, { status: 'fulfilled', value }),
    (reason: unknown) => void Object.assign(tracked, { status: 'rejected', reason }),
  )
  return tracked
}
