import { useEffect, useState } from 'react'
import { firstFrame, hasFrame } from '../engine/first-frame.ts'

/** Whether the controls are rendered: with the first frame of a preloaded title, at once over one that is still loading. */
export function useDrawn(video: HTMLVideoElement): boolean {
  const [drawn, setDrawn] = useState(() => !hasFrame(video))
  useEffect(() => {
    if (drawn) return
    let isUnmounted = false
    void firstFrame(video).then(() => isUnmounted || setDrawn(true))
    return () => {
      isUnmounted = true
    }
  }, [drawn, video])
  return drawn
}
