import type Hls from 'hls.js'
import { firstFrame } from './first-frame.ts'

/** Seconds of film kept ready ahead, and as long as there is no picture of a place yet. */
const AHEAD_S = 30
const PICTURE_S = 1

/** How far hls.js loads: `far`, or no more than the next picture needs. It looks at this before each segment. */
export const lookAhead = (far: boolean) => {
  const seconds = far ? AHEAD_S : PICTURE_S
  return { maxBufferLength: seconds, maxMaxBufferLength: seconds }
}

/**
 * A loader that runs on ahead takes its time from the picture that is being waited for: until that is there, at the start and
 * after each seek, only its own segment is loaded. A film that is made ready (`warm`) stays so until `goOn`.
 */
export function watchLookAhead(hls: Hls, video: HTMLVideoElement, warm: boolean) {
  let wanted = !warm
  const set = (far: boolean) => void Object.assign(hls.config, lookAhead(far))
  const onSeeking = () => set(false)
  const onSeeked = () => void firstFrame(video).then(() => video.seeking || set(wanted))
  video.addEventListener('seeking', onSeeking)
  video.addEventListener('seeked', onSeeked)
  // A seek that loses its source (decoding taken up anew) never comes to its end.
  video.addEventListener('emptied', onSeeked)
  return {
    goOn() {
      wanted = true
      set(!video.seeking)
    },
    letGo() {
      video.removeEventListener('seeking', onSeeking)
      video.removeEventListener('seeked', onSeeked)
      video.removeEventListener('emptied', onSeeked)
    },
  }
}
