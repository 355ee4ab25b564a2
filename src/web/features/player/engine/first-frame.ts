/** Other work is held back for at most this long: it would delay the first frame. */
const FIRST_FRAME_MS = 500

/** Resolves with the next presented frame when the position is buffered, otherwise at once. */
export function firstFrame(video: HTMLVideoElement): Promise<unknown> {
  if (!hasFrame(video)) return Promise.resolve()
  const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, FIRST_FRAME_MS))])
}

/** Whether the video has a frame to present that can be waited for. */
export const hasFrame = (video: HTMLVideoElement): boolean =>
  video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && 'requestVideoFrameCallback' in video
