import { useLayoutEffect, useState } from 'react'
import type { Playback } from '../engine/playback.ts'
import type { PlayRequest } from '../engine/stream-source.ts'
import { takePlayback } from '../engine/preload.ts'

/** Takes the playback of a title for as long as the component stays; leaving stops everything. `request` must be stable. */
export function usePlayback(request: PlayRequest): Playback | null {
  const [held, setHeld] = useState<{ request: PlayRequest; playback: Playback } | null>(null)
  // Before anything is painted: the film begins in the same breath as its screen, without a dark room between.
  useLayoutEffect(() => {
    const taken = takePlayback(request)
    // oxlint-disable-next-line react/set-state-in-effect -- a playback is a thing outside of React that is opened and closed with the screen
    setHeld({ request, playback: taken })
    return () => taken.destroy()
  }, [request])
  // In the render in which the film changes, the playback of the one before is still held.
  return held?.request === request ? held.playback : null
}
