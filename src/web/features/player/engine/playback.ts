import {
  type Engine,
  type EngineState,
  IDLE_STATE,
  type Playback,
  type PlaybackState,
  type PlayRequest,
} from './engine.ts'
import { failure, isPassing, isRefusal, retryDelayMs } from './failure.rules.ts'
import { firstFrame } from './media-state.ts'
import { createGrants, grantOf, type Grants } from './grants.ts'
import { playerSettings, rememberBandwidth, rememberedBandwidth } from './player-settings.ts'
import { createStreamOrders, failureOf } from './stream-orders.ts'
import { masterOf } from './stream-source.ts'
import { createStore, type Store } from '#web/kit/store.ts'
import { chooseEngine } from './choose-engine.ts'

/** Loads up to the first segment; `start` plays. A preload takes no stream slot. */
export function createPlayback(request: PlayRequest, phase: 'start' | 'preload' = 'start'): Playback {
  const lifetime = new AbortController()
  const video = createVideo(request, lifetime.signal)
  const state = createState(video)
  const engineState = state as Store<EngineState>
  const play = () => playOrRequestClick(video, state)
  let [engine, grants]: [Engine | null, Grants | null] = [null, null]
  const grant = () => grantOf(grants?.master() ?? '')?.grant
  const orders = createStreamOrders({ request, video, grant, state: engineState, lifetime: lifetime.signal, phase })
  let [position, isPreload, playsAtStart] = [request.start, true, true]
  const unwatch = watchNetwork(engineState, video, reconnect)
  void open()

  return {
    request,
    video,
    state,
    grants: () => grants,
    start(from, { plays = true } = {}) {
      if (isPreload) state.set({ startedAt: performance.now() })
      isPreload = false
      if (engine && Math.abs(from - position) > 1) seekWhenReady(video, from)
      ;[position, playsAtStart] = [from, plays]
      if (engine && plays) play()
      void firstFrame(video).then(() => lifetime.signal.aborted || engine?.continueLoading())
    },
    play,
    setQuality: (quality) => engine?.setQuality(quality),
    setAudio: (id) => engine?.setAudio(id),
    retry,
    report: orders.report,
    isOver: () => lifetime.signal.aborted,
    destroy() {
      lifetime.abort()
      unwatch()
      rememberBandwidth(engine?.bandwidth())
      video.pause()
      // Before the slot is released: a pending file request could take it again.
      engine?.destroy()
      orders.leave()
      release(video)
    },
  }

  async function open(): Promise<void> {
    try {
      const [answer, openEngine] = await Promise.all([orders.first(), chooseEngine(request)])
      if (lifetime.signal.aborted) return
      if (!openEngine) return state.set({ failure: failure('browser') })
      grants = createGrants(masterOf(request, answer), orders.renew)
      // A renewed order only brings a grant.
      state.set({ order: answer })
      engine = openEngine({ video, state: engineState, grants, start: position, isPreload, ...preferences() })
      if (!isPreload && playsAtStart) play()
    } catch (error) {
      if (!lifetime.signal.aborted) state.set({ failure: failureOf(error) })
    }
  }

  function again(): void {
    if (engine) return engine.retry()
    state.set({ failure: null })
    void open()
  }

  function retry(): void {
    if (engine && isRefusal(state.get().failure)) return void orders.again().then((mayPlay) => mayPlay && play())
    again()
    if (engine) play()
  }

  /** Automatic: a paused video stays paused. */
  function reconnect(): void {
    const { paused } = video
    again()
    if (engine && !paused) play()
  }
}

function createState(video: HTMLVideoElement): Store<PlaybackState> {
  const own = { order: null, needsClick: false, startedAt: 0, playingAt: 0 }
  const state = createStore<PlaybackState>({ ...IDLE_STATE, ...own })
  video.addEventListener('playing', () => state.set({ playingAt: performance.now() }), { once: true })
  return state
}

function preferences() {
  const { quality, audioLang, audioName, audioChannels } = playerSettings.get()
  const audio = audioLang ? { lang: audioLang, name: audioName, channels: audioChannels } : undefined
  return { quality, audio, bandwidth: rememberedBandwidth() }
}

function createVideo({ screening }: PlayRequest, lifetime: AbortSignal): HTMLVideoElement {
  const video = Object.assign(document.createElement('video'), { playsInline: true })
  const follow = () => {
    const settings = playerSettings.get()
    const { volume, muted } = settings
    const speed = screening ? 1 : settings.speed
    // A new source resets the rate to the default one.
    Object.assign(video, { volume, muted, defaultPlaybackRate: speed, playbackRate: speed })
  }
  follow()
  lifetime.addEventListener('abort', playerSettings.subscribe(follow))
  return video
}

function playOrRequestClick(video: HTMLVideoElement, state: Store<PlaybackState>): void {
  state.set({ needsClick: false })
  video.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') state.set({ needsClick: true })
  })
}

/** A `<video>` releases decoder and memory once it has no source and is out of the document. */
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

/** Retries with increasing delays, and at once when the browser is online again. @returns a function that stops it */
function watchNetwork(state: Store<EngineState>, video: HTMLVideoElement, retry: () => void): () => void {
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const isWaiting = () => isPassing(state.get().failure)
  const onState = () => {
    clearTimeout(timer)
    if (isWaiting()) timer = setTimeout(retry, retryDelayMs(attempts++))
  }
  const onOnline = () => {
    if (isWaiting()) retry()
  }
  const onPlaying = () => {
    attempts = 0
  }
  const unsubscribe = state.subscribe(onState)
  window.addEventListener('online', onOnline)
  video.addEventListener('playing', onPlaying)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    window.removeEventListener('online', onOnline)
    video.removeEventListener('playing', onPlaying)
  }
}
