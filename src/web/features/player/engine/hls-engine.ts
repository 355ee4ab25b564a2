// oxlint-disable-next-line import/no-named-as-default -- its types export the class as default only
import Hls, { type ErrorData, Events, ErrorTypes, type HlsConfig, type Level, type LoadPolicy } from 'hls.js'
import { audioPreference, alignAudioGroups, type AudioChoice, type PreferredAudio } from './audio.rules.ts'
import type { Engine, EngineSetup } from './engine.ts'
import { failure, isRefusal, streamFailure, worthRetrying } from './failure.rules.ts'
import { grantLoader, playlistLoader } from './grant-loader.ts'
import { planQuality, type Quality, type Rung, rungOf } from './quality.rules.ts'
import { firstFrame } from './media-state.ts'

const BEHIND_S = 60
/** Near the end of the first frame (25 per second): a preloaded title shows that frame, and the click presents the next. */
const FIRST_FRAME_S = 0.039
const MEDIA_RECOVERIES = 2

/** In a chunk of its own. */
export function openHls(setup: EngineSetup): Engine {
  const { video, state, grants } = setup
  const hls = new Hls(settings(setup))
  let quality = setup.quality
  let recoveries = 0

  watchTracks(hls, setup)
  hls.on(Events.MANIFEST_PARSED, () => {
    // Before MANIFEST_LOADED and the first segment request only the levels that hls.js can play are known.
    state.set({ rungs: hls.levels.map(rungOfLevel) })
    choose(quality)
  })
  hls.on(Events.FRAG_LOADED, () => state.set({ reconnecting: false }))
  hls.on(Events.ERROR, (_, error) => onError(error))
  const ahead = watchLookAhead(hls, video, setup.isPreload)
  hls.attachMedia(video)
  hls.loadSource(grants.master())

  return {
    continueLoading: ahead.continueLoading,
    setQuality: choose,
    setAudio(id) {
      hls.setAudioOption(hls.allAudioTracks[id])
    },
    retry() {
      state.set({ failure: null })
      if (hls.levels.length === 0) hls.loadSource(grants.master())
      else hls.startLoad(-1)
      if (video.error) recover(hls, video)
    },
    bandwidth: () => (Number.isFinite(hls.bandwidthEstimate) ? hls.bandwidthEstimate : undefined),
    destroy() {
      ahead.destroy()
      hls.destroy()
    },
  }

  /** A rung that cannot be played fails with 4032, and playback continues. */
  function choose(next: Quality): void {
    const { rungs } = state.get()
    if (rungs.length === 0) {
      quality = next
      return
    }
    const plan = planQuality(next, rungs)
    if (plan.kind === 'unplayable') {
      state.set({ failure: failure('format', { instead: plan.instead }) })
      return
    }
    quality = next
    const failed = state.get().failure
    if (failed?.kind === 'format') state.set({ failure: null })
    if (plan.kind === 'fixed') {
      hls.nextLevel = levelOf(hls, plan.height)
    } else {
      hls.autoLevelCapping = highestBelow(hls.levels, plan.tallest)
      if (!hls.autoLevelEnabled) hls.nextLevel = -1
    }
  }

  function onError(error: ErrorData): void {
    if (!error.fatal) {
      if (error.type === ErrorTypes.NETWORK_ERROR) state.set({ reconnecting: true })
      return
    }
    if (error.type === ErrorTypes.MEDIA_ERROR && hls.levels.length > 0 && recoveries < MEDIA_RECOVERIES) {
      recoveries += 1
      recover(hls, video)
      return
    }
    if (isRefusal(state.get().failure)) return state.set({ reconnecting: false })
    const found = streamFailure({ type: error.type, details: error.details, status: error.response?.code })
    const instead = found.kind === 'format' ? insteadOf(quality, state.get().rungs) : undefined
    state.set({ reconnecting: false, failure: { ...found, instead } })
  }
}

/** Restarts decoding. A `<video>` that loses its source pauses: a playing one is played again. */
function recover(hls: Hls, video: HTMLVideoElement): void {
  const { paused } = video
  hls.recoverMediaError()
  if (!paused) video.play().catch(() => {})
}

type LevelFacts = { width?: number; height?: number; bitrate: number; videoCodec?: string | undefined }

const rungOfLevel = (level: LevelFacts): Rung => ({
  height: rungOf(level),
  bitrate: level.bitrate,
  playable: decodes(level.videoCodec),
})

