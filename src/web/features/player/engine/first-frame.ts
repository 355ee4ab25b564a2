/** The first picture waits for nothing but itself: whatever else is done before it takes its time away. */
const FIRST_PICTURE_MS = 500

/** Resolves with the next picture when the place is loaded, at once when there is nothing to be shown yet. */
export function firstFrame(video: HTMLVideoElement): Promise<unknown> {
  if (!hasFrame(video)) return Promise.resolve()
  const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, FIRST_PICTURE_MS))])
}

/** Whether the video has a frame to present that can be waited for. */
export const hasFrame = (video: HTMLVideoElement): boolean =>
  video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && 'requestVideoFrameCallback' in video
