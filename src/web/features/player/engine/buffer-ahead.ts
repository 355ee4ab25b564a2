import type Hls from 'hls.js'
import { firstFrame } from './first-frame.ts'

/** Seconds buffered ahead, and while no frame of the current position was presented yet. */
const AHEAD_S = 30
const FRAME_S = 1

/** How far hls.js buffers: `far`, or no more than the next frame needs. It reads this before each segment. */
export const lookAhead = (far: boolean) => {
  const seconds = far ? AHEAD_S : FRAME_S
  return { maxBufferLength: seconds, maxMaxBufferLength: seconds }
}

/**
 * Buffering ahead competes with the frame that is awaited: until that is presented, at the start and after each seek, only its
 * own segment is loaded. A preloaded title stays at that until `goOn`.
 */
export function watchLookAhead(hls: Hls, video: HTMLVideoElement, isPreload: boolean) {
  let wanted = !isPreload
  const set = (far: boolean) => void Object.assign(hls.config, lookAhead(far))
  const onSeeking = () => set(false)
  const onSeeked = () => void firstFrame(video).then(() => video.seeking || set(wanted))
  video.addEventListener('seeking', onSeeking)
  video.addEventListener('seeked', onSeeked)
  // A seek that loses its source (media recovery) never ends.
  video.addEventListener('emptied', onSeeked)
  return {
    goOn() {
      wanted = true
      set(!video.seeking)
    },
    destroy() {
      video.removeEventListener('seeking', onSeeking)
      video.removeEventListener('seeked', onSeeked)
      video.removeEventListener('emptied', onSeeked)
    },
  }
}
