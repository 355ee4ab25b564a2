import { CallError } from '#web/kit/envelope.ts'
import { type Engine, type EngineState, IDLE_STATE } from './engine.ts'
import { failure, orderFailure } from './failure.rules.ts'
import { firstFrame } from './first-frame.ts'
import { createGrants, type Grants } from './grants.ts'
import { watchLine } from './network-recovery.ts'
import { playerSettings, rememberBandwidth, rememberedBandwidth } from './player-settings.ts'
import type { Quality } from './quality.rules.ts'
import { createStore, type Store } from '#web/kit/store.ts'
import { chooseEngine, masterOf, requestOrder, type PlayOrder, type PlayRequest } from './stream-source.ts'

export interface PlaybackState extends EngineState {
  /** The first entitled order; null until it is answered, and for a plain file. */
  readonly order: PlayOrder
  /** The browser wants a press before it plays sound. */
  readonly needsPress: boolean
}

/** One title being played: its order, its grant, its engine and its `<video>`. It may be older than the screen that shows it. */
export interface Playback {
  readonly request: PlayRequest
  readonly video: HTMLVideoElement
  readonly state: Store<PlaybackState>
  /** The grant, once there is an order. */
  grants(): Grants | null
  /** Shows it: loads on, goes to `start` and plays. */
  begin(start: number): void
  play(): void
  setQuality(quality: Quality): void
  setAudio(id: number): void
  retry(): void
  /** Whether it was stopped for good. */
  isOver(): boolean
  /** Stops everything: loads, decoding, timers. */
  destroy(): void
}

/** Starts to load a title, up to its first segment; `begin` then shows it. */
export function createPlayback(request: PlayRequest): Playback {
  const gone = new AbortController()
  const video = createVideo(gone.signal)
  const state = createStore<PlaybackState>({ ...IDLE_STATE, order: null, needsPress: false })
  const play = () => playOrAsk(video, state)
  const askMaster = async () => masterOf(request, await requestOrder(request, gone.signal))
  let engine: Engine | null = null
  let grants: Grants | null = null
  let start = request.start
  let warm = true
  const unwatch = watchLine(state as Store<EngineState>, video, reconnect)
  void open()

  return {
    request,
    video,
    state,
    grants: () => grants,
    begin(from) {
      warm = false
      if (engine && Math.abs(from - start) > 1) seekWhenReady(video, from)
      start = from
      if (engine) play()
      void firstFrame(video).then(() => gone.signal.aborted || engine?.goOn())
    },
    play,
    setQuality: (quality) => engine?.setQuality(quality),
    setAudio: (id) => engine?.setAudio(id),
    retry,
    isOver: () => gone.signal.aborted,
    destroy() {
      gone.abort()
      unwatch()
      rememberBandwidth(engine?.bandwidth())
      video.pause()
      engine?.destroy()
      release(video)
    },
  }

  async function open(): Promise<void> {
    try {
      const [answer, openEngine] = await Promise.all([requestOrder(request, gone.signal), chooseEngine(request)])
      if (gone.signal.aborted) return
      if (!openEngine) return state.set({ failure: failure('browser') })
      grants = createGrants(masterOf(request, answer), askMaster)
      // The first order stands for the whole film: a renewed one only brings another grant.
      state.set({ order: answer })
      const { quality, audioLang } = playerSettings.get()
      const setup = { video, state: state as Store<EngineState>, grants, start, quality, audioLang, warm }
      engine = openEngine({ ...setup, bandwidth: rememberedBandwidth() })
      if (!warm) play()
    } catch (error) {
      if (gone.signal.aborted) return
      state.set({ failure: error instanceof CallError ? orderFailure(error) : failure('network') })
    }
  }

  function again(): void {
    if (engine) return engine.retry()
    state.set({ failure: null })
    void open()
  }

  /** The viewer presses: the film is wanted. */
  function retry(): void {
    again()
    if (engine) play()
  }

  /** The line is tried by itself: a film that its viewer has paused stays paused, one that nobody sees yet is not heard. */
  function reconnect(): void {
    const { paused } = video
    again()
    if (engine && !paused) play()
  }
}

/** Volume and speed follow the settings, whoever changes them, from the beginning: a film may begin before a screen has taken it. */
function createVideo(gone: AbortSignal): HTMLVideoElement {
  const video = Object.assign(document.createElement('video'), { playsInline: true })
  const follow = () => {
    const { volume, muted, speed } = playerSettings.get()
    // A new source starts at the default rate.
    Object.assign(video, { volume, muted, defaultPlaybackRate: speed, playbackRate: speed })
  }
  follow()
  gone.addEventListener('abort', playerSettings.subscribe(follow))
  return video
}

/** Plays, or shows that the browser wants a press first. */
function playOrAsk(video: HTMLVideoElement, state: Store<PlaybackState>): void {
  state.set({ needsPress: false })
  video.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') state.set({ needsPress: true })
  })
}

/** Without a source and a place in the page, a `<video>` gives its decoder and its memory back. */
function release(video: HTMLVideoElement): void {
  video.removeAttribute('src')
  video.load()
  video.remove()
}

function seekWhenReady(video: HTMLVideoElement, to: number): void {
  const seek = () => {
    video.currentTime = to
  }
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) seek()
  else video.addEventListener('loadedmetadata', seek, { once: true })
}
