import type { Room } from '#contract/watching-together.ts'

/** Milliseconds, as everything here. */
export const IN_STEP_MS = 500
const CORRECT_MS = 80
const EXACT_MS = 25
export const SEEK_MS = 1000
/** A player without data waits for it until the drift is this large. */
const GIVE_UP_MS = 10_000
/** Paused players show nearly the same frame. */
const PAUSED_MS = 150
/** The largest change of the rate, and the time in which drift falls to a third. */
const RATE_MAX = 0.25
const RATE_TIME_MS = 2000
/** Between two seeks, unless the host has changed something. */
const SEEK_EVERY_MS = 2500

export type Lead = Pick<Room, 'version' | 'playing' | 'position' | 'at'>

export interface PlayerFacts {
  readonly time: number
  readonly duration: number
  readonly paused: boolean
  readonly seeking: boolean
  readonly ready: boolean
  readonly ended: boolean
}

/** `now`: by the server's clock. */
export function targetOf({ playing, position, at }: Lead, now: number, duration = 0): number {
  const target = playing ? position + Math.max(0, now - at) : position
  return duration > 0 ? Math.min(target, duration) : target
}

/** The final position differs a little from the duration. */
const END_MS = 250

/** Also when the host would be past the end. */
export function isFinished(lead: Lead, now: number, duration: number): boolean {
  if (duration <= 0) return false
  const target = targetOf(lead, now, duration)
  return lead.playing ? target >= duration : target >= duration - END_MS
}

export const isAdvancing = ({ paused, seeking, ready, ended }: PlayerFacts): boolean =>
  !paused && !seeking && ready && !ended

/** Small changes, hardly audible. `isCorrecting`: the rate is changed already. */
export function rateFor(drift: number, isCorrecting: boolean): number {
  if (Math.abs(drift) < (isCorrecting ? EXACT_MS : CORRECT_MS)) return 1
  const change = Math.min(RATE_MAX, Math.max(-RATE_MAX, drift / RATE_TIME_MS))
  return 1 - change
}

interface FollowStep {
  readonly play?: boolean
  readonly seekTo?: number
  readonly rate: number
}

interface Following {
  readonly lead: Lead
  readonly now: number
  readonly player: PlayerFacts
  readonly isCorrecting: boolean
  /** Expected duration of a seek: its target is where the host will be then. */
  readonly seekTakes: number
  /** Infinity where the host has changed something since. */
  readonly sinceSeek: number
}

export function followStep({ lead, now, player, isCorrecting, seekTakes, sinceSeek }: Following): FollowStep {
  const { time, duration, paused, seeking, ready, ended } = player
  const target = targetOf(lead, now, duration)
  const drift = time - target
  // While data loads, no other seek, unless the data is useless.
  const isLoading = !ready && !paused && sinceSeek !== Infinity && Math.abs(drift) < GIVE_UP_MS
  const maySeek = !seeking && !isLoading && sinceSeek >= SEEK_EVERY_MS
  if (!lead.playing) {
    const isElsewhere = Math.abs(drift) > PAUSED_MS && !seeking
    return { rate: 1, ...(!paused && { play: false }), ...(isElsewhere && { seekTo: target }) }
  }
  if (duration > 0 && target >= duration) return { rate: 1 }
  const ahead = Math.min(target + seekTakes, duration > 0 ? duration : Infinity)
  const isFar = Math.abs(drift) > SEEK_MS
  const seek = isFar && maySeek ? { seekTo: ahead } : {}
  if (paused || ended) return { rate: 1, play: true, ...seek }
  if (isFar || seeking || !ready) return { rate: 1, ...seek }
  return { rate: rateFor(drift, isCorrecting) }
}

/** The host's report to the room; undefined while nothing has changed. */
export function leadChange({
  lead,
  now,
  player,
  isStalled,
}: {
  readonly lead: Lead
  readonly now: number
  readonly player: PlayerFacts
  /** Long enough that the others have to wait. */
  readonly isStalled: boolean
}): { readonly playing: boolean; readonly position: number } | undefined {
  const { time, duration, paused, seeking, ended } = player
  const position = Math.max(0, Math.round(time))
  const drift = time - targetOf(lead, now, duration)
  if (isAdvancing(player)) {
    const isElsewhere = !lead.playing || Math.abs(drift) > SEEK_MS
    return isElsewhere ? { playing: true, position } : undefined
  }
  // A short stall is no pause.
  const isStopped = paused || ended || seeking || isStalled
  if (!isStopped) return undefined
  const isElsewhere = lead.playing || Math.abs(drift) > PAUSED_MS
  return isElsewhere ? { playing: false, position } : undefined
}
