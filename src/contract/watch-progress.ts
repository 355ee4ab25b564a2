/** From here, or from `endPosition`, a video counts as watched. */
export const FINISHED_SHARE = 0.95

/** Seconds. `endPosition`: where the credits start; 0 while unknown. */
export interface PlaybackPosition {
  readonly position: number
  readonly duration: number
  readonly endPosition: number
}

export const isFinished = ({ position, duration, endPosition }: PlaybackPosition): boolean =>
  (duration > 0 && position >= duration * FINISHED_SHARE) || (endPosition > 0 && position >= endPosition)

export const remainingOf = ({ position, duration }: Pick<PlaybackPosition, 'position' | 'duration'>): number =>
  Math.max(duration - position, 0)

export const hasContinuation = (isVideoFinished: boolean, next: unknown): boolean =>
  !isVideoFinished || (next !== undefined && next !== null)
