import type { SeatCondition } from '#contract/screenings.ts'
import { createStore } from '#web/kit/store.ts'
import type { Playback } from '../engine/engine.ts'
import {
  followStep,
  IN_STEP_MS,
  isAdvancing,
  isFinished,
  type Lead,
  leadChange,
  type PlayerFacts,
  targetOf,
} from './follow.rules.ts'
import { type RoomChange, RoomClient, type SeatKey } from './room-client.ts'
import { missingSince, type MissingSince, stillIgnored, type Waiting, waitStep } from './wait.rules.ts'

interface RoomPlayerState {
  /** Milliseconds ahead of the host; 0 before the first room. */
  readonly drift: number
  readonly isInStep: boolean
  readonly isFinished: boolean
  readonly waiting: Waiting | undefined
}

interface Setup {
  readonly playback: Pick<Playback, 'video' | 'state' | 'play'>
  readonly seat: SeatKey
  readonly isHost: boolean
}

const TICK_MS = 250
/** Shorter stalls are no pause for the others. */
const STALLED_MS = 600
/** After a rejected change. */
const RETRY_MS = 1000
/** A seek is assumed to take at most this long. */
const SEEK_TAKES_MAX_MS = 1500

const EVENTS = ['play', 'pause', 'playing', 'waiting', 'seeking', 'seeked', 'ended', 'canplay'] as const

/**
 * Keeps a seat's video at the host's position. The host's device leads from its first action, or once it matches the room,
 * until another device of the host leads.
 */
export class RoomPlayer {
  readonly client: RoomClient
  readonly state = createStore<RoomPlayerState>({
    drift: 0,
    isInStep: false,
    isFinished: false,
    waiting: undefined,
  })
  readonly #playback: Setup['playback']
  readonly #video: HTMLVideoElement
  readonly #isHost: boolean
  readonly #ends: (() => void)[] = []
  #leads = false
  #isSending = false
  #maySendAt = 0
  /** The last seen version, and the last one made here. */
  #seenVersion = -1
  #ownVersion = -1
  #condition: SeatCondition = 'waiting'
  #isCorrecting = false
  #seekTakes = 0
  #soughtAt = -Infinity
  #gapSince: number | undefined
  #since: MissingSince = new Map()
  #ignored: ReadonlySet<string> = new Set()
  #mayPlay = true

