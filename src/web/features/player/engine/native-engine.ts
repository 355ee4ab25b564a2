import type { Engine, EngineSetup } from './engine.ts'
import { elementFailure, isRefusal } from './failure.rules.ts'

type PlainSetup = Pick<EngineSetup, 'video' | 'state' | 'grants' | 'start' | 'isPreload'>

/**
 * HLS on Safari without Media Source Extensions, and plain files. The browser selects the quality.
 * A forbidden file looks like a broken one: the first failure renews the grant.
 */
export function openPlain({ video, state, grants, start, isPreload }: PlainSetup): Engine {
  let renewed = false

  const onError = async () => {
    const master = grants.master()
    if (!renewed && (await grants.renew(master)) && grants.master() !== master) {
      renewed = true
      load(video.currentTime || start)
      return
    }
    if (!isRefusal(state.get().failure)) state.set({ failure: elementFailure(video.error?.code) })
  }
  const onPlaying = () => {
    renewed = false
    grants.served(grants.master())
  }
  const onResize = () => {
    if (video.videoHeight) state.set({ height: Math.min(video.videoWidth, video.videoHeight) })
  }
  video.addEventListener('error', onError)
  video.addEventListener('playing', onPlaying)
  video.addEventListener('resize', onResize)
  video.preload = isPreload ? 'metadata' : 'auto'
  load(start)

  return {
    continueLoading() {
      video.preload = 'auto'
    },
    setQuality() {},
    setAudio() {},
    retry() {
      state.set({ failure: null })
      load(video.currentTime || start)
    },
    bandwidth: () => undefined,
    destroy() {
      video.removeEventListener('error', onError)
      video.removeEventListener('playing', onPlaying)
      video.removeEventListener('resize', onResize)
    },
  }

  function load(position: number): void {
    const wasPlaying = !video.paused
    // With a media fragment the browser does not fetch the beginning first.
    video.src = position > 0 ? `${grants.master()}#t=${position}` : grants.master()
    if (wasPlaying) video.play().catch(() => {})
  }
}
