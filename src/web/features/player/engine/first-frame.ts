import { useEffect, useState } from 'react'

/** The first picture waits for nothing but itself: whatever else is done before it takes its time away. */
const FIRST_PICTURE_MS = 500

/** Resolves with the next picture when the place is loaded, at once when there is nothing to be shown yet. */
export function firstFrame(video: HTMLVideoElement): Promise<unknown> {
  if (!isReady(video)) return Promise.resolve()
  const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, FIRST_PICTURE_MS))])
}

/** Whether the controls are drawn: with the first picture of a film that was made ready, at once over one that is still loading. */
export function useDrawn(video: HTMLVideoElement): boolean {
  const [drawn, setDrawn] = useState(() => !isReady(video))
  useEffect(() => {
    if (drawn) return
    let isGone = false
    void firstFrame(video).then(() => isGone || setDrawn(true))
    return () => {
      isGone = true
    }
  }, [drawn, video])
  return drawn
}

const isReady = (video: HTMLVideoElement): boolean =>
  video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && 'requestVideoFrameCallback' in video
