import type { EngineState } from './engine.ts'
import { retryDelayMs } from './failure.rules.ts'
import type { Store } from '#web/kit/store.ts'

/**
 * Retries automatically after a network failure: with increasing delays, and at once when the browser is online again.
 * Returns a function that stops it.
 */
export function watchNetwork(state: Store<EngineState>, video: HTMLVideoElement, retry: () => void): () => void {
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOffline = () => state.get().failure?.kind === 'network'
  const onState = () => {
    clearTimeout(timer)
    if (isOffline()) timer = setTimeout(retry, retryDelayMs(attempts++))
  }
  const onOnline = () => {
    if (isOffline()) retry()
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
