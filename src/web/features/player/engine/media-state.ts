import { createStore, type Store } from '#web/kit/store.ts'

/** What the `<video>` is doing. Times in seconds. */
export interface MediaState {
  readonly paused: boolean
  readonly ended: boolean
  readonly time: number
  /** 0 until the film is known. */
  readonly duration: number
  /** Pairs of from and to. */
  readonly buffered: readonly (readonly [number, number])[]
  /** It would play, but has nothing to show. */
  readonly waiting: boolean
  /** A picture has been shown. */
  readonly started: boolean
}

const EVENTS = [
  'play',
  'pause',
  'playing',
  'waiting',
  'stalled',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'progress',
  'ended',
  'loadeddata',
  'emptied',
  'canplay',
] as const

/** What a `<video>` is doing, as a store. It listens while somebody listens to it. */
export function mediaStore(video: HTMLVideoElement): Store<MediaState> {
  const store = createStore<MediaState>(read(video, false))
  const update = () => store.set(read(video, store.get().started))
  let listeners = 0
  return {
    ...store,
    subscribe(listener) {
      const stop = store.subscribe(listener)
      listeners += 1
      if (listeners === 1) {
        for (const event of EVENTS) video.addEventListener(event, update)
        update()
      }
      return () => {
        stop()
        listeners -= 1
        if (listeners > 0) return
        for (const event of EVENTS) video.removeEventListener(event, update)
      }
    },
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
