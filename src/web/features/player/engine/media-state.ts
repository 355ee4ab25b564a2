import { createStore, type Store } from '#web/kit/store.ts'

/** The state of the `<video>`. Times in seconds. */
export interface MediaState {
  readonly paused: boolean
  readonly ended: boolean
  readonly time: number
  /** 0 until the metadata is loaded. */
  readonly duration: number
  /** Pairs of start and end. */
  readonly buffered: readonly (readonly [number, number])[]
  /** Playing or seeking, without data to present. */
  readonly waiting: boolean
  /** A frame has been presented. */
  readonly started: boolean
}

const EVENTS = ['play', 'pause', 'durationchange', 'ended', 'loadeddata', 'emptied'] as const
/**
 * Shown after the page's next frame: rendering them at once, or in that frame, would delay the engine, which has to request the segment at
 * the new position, and the frame of the video that ends a wait.
 */
const DEFERRED_EVENTS = [
  'seeking',
  'seeked',
  'waiting',
  'stalled',
  'canplay',
  'playing',
  'timeupdate',
  'progress',
] as const

/** The state of a `<video>` as a store. It listens to the element while it has subscribers. */
export function mediaStore(video: HTMLVideoElement): Store<MediaState> {
  const store = createStore<MediaState>(read(video, false))
  let cancelPending: (() => void) | undefined
  const forgetPending = () => {
    cancelPending?.()
    cancelPending = undefined
  }
  const update = () => {
    forgetPending()
    store.set(read(video, store.get().started))
  }
  // Pages in the background have no frames.
  const scheduleUpdate = () => {
    if (document.hidden) update()
    else cancelPending ??= afterNextFrame(update)
  }
  const updatePending = () => {
    if (cancelPending) update()
  }
  let listeners = 0
  return {
    ...store,
    subscribe(listener) {
      const stop = store.subscribe(listener)
      listeners += 1
      if (listeners === 1) {
        for (const event of EVENTS) video.addEventListener(event, update)
        for (const event of DEFERRED_EVENTS) video.addEventListener(event, scheduleUpdate)
        document.addEventListener('visibilitychange', updatePending)
        update()
      }
      return () => {
        stop()
        listeners -= 1
        if (listeners > 0) return
        for (const event of EVENTS) video.removeEventListener(event, update)
        for (const event of DEFERRED_EVENTS) video.removeEventListener(event, scheduleUpdate)
        document.removeEventListener('visibilitychange', updatePending)
        forgetPending()
      }
    },
  }
}

/** Runs something once the page has painted its next frame. Returns what cancels it. */
function afterNextFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

function read(video: HTMLVideoElement, started: boolean): MediaState {
  const { paused, ended, currentTime: time, duration, readyState, seeking } = video
  const short = readyState < HTMLMediaElement.HAVE_FUTURE_DATA
  return {
    paused,
    ended,
    time,
    duration: Number.isFinite(duration) ? duration : 0,
    buffered: ranges(video.buffered),
    waiting: !ended && short && (seeking || !paused),
    started: started || (readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !paused),
  }
}

function ranges(found: TimeRanges): [number, number][] {
  return Array.from({ length: found.length }, (_, at) => [found.start(at), found.end(at)])
}

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
