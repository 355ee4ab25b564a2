import type { EngineState } from './engine.ts'
import { retryDelayMs } from './failure.rules.ts'
import type { Store } from '#web/kit/store.ts'

/**
 * Tries again by itself after a network failure: ever more slowly, and at once when the browser says that the line is back.
 * Returns how to stop.
 */
export function watchLine(state: Store<EngineState>, video: HTMLVideoElement, retry: () => void): () => void {
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const isDown = () => state.get().failure?.kind === 'network'
  const onState = () => {
    clearTimeout(timer)
    if (isDown()) timer = setTimeout(retry, retryDelayMs(attempts++))
  }
  const onOnline = () => {
    if (isDown()) retry()
  }
  const onPlaying = () => {
    attempts = 0
  }
  const unsubscribe = state.subscribe(onState)
  window.addEventListener('online', onOnline)
  video.addEventListener('playing', onPlaying)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    window.removeEventListener('online', onOnline)
    video.removeEventListener('playing', onPlaying)
  }
}
