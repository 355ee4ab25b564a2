import type { Failure } from './failure.rules.ts'
import type { Quality, Rung } from './quality.rules.ts'
import type { Grants } from './grants.ts'
import type { Store } from '#web/kit/store.ts'

/** A sound track: its language (BCP 47), the operator's name for it and how many channels it has. */
export interface AudioChoice {
  readonly id: number
  readonly lang: string
  readonly name: string
  readonly channels: number
  /** Its codec as in the playlist (RFC 6381): `mp4a.40.2`, `ec-3`; empty where that does not say. */
  readonly codec: string
}

/**
 * The sound that was chosen last: its language, the name that the playlist gives it and its channels. Where a title has no
 * such track, the nearest one plays. Choices of earlier releases lack the name, or the channels too.
 */
export interface PreferredAudio {
  readonly lang: string
  readonly name: string | undefined
  readonly channels: number | undefined
}

/** The state of a stream as its engine reports it. */
export interface EngineState {
  readonly rungs: readonly Rung[]
  /** The height on screen; undefined before the first frame and where the browser does not report it. */
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
  /** Seconds. */
  readonly start: number
  readonly quality: Quality
  /** The viewer's last choice of sound. */
  readonly audio: PreferredAudio | undefined
  /** Bits per second measured by the last session. */
  readonly bandwidth: number
  /** Loads no more than the first segment until `goOn`. */
  readonly isPreload: boolean
}

/** Feeds the stream to the `<video>`: hls.js, or the browser itself. */
export interface Engine {
  /** Loads beyond the first segment. */
  goOn(): void
  setQuality(quality: Quality): void
  setAudio(id: number): void
  /** Retries after a failure, at the same position. */
  retry(): void
  /** Measured bits per second; undefined without a measurement. */
  bandwidth(): number | undefined
  destroy(): void
}
