import type { OutputOf } from '#contract/endpoint.ts'
import type { order, PlaybackKind } from '#contract/playback.ts'
import type { Store } from '#web/kit/store.ts'
import type { AudioChoice, PreferredAudio } from './audio.rules.ts'
import type { Failure } from './failure.rules.ts'
import type { Grants } from './grants.ts'
import type { Quality, Rung } from './quality.rules.ts'
import type { Envelope } from '#web/kit/envelope.ts'

export interface PlayRequest {
  readonly programId: string
  readonly programGuid: string
  readonly kind: PlaybackKind
  /** Start position in seconds. */
  readonly start: number
  /** A preview file, played without an order (checked by `ownPreview`). */
  readonly file?: string | undefined
  /** The seat in a private screening. */
  readonly screening?: { readonly screeningId: string; readonly guestToken?: string | undefined } | undefined
}

export type PlayOrder = Extract<OutputOf<typeof order>, { redirectURL: string }> | null

export interface EngineState {
  readonly rungs: readonly Rung[]
  /** Undefined before the first frame, and where the browser does not report it. */
  readonly height: number | undefined
  readonly audios: readonly AudioChoice[]
  readonly audioId: number | undefined
  /** Loads are failing and being retried. */
  readonly reconnecting: boolean
  readonly failure: Failure | null
}

export const IDLE_STATE: EngineState = {
  rungs: [],
  height: undefined,
  audios: [],
  audioId: undefined,
  reconnecting: false,
  failure: null,
}

export interface EngineSetup {
  readonly video: HTMLVideoElement
  readonly state: Store<EngineState>
  readonly grants: Grants
  readonly start: number
  readonly quality: Quality
  readonly audio: PreferredAudio | undefined
  /** Bits per second measured by the last session. */
  readonly bandwidth: number
  /** Loads no more than the first segment until `continueLoading`. */
  readonly isPreload: boolean
}

/** Feeds the stream to the `<video>`: hls.js, or the browser itself. */
export interface Engine {
  continueLoading(): void
  setQuality(quality: Quality): void
  setAudio(id: number): void
  retry(): void
  /** Measured bits per second; undefined without a measurement. */
  bandwidth(): number | undefined
  destroy(): void
}

export interface PlaybackState extends EngineState {
  /** The first entitled order; null while pending and for a plain file. */
  readonly order: PlayOrder
  /** The browser requires a user gesture before it plays sound. */
  readonly needsClick: boolean
  /** Milliseconds of `performance.now()`; 0 before. */
  readonly startedAt: number
  /** On the same clock; 0 before. */
  readonly playingAt: number
}

/** In whole seconds, by the client's clock. */
export interface ProgressToReport {
  readonly position: number
  readonly duration: number
  readonly at: string
}

/** One title being played. It may exist before the screen that shows it. */
export interface Playback {
  readonly request: PlayRequest
  readonly video: HTMLVideoElement
  readonly state: Store<PlaybackState>
  grants(): Grants | null
  /** Position in seconds; `plays: false` only shows its frame. */
  start(position: number, options?: { plays?: boolean }): void
  play(): void
  setQuality(quality: Quality): void
  setAudio(id: number): void
  retry(): void
  /** A member's progress, with the sign of life of the stream. Resolves to undefined where it cannot be reported under the grant. */
  report(progress: ProgressToReport): Promise<Envelope<unknown> | undefined>
  isOver(): boolean
  destroy(): void
}
