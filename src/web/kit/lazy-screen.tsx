import type { ComponentType } from 'react'
import { lazyValue } from './lazy-value.ts'

export interface LazyScreen<P> {
  Screen: ComponentType<P>
  /** Starts loading without rendering: on hover, during the route transition. */
  preload: () => void
}

export interface LoadableScreen<P> extends LazyScreen<P> {
  whenLoaded: () => Promise<boolean>
}

/** Suspends while loading; a failed load is thrown once and retried the next time it is rendered. */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>): LoadableScreen<P> {
  const chunk = lazyValue(load)
  function Screen(props: P) {
    const Loaded = chunk.use()
    return <Loaded {...props} />
  }
  const whenLoaded = () =>
    chunk.load().then(
      () => true,
      () => false,
    )
  return { Screen, whenLoaded, preload: () => void whenLoaded() }
}
