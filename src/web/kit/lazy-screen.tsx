import { type ComponentType, use } from 'react'
import { loadChunk } from './chunk.ts'
import { track, type Tracked } from './tracked-promise.ts'

export interface LazyScreen<P> {
  Screen: ComponentType<P>
  /** Starts loading without rendering: on hover, during the route transition. */
  preload: () => void
}

/** A screen that says when it is loaded. */
export interface LoadableScreen<P> extends LazyScreen<P> {
  /** Loads it without rendering. @returns false when it could not be loaded */
  whenLoaded: () => Promise<boolean>
}

/** A screen in its own chunk. Suspends while loading; a failed load is retried the next time it is rendered. */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>): LoadableScreen<P> {
  let loading: Tracked<ComponentType<P>> | undefined
  const start = () => {
    if (!loading || loading.status === 'rejected') loading = track(loadChunk(load))
    return loading
  }
  function Screen(props: P) {
    const loaded: Promise<ComponentType<P>> = start()
    const Loaded = use(loaded)
    return <Loaded {...props} />
  }
  const whenLoaded = () =>
    start().then(
      () => true,
      () => false,
    )
  return { Screen, whenLoaded, preload: () => void whenLoaded() }
}
