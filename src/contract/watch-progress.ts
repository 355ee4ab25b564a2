/** From this share of its length on, or from `endPosition`, a video counts as watched. */
export const FINISHED_SHARE = 0.95

/** A position in a video, in seconds. `endPosition`: where the credits start; 0 while unknown. */
export interface PlaybackPosition {
  readonly position: number
  readonly duration: number
  readonly endPosition: number
}

/** Whether a position counts as the end: nearly all of the video was played, or the credits have started. */
export const isFinished = ({ position, duration, endPosition }: PlaybackPosition): boolean =>
  (duration > 0 && position >= duration * FINISHED_SHARE) || (endPosition > 0 && position >= endPosition)

/** Seconds left of a video. */
export const remainingOf = ({ position, duration }: Pick<PlaybackPosition, 'position' | 'duration'>): number =>
  Math.max(duration - position, 0)

/** Whether something is left to continue with: the video itself, or the next episode that can be played. */
export const hasContinuation = (isVideoFinished: boolean, next: unknown): boolean =>
  !isVideoFinished || (next !== undefined && next !== null)