function watchTracks(hls: Hls, { state, audio }: EngineSetup): void {
  preferAudio(hls, audio)
  hls.on(Events.MANIFEST_LOADED, (_, { levels }) => {
    state.set({ rungs: levels.map(rungOfLevel) })
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => state.set({ height: rungOf(hls.levels[level] ?? {}) || undefined }))
  hls.on(Events.AUDIO_TRACKS_UPDATED, () => state.set({ audios: audios(hls), audioId: audioOf(hls) }))
  hls.on(Events.AUDIO_TRACK_SWITCHED, () => state.set({ audioId: audioOf(hls) }))
}

/** Waits: hls.js chooses the first track when it loads the first level. */
function preferAudio(hls: Hls, wanted: PreferredAudio | undefined): void {
  if (!wanted) return
  hls.on(Events.MANIFEST_PARSED, (_, { audioTracks }) => {
    hls.config.audioPreference = audioPreference(wanted, audioTracks)
  })
}

function settings({ start, isPreload, bandwidth, grants }: EngineSetup): Partial<HlsConfig> {
  const loader = grantLoader(Hls.DefaultConfig.loader, grants)
  return {
    startPosition: start || FIRST_FRAME_S,
    ...lookAhead(!isPreload),
    backBufferLength: BEHIND_S,
    startFragPrefetch: true,
    testBandwidth: false,
    abrEwmaDefaultEstimate: bandwidth,
    abrEwmaDefaultEstimateMax: bandwidth,
    // Segments are fMP4: there is nothing to transmux, and a blob worker would need a CSP exception.
    enableWorker: false,
    // WebCrypto exists in secure contexts only; over plain HTTP, JavaScript decrypts.
    enableSoftwareAES: true,
    lowLatencyMode: false,
    // Captions are rendered by cue-layer.tsx; the rest is unused.
    subtitleStreamController: undefined,
    subtitleTrackController: undefined,
    timelineController: undefined,
    emeController: undefined,
    cmcdController: undefined,
    interstitialsController: undefined,
    iframeController: undefined,
    loader,
    pLoader: playlistLoader(loader, alignAudioGroups) as unknown as HlsConfig['pLoader'],
    manifestLoadPolicy: policy(8000, 20_000),
    playlistLoadPolicy: policy(8000, 20_000),
    keyLoadPolicy: policy(8000, 20_000),
    fragLoadPolicy: policy(10_000, 120_000),
  }
}

function policy(maxTimeToFirstByteMs: number, maxLoadTimeMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs,
      maxLoadTimeMs,
      timeoutRetry: { maxNumRetry: 3, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: {
        maxNumRetry: 4,
        retryDelayMs: 1000,
        maxRetryDelayMs: 8000,
        shouldRetry: (...[retry, count, isTimeout, answer]) =>
          count < (retry?.maxNumRetry ?? 0) && (isTimeout || worthRetrying(answer?.code)),
      },
    },
  }
}

function decodes(codec: string | undefined): boolean {
  // oxlint-disable-next-line import/no-named-as-default-member -- as above
  return !codec || (Hls.getMediaSource()?.isTypeSupported(`video/mp4; codecs="${codec}"`) ?? false)
}

function highestBelow(levels: readonly Level[], rung: number): number {
  for (let at = levels.length - 1; at > 0; at -= 1) {
    if (rungOf(levels[at]!) <= rung) return at
  }
  return 0
}

/** For the current audio group: each audio codec has its own levels. */
function levelOf(hls: Hls, rung: number): number {
  const group = hls.audioTracks[hls.audioTrack]?.groupId
  const same = hls.levels.findIndex((level) => rungOf(level) === rung && level.hasAudioGroup(group))
  return same < 0 ? highestBelow(hls.levels, rung) : same
}

function insteadOf(quality: Quality, rungs: readonly Rung[]): number | undefined {
  const plan = planQuality(quality, rungs)
  return plan.kind === 'unplayable' ? plan.instead : undefined
}

function audios(hls: Hls): AudioChoice[] {
  return hls.allAudioTracks.flatMap(({ lang = '', name, channels, groupId, url }, id, all) =>
    all.findIndex((track) => track.url === url) === id
      ? [{ id, lang, name, channels: Number.parseInt(channels ?? '2', 10) || 2, codec: codecOf(hls, groupId) }]
      : [],
  )
}

const codecOf = (hls: Hls, group: string): string =>
  hls.levels.find((level) => level.hasAudioGroup(group))?.audioCodec ?? ''

function audioOf(hls: Hls): number | undefined {
  const playing = hls.audioTracks[hls.audioTrack]
  return playing && hls.allAudioTracks.findIndex((track) => track.url === playing.url)
}

/** Seconds. */
const AHEAD_S = 30
const FRAME_S = 1

/** hls.js reads this before each segment. */
export const lookAhead = (far: boolean) => {
  const seconds = far ? AHEAD_S : FRAME_S
  return { maxBufferLength: seconds, maxMaxBufferLength: seconds }
}

/**
 * Until the awaited frame is presented (start, seek), only its own segment is loaded: buffering competes with it.
 * A preload stays at that until `continueLoading`.
 */
export function watchLookAhead(hls: Hls, video: HTMLVideoElement, isPreload: boolean) {
  let wanted = !isPreload
  const set = (far: boolean) => void Object.assign(hls.config, lookAhead(far))
  const onSeeking = () => set(false)
  const onSeeked = () => void firstFrame(video).then(() => video.seeking || set(wanted))
  video.addEventListener('seeking', onSeeking)
  video.addEventListener('seeked', onSeeked)
  // A seek that loses its source never ends.
  video.addEventListener('emptied', onSeeked)
  return {
    continueLoading() {
      wanted = true
      set(!video.seeking)
    },
    destroy() {
      video.removeEventListener('seeking', onSeeking)
      video.removeEventListener('seeked', onSeeked)
      video.removeEventListener('emptied', onSeeked)
    },
  }
}
