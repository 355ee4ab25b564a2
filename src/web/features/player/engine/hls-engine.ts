// oxlint-disable-next-line import/no-named-as-default -- its types know the class by the default name only
import Hls, { type ErrorData, Events, ErrorTypes, type HlsConfig, type Level, type LoadPolicy } from 'hls.js'
import type { AudioChoice, Engine, EngineSetup } from './engine.ts'
import { streamFailure, failure, worthRetrying } from './failure.rules.ts'
import { grantLoader } from './grant-loader.ts'
import { lookAhead, watchLookAhead } from './buffer-ahead.ts'
import { planQuality, type Quality, type Rung, rungOf } from './quality.rules.ts'

/** Seconds of film kept for a step back. */
const BEHIND_S = 60
/**
 * Where a film begins: in its first picture, at 25 a second near the end of it. One that was made ready shows that picture already, and
 * what comes with the press is the next one.
 */
const FIRST_PICTURE_S = 0.039
/** Decoding is taken up again this often before it counts as failed. */
const MEDIA_RECOVERIES = 2

/** Plays by hls.js over Media Source Extensions. This module is a chunk of its own. */
export function openHls(setup: EngineSetup): Engine {
  const { video, state, grants } = setup
  const hls = new Hls(settings(setup))
  let quality = setup.quality
  let recoveries = 0

  tellOfTracks(hls, state)
  hls.on(Events.MANIFEST_PARSED, () => {
    // Comes before MANIFEST_LOADED does, and before the first segment is asked for: what hls.js can play is all there is yet.
    state.set({ rungs: hls.levels.map(rungOfLevel) })
    choose(quality)
  })
  hls.on(Events.FRAG_LOADED, () => state.set({ reconnecting: false }))
  hls.on(Events.ERROR, (_, error) => onError(error))
  const ahead = watchLookAhead(hls, video, setup.warm)
  hls.attachMedia(video)
  hls.loadSource(grants.master())

  return {
    goOn: ahead.goOn,
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
      ahead.letGo()
      hls.destroy()
    },
  }

  /** A rung that cannot be played is answered with 4032, and what plays goes on. */
  function choose(wish: Quality): void {
    const { rungs } = state.get()
    if (rungs.length === 0) {
      quality = wish
      return
    }
    const plan = planQuality(wish, rungs)
    if (plan.kind === 'unplayable') {
      state.set({ failure: failure('format', { instead: plan.instead }) })
      return
    }
    quality = wish
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
    const found = streamFailure({ type: error.type, details: error.details, status: error.response?.code })
    const instead = found.kind === 'format' ? insteadOf(quality, state.get().rungs) : undefined
    state.set({ reconnecting: false, failure: { ...found, instead } })
  }
}

/** Takes decoding up again. Without its source the `<video>` is paused: whoever watched goes on watching. */
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

/** What the ladder and the sound tracks are, and which of them play. */
function tellOfTracks(hls: Hls, state: EngineSetup['state']): void {
  hls.on(Events.MANIFEST_LOADED, (_, { levels }) => {
    state.set({ rungs: levels.map(rungOfLevel) })
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => state.set({ height: rungOf(hls.levels[level] ?? {}) || undefined }))
  hls.on(Events.AUDIO_TRACKS_UPDATED, () => state.set({ audios: audios(hls), audioId: audioOf(hls) }))
  hls.on(Events.AUDIO_TRACK_SWITCHED, () => state.set({ audioId: audioOf(hls) }))
}

function settings({ start, warm, bandwidth, audioLang, grants }: EngineSetup): Partial<HlsConfig> {
  return {
    startPosition: start || FIRST_PICTURE_S,
    ...lookAhead(!warm),
    backBufferLength: BEHIND_S,
    startFragPrefetch: true,
    testBandwidth: false,
    abrEwmaDefaultEstimate: bandwidth,
    abrEwmaDefaultEstimateMax: bandwidth,
    ...(audioLang && { audioPreference: { lang: audioLang } }),
    // Segments are fMP4: there is nothing to transmux, and a blob worker would need a hole in the CSP.
    enableWorker: false,
    // WebCrypto exists in secure contexts only; a plain-HTTP test network decrypts in JavaScript.
    enableSoftwareAES: true,
    lowLatencyMode: false,
    // Subtitles are ours (cue-layer.tsx), and of the rest nothing is used.
    subtitleStreamController: undefined,
    subtitleTrackController: undefined,
    timelineController: undefined,
    emeController: undefined,
    cmcdController: undefined,
    interstitialsController: undefined,
    iframeController: undefined,
    loader: grantLoader(Hls.DefaultConfig.loader, grants),
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

/** Levels stand in the order of their rate, the lowest first. */
function highestBelow(levels: readonly Level[], rung: number): number {
  for (let at = levels.length - 1; at > 0; at -= 1) {
    if (rungOf(levels[at]!) <= rung) return at
  }
  return 0
}

/** The level of a rung that goes with the sound that plays: each kind of sound has its own. */
function levelOf(hls: Hls, rung: number): number {
  const group = hls.audioTracks[hls.audioTrack]?.groupId
  const same = hls.levels.findIndex((level) => rungOf(level) === rung && level.hasAudioGroup(group))
  return same < 0 ? highestBelow(hls.levels, rung) : same
}

function insteadOf(quality: Quality, rungs: readonly Rung[]): number | undefined {
  const plan = planQuality(quality, rungs)
  return plan.kind === 'unplayable' ? plan.instead : undefined
}

/** Every sound that this device can play; the same one stands in several groups and counts once. */
function audios(hls: Hls): AudioChoice[] {
  return hls.allAudioTracks.flatMap(({ lang = '', name, channels, url }, id, all) =>
    all.findIndex((track) => track.url === url) === id
      ? [{ id, lang, name, channels: Number.parseInt(channels ?? '2', 10) || 2 }]
      : [],
  )
}

function audioOf(hls: Hls): number | undefined {
  const playing = hls.audioTracks[hls.audioTrack]
  return playing && hls.allAudioTracks.findIndex((track) => track.url === playing.url)
}
