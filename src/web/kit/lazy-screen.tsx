import { type ComponentType, use } from 'react'
import { loadChunk } from './chunk.ts'
import { track, type Tracked } from './tracked-promise.ts'

export interface LazyScreen<P> {
  Screen: ComponentType<P>
  /** Begins the download (on hover, during the route transition) without showing anything. */
  preload: () => void
}

/** A screen in a chunk of its own. It suspends while it loads; a failed load is tried anew the next time it is shown. */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>): LazyScreen<P> {
  let loading: Tracked<ComponentType<P>> | undefined
  const begin = () => {
    if (!loading || loading.status === 'rejected') loading = track(loadChunk(load))
    return loading
  }
  function Screen(props: P) {
    const loaded: Promise<ComponentType<P>> = begin()
    const Loaded = use(loaded)
    return <Loaded {...props} />
  }
  return { Screen, preload: () => void begin().catch(() => {}) }
}
