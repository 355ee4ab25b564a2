import type { Episode } from '#contract/programs.ts'

/** SPEC 9: so many episodes show at first. */
export const FIRST_EPISODES = 3
/** Past so many, the whole list is cut into ranges. */
export const RANGE_SIZE = 30

/** A stretch of the list: places from and up to, without the last, and the numbers that its chip shows. */
export interface EpisodeRange {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
}

/** The ranges of a list; a single one when it needs no chips. */
export function rangesOf(episodes: readonly Pick<Episode, 'episode'>[]): EpisodeRange[] {
  const count = Math.max(1, Math.ceil(episodes.length / RANGE_SIZE))
  return Array.from({ length: count }, (_, at) => {
    const from = at * RANGE_SIZE
    const to = Math.min(episodes.length, from + RANGE_SIZE)
    return { from, to, first: episodes[from]?.episode ?? 1, last: episodes[to - 1]?.episode ?? 1 }
  })
}

/** Which of the list to show: three around the one to go on with, or the chosen range of all. */
export interface EpisodeView {
  readonly isOpen: boolean
  readonly range: number
  /** The place in the list of the episode to go on with; none is -1. */
  readonly current: number
}

/** What is on screen. */
export function shownEpisodes<E extends Pick<Episode, 'episode'>>(
  episodes: readonly E[],
  { isOpen, range, current }: EpisodeView,
): readonly E[] {
  if (!isOpen) {
    // The first three as long as it is one of them; then the one before it stands first.
    const from = current < FIRST_EPISODES ? 0 : Math.min(current - 1, episodes.length - FIRST_EPISODES)
    return episodes.slice(from, from + FIRST_EPISODES)
  }
  const { from, to } = rangesOf(episodes)[range] ?? { from: 0, to: episodes.length }
  return episodes.slice(from, to)
}

/** The range that holds a place of the list. */
export const rangeAt = (current: number): number => Math.max(0, Math.floor(current / RANGE_SIZE))
