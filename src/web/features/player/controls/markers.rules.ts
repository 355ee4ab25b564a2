/** The points of an episode in seconds; 0 where there is none (SPEC section 3). */
export interface EpisodePoints {
  /** Where the opening begins: the skip button comes up. */
  readonly startShowPoint: number
  /** Where the opening ends: skipping jumps here. */
  readonly startPosition: number
  /** Where the credits begin: the next episode is offered. */
  readonly endPosition: number
}

/** The skip button stays up this long by itself, then comes and goes with the controls. */
export const SKIP_SHOWN_S = 8
/** The next episode starts by itself after this many seconds. */
export const NEXT_COUNTDOWN_S = 10

export interface SkipOffer {
  /** Where skipping jumps to. */
  readonly to: number
  /** Whether it shows without the controls too. */
  readonly alone: boolean
  /** How much of the opening is left, 1 to 0. */
  readonly left: number
}

/** Whether skipping the opening is on offer at `time`. */
export function skipOffer({ startShowPoint, startPosition }: EpisodePoints, time: number): SkipOffer | null {
  if (startPosition <= startShowPoint || time < startShowPoint || time >= startPosition - 1) return null
  return {
    to: startPosition,
    alone: time < startShowPoint + SKIP_SHOWN_S,
    left: (startPosition - time) / (startPosition - startShowPoint),
  }
}

/** Whether the next episode is on offer: from the credits, or once the film has ended. Points past the end count as none. */
export function nextDue(
  { endPosition }: EpisodePoints,
  time: number,
  film: { duration: number; ended: boolean },
): boolean {
  if (film.ended) return true
  return endPosition > 0 && film.duration > 0 && endPosition < film.duration && time >= endPosition
}

/** Cuts the seek bar into opening, story and credits: shares of the whole between 0 and 1 where a gap is drawn. */
export function chapterGaps(points: EpisodePoints, duration: number): number[] {
  if (duration <= 0) return []
  const marks = [points.startShowPoint, points.startPosition, points.endPosition]
  return [...new Set(marks)].filter((at) => at > 1 && at < duration - 1).map((at) => at / duration)
}

/** Seconds as a clock: `01:05`, `1:02:03`. With `like`, as many places as that duration has. */
export function clockText(seconds: number, like = seconds): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const pair = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return hours > 0 || like >= 3600 ? `${hours}:${pair(minutes)}:${pair(rest)}` : `${pair(minutes)}:${pair(rest)}`
}
