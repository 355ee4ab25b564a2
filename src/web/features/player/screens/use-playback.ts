import { useLayoutEffect, useState } from 'react'
import type { Playback } from '../engine/playback.ts'
import { removeVideoOverlay } from '../engine/preloaded-video-overlay.ts'
import { reportQuality } from '../engine/quality-report.ts'
import type { PlayRequest } from '../engine/stream-source.ts'
import { takePlayback } from '../engine/preload.ts'

/** Holds the playback of a title while the component is mounted, then destroys it. `request` must be stable. */
export function usePlayback(request: PlayRequest): Playback | null {
  const [held, setHeld] = useState<{ request: PlayRequest; playback: Playback } | null>(null)
  // Before the first paint: a started title appears with its screen, without a dark frame between.
  useLayoutEffect(() => {
    const taken = takePlayback(request)
    // oxlint-disable-next-line react/set-state-in-effect -- a playback is an external resource that is acquired and released with the screen
    setHeld({ request, playback: taken })
    const endReport = reportQuality(taken)
    return () => {
      endReport()
      removeVideoOverlay()
      taken.destroy()
    }
  }, [request])
  // In the render that changes the request, the previous playback is still held.
  return held?.request === request ? held.playback : null
}
