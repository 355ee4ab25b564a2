import type { Room } from '#contract/watching-together.ts'

/** Two players are in step within this much (issue "Private cinema"). Milliseconds, as everything here. */
export const IN_STEP_MS = 500
/** From here on a player changes its speed, until it is nearly exact. */
const CORRECT_MS = 80
const EXACT_MS = 25
/** From here on it seeks. */
export const SEEK_MS = 1000
/** A player without data waits for it until the host is this far away. */
const GIVE_UP_MS = 10_000
/** Paused players show the same frame, nearly. */
const PAUSED_MS = 150
/** The largest change of the speed, and the time in which a drift becomes a third of itself. */
const RATE_MAX = 0.25
const RATE_TIME_MS = 2000
/** After a seek another one waits this long, unless the host has changed something. */
const SEEK_EVERY_MS = 2500

/** The host's player, as a room says it. */
export type Lead = Pick<Room, 'version' | 'playing' | 'position' | 'at'>

/** What a player does at one moment. */
export interface PlayerFacts {
  readonly time: number
  /** 0 while unknown. */
  readonly duration: number
  readonly paused: boolean
  readonly seeking: boolean
  /** It has data to go on with. */
  readonly ready: boolean
  readonly ended: boolean
}

/** Where the host is. `now`: by the server's clock. */
export function targetOf({ playing, position, at }: Lead, now: number, duration = 0): number {
  const target = playing ? position + Math.max(0, now - at) : position
  return duration > 0 ? Math.min(target, duration) : target
}

/** The position at the end differs a little from the length that is told. */
const END_MS = 250

/** Whether the title is over: the host has stopped at its end, or would be past it. */
export function isFinished(lead: Lead, now: number, duration: number): boolean {
  if (duration <= 0) return false
  const target = targetOf(lead, now, duration)
  return lead.playing ? target >= duration : target >= duration - END_MS
}

/** Whether a player's position moves. */
export const isAdvancing = ({ paused, seeking, ready, ended }: PlayerFacts): boolean =>
  !paused && !seeking && ready && !ended

/** The speed that takes a drift away without being heard much. `isCorrecting`: the speed is changed already. */
export function rateFor(drift: number, isCorrecting: boolean): number {
  if (Math.abs(drift) < (isCorrecting ? EXACT_MS : CORRECT_MS)) return 1
  const change = Math.min(RATE_MAX, Math.max(-RATE_MAX, drift / RATE_TIME_MS))
  return 1 - change
}

/** What a player that follows does next. */
interface FollowStep {
  /** Undefined: leaves it. */
  readonly play?: boolean
  /** Milliseconds into the title. */
  readonly seekTo?: number
  readonly rate: number
}

interface Following {
  readonly lead: Lead
  /** By the server's clock. */
  readonly now: number
  readonly player: PlayerFacts
  readonly isCorrecting: boolean
  /** How long a seek takes until it plays: where the host will be then is where it seeks to. */
  readonly seekTakes: number
  /** Since the last seek; Infinity where the host has changed something since. */
  readonly sinceSeek: number
}

/** How a player comes to where the host is. */
export function followStep({ lead, now, player, isCorrecting, seekTakes, sinceSeek }: Following): FollowStep {
  const { time, duration, paused, seeking, ready, ended } = player
  const target = targetOf(lead, now, duration)
  const drift = time - target
  // While its data comes it is not sent for other data, unless it is of no use any more.
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

/** What the host's player has to say, so that the room is as it is; undefined while it is. */
export function leadChange({
  lead,
  now,
  player,
  isStalled,
}: {
  readonly lead: Lead
  readonly now: number
  readonly player: PlayerFacts
  /** It has had no data for so long that the others have to wait. */
  readonly isStalled: boolean
}): { readonly playing: boolean; readonly position: number } | undefined {
  const { time, duration, paused, seeking, ended } = player
  const position = Math.max(0, Math.round(time))
  const drift = time - targetOf(lead, now, duration)
  if (isAdvancing(player)) {
    const isElsewhere = !lead.playing || Math.abs(drift) > SEEK_MS
    return isElsewhere ? { playing: true, position } : undefined
  }
  // A short gap in the data is no pause.
  const isStopped = paused || ended || seeking || isStalled
  if (!isStopped) return undefined
  const isElsewhere = lead.playing || Math.abs(drift) > PAUSED_MS
  return isElsewhere ? { playing: false, position } : undefined
}
