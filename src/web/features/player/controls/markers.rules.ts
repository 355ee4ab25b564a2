/** The points of an episode in seconds; 0 where there is none (SPEC section 3). */
export interface EpisodePoints {
  /** Start of the opening: the skip button appears. */
  readonly startShowPoint: number
  /** End of the opening: skipping seeks here. */
  readonly startPosition: number
  readonly endPosition: number
}

/** Shown this long without the controls, afterwards with them. */
export const SKIP_SHOWN_S = 8
/** The next episode starts automatically after this many seconds. */
export const NEXT_COUNTDOWN_S = 10

export interface SkipOffer {
  readonly to: number
  /** Shown without the controls too. */
  readonly alone: boolean
  readonly left: number
}

export function skipOffer({ startShowPoint, startPosition }: EpisodePoints, time: number): SkipOffer | null {
  if (startPosition <= startShowPoint || time < startShowPoint || time >= startPosition - 1) return null
  return {
    to: startPosition,
    alone: time < startShowPoint + SKIP_SHOWN_S,
    left: (startPosition - time) / (startPosition - startShowPoint),
  }
}

/** From the credits on, or at the end. Credits after the end count as none. */
export function nextDue(
  { endPosition }: EpisodePoints,
  time: number,
  video: { duration: number; ended: boolean },
): boolean {
  if (video.ended) return true
  return endPosition > 0 && video.duration > 0 && endPosition < video.duration && time >= endPosition
}

/** Boundaries between opening, story and credits, as shares of the duration. */
export function chapterGaps(points: EpisodePoints, duration: number): number[] {
  if (duration <= 0) return []
  const marks = [points.startShowPoint, points.startPosition, points.endPosition]
  return [...new Set(marks)].filter((at) => at > 1 && at < duration - 1).map((at) => at / duration)
}

/** A whole length, rounded as the title's details round it; a position is rounded down. */
export const lengthText = (seconds: number): string => clockText(Math.round(seconds))

/** Seconds as `01:05` or `1:02:03`, with the fields that the duration `like` needs. */
export function clockText(seconds: number, like = seconds): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const pair = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return hours > 0 || like >= 3600 ? `${hours}:${pair(minutes)}:${pair(rest)}` : `${pair(minutes)}:${pair(rest)}`
}