  constructor({ playback, seat, isHost }: Setup) {
    this.#playback = playback
    this.#video = playback.video
    this.#isHost = isHost
    this.client = new RoomClient(seat, () => ({ condition: this.#condition, drift: this.state.get().drift }))
  }

  open(): void {
    const timer = setInterval(this.#tick, TICK_MS)
    const visible = () => {
      if (document.visibilityState !== 'visible') return
      this.#tick()
      this.client.sayNow()
    }
    const leave = () => this.#leave()
    for (const event of EVENTS) this.#video.addEventListener(event, this.#tick)
    document.addEventListener('visibilitychange', visible)
    addEventListener('pagehide', leave)
    this.#ends.push(
      () => clearInterval(timer),
      this.client.state.subscribe(this.#tick),
      () => EVENTS.forEach((event) => this.#video.removeEventListener(event, this.#tick)),
      () => document.removeEventListener('visibilitychange', visible),
      () => removeEventListener('pagehide', leave),
      leave,
    )
    this.client.open()
  }

  lead(): void {
    this.#leads = true
    this.#tick()
  }

  /** While not allowed, as before a content warning is accepted, the video stays paused and the seat waits. */
  allow(mayPlay: boolean): void {
    this.#mayPlay = mayPlay
    this.#tick()
  }

  stopWaiting(): void {
    const { waiting } = this.state.get()
    if (waiting) this.#endWaiting(waiting.seatIds)
  }

  keepWaiting(): void {
    const { waiting } = this.state.get()
    if (waiting) this.state.set({ waiting: { ...waiting, endsAt: undefined } })
  }

  destroy(): void {
    for (const end of this.#ends.splice(0)) end()
  }

  #facts(): PlayerFacts {
    const { currentTime, duration, paused, seeking, readyState, ended } = this.#video
    return {
      time: currentTime * 1000,
      duration: Number.isFinite(duration) ? duration * 1000 : 0,
      paused,
      seeking,
      ready: readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
      ended,
    }
  }

  readonly #tick = (): void => {
    const { room, over } = this.client.state.get()
    if (over) {
      if (!this.#video.paused) this.#video.pause()
      return
    }
    if (!this.#mayPlay) {
      if (!this.#video.paused) this.#video.pause()
      return this.#note('waiting')
    }
    const player = this.#facts()
    const isGap = !player.paused && !player.ready && !player.ended
    this.#gapSince = isGap ? (this.#gapSince ?? performance.now()) : undefined
    if (!room || this.#video.readyState < HTMLMediaElement.HAVE_METADATA) return this.#note('waiting')
    const now = this.client.serverNow()
    const drift = player.time - targetOf(room, now, player.duration)
    this.state.set({
      drift,
      isInStep: Math.abs(drift) <= IN_STEP_MS,
      isFinished: isFinished(room, now, player.duration),
    })
    if (this.#isHost) this.#noteVersion(room.version, isAdvancing(player) === room.playing)
    if (this.#leads) {
      this.#leadRoom(room, player, now)
      this.#waitForOthers(player)
    } else this.#follow(room, player, now)
    this.#note(this.#conditionOf(player, room))
  }

  /** The host leads once it matches the room, and no longer once another device has changed it. */
  #noteVersion(version: number, isSame: boolean): void {
    const isKnown = version === this.#seenVersion
    if (!this.#leads && isSame && isKnown && this.state.get().isInStep) this.#leads = true
    if (this.#leads && !this.#isSending && this.#ownVersion >= 0 && version > this.#ownVersion) this.#leads = false
    if (!isKnown) this.#soughtAt = -Infinity
    this.#seenVersion = version
  }

  #conditionOf({ paused, ended, ready, seeking }: PlayerFacts, { version }: Lead): SeatCondition {
    if (this.#playback.state.get().needsClick || (paused && version === 0)) return 'waiting'
    // Neither a seek nor the pause while others wait ends a stall.
    const isGap = !ready && !ended && (!seeking || this.#condition === 'buffering')
    if (isGap) return 'buffering'
    return paused || ended ? 'paused' : 'playing'
  }

  /** Reports a changed condition at once. */
  #note(next: SeatCondition): void {
    if (next === this.#condition) return
    this.#condition = next
    this.client.sayNow()
  }

  #follow(lead: Lead, player: PlayerFacts, now: number): void {
    if (!this.#isHost) {
      if (lead.version !== this.#seenVersion) this.#soughtAt = -Infinity
      this.#seenVersion = lead.version
    }
    const sinceSeek = performance.now() - this.#soughtAt
    const facts = { lead, now, player, isCorrecting: this.#isCorrecting, seekTakes: this.#seekTakes, sinceSeek }
    const step = followStep(facts)
    if (step.seekTo !== undefined) this.#seek(step.seekTo)
    if (step.play === false) this.#video.pause()
    if (step.play && !this.#playback.state.get().needsClick) this.#playback.play()
    this.#setRate(step.rate)
  }

  /** Measures how long a seek takes, so that the next one lands at the host. */
  #seek(to: number): void {
    const startedAt = performance.now()
    this.#soughtAt = startedAt
    this.#video.currentTime = to / 1000
    const learn = () => {
      const took = Math.min(SEEK_TAKES_MAX_MS, performance.now() - startedAt)
      this.#seekTakes = this.#seekTakes === 0 ? took : (this.#seekTakes + took) / 2
    }
    if (!this.#video.paused) this.#video.addEventListener('playing', learn, { once: true })
  }

  #setRate(rate: number): void {
    this.#isCorrecting = rate !== 1
    if (Math.abs(this.#video.playbackRate - rate) > 0.004) this.#video.playbackRate = rate
  }

  #leadRoom(lead: Lead, player: PlayerFacts, now: number): void {
    const isStalled = this.#gapSince !== undefined && performance.now() - this.#gapSince >= STALLED_MS
    const change = leadChange({ lead, now, player, isStalled })
    // The host itself makes up for a small drift.
    const follows = lead.playing && isAdvancing(player) && !change
    const own = { lead, now, player, isCorrecting: this.#isCorrecting, seekTakes: 0, sinceSeek: 0 }
    this.#setRate(follows ? followStep(own).rate : 1)
    if (change && !this.#isSending && performance.now() >= this.#maySendAt) void this.#send(change)
  }

  async #send({ playing, position }: RoomChange): Promise<void> {
    this.#isSending = true
    // Half a round trip: the room's instant is that of the server's writing.
    const ahead = playing ? this.client.state.get().roundTrip / 2 : 0
    const version = await this.client.control({ playing, position: Math.round(position + ahead) })
    this.#isSending = false
    this.#maySendAt = performance.now() + (version === undefined ? RETRY_MS : 0)
    if (version !== undefined) this.#ownVersion = Math.max(this.#ownVersion, version)
    this.#tick()
  }

  #waitForOthers(player: PlayerFacts): void {
    const now = performance.now()
    this.#since = missingSince(this.#since, this.client.state.get().room?.people ?? [], now)
    this.#ignored = stillIgnored(this.#ignored, this.#since)
    const { waiting } = this.state.get()
    // Resumed by the controls.
    if (waiting && !player.paused) return this.#endWaiting(waiting.seatIds)
    const facts = { since: this.#since, ignored: this.#ignored, waiting, isPlaying: isAdvancing(player), now }
    const step = waitStep(facts)
    if (step.do === 'stopWaiting') this.#endWaiting(step.given)
    if (step.do !== 'wait') return
    this.state.set({ waiting: step.waiting })
    if (!this.#video.paused) this.#video.pause()
  }

  #endWaiting(given: readonly string[]): void {
    this.#ignored = new Set([...this.#ignored, ...given])
    this.state.set({ waiting: undefined })
    this.#playback.play()
  }

  #leave(): void {
    const isLeading = this.#leads && this.client.state.get().room?.playing === true
    const position = Math.max(0, Math.round(this.#video.currentTime * 1000))
    this.client.close(isLeading ? { playing: false, position } : undefined)
  }
}
