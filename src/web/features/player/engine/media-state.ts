import { createStore, type Store } from '#web/kit/store.ts'

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
/** Rendered after the next frame: earlier they would delay the segment request of a seek, or the awaited frame. */
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

/** Longest delay of other work. */
const FIRST_FRAME_MS = 500

/** At once when the position is not buffered. */
export function firstFrame(video: HTMLVideoElement): Promise<unknown> {
  if (!hasFrame(video)) return Promise.resolve()
  const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return Promise.race([shown, new Promise((resolve) => setTimeout(resolve, FIRST_FRAME_MS))])
}

export const hasFrame = (video: HTMLVideoElement): boolean =>
  video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && 'requestVideoFrameCallback' in video
