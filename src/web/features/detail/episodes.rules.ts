import type { Episode } from '#contract/programs.ts'

/** Episodes shown at first (SPEC 9). */
export const FIRST_EPISODES = 3
/** A longer list is split into ranges of this size. */
export const RANGE_SIZE = 30

/** A range of the list: indices (`to` exclusive) and the episode numbers on its chip. */
export interface EpisodeRange {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
}

/** The ranges of a list; one when it needs no chips. */
export function rangesOf(episodes: readonly Pick<Episode, 'episode'>[]): EpisodeRange[] {
  const count = Math.max(1, Math.ceil(episodes.length / RANGE_SIZE))
  return Array.from({ length: count }, (_, at) => {
    const from = at * RANGE_SIZE
    const to = Math.min(episodes.length, from + RANGE_SIZE)
    return { from, to, first: episodes[from]?.episode ?? 1, last: episodes[to - 1]?.episode ?? 1 }
  })
}

/** What to show of the list: three around the one to resume, or a range of all. */
export interface EpisodeView {
  readonly isOpen: boolean
  readonly range: number
  /** The index of the episode to resume; -1 for none. */
  readonly current: number
}

/** The episodes on screen. */
export function shownEpisodes<E extends Pick<Episode, 'episode'>>(
  episodes: readonly E[],
  { isOpen, range, current }: EpisodeView,
): readonly E[] {
  if (!isOpen) {
    // The first three if it is one of them, else starting with the one before it.
    const from = current < FIRST_EPISODES ? 0 : Math.min(current - 1, episodes.length - FIRST_EPISODES)
    return episodes.slice(from, from + FIRST_EPISODES)
  }
  const { from, to } = rangesOf(episodes)[range] ?? { from: 0, to: episodes.length }
  return episodes.slice(from, to)
}

/** The range of an index. */
export const rangeAt = (current: number): number => Math.max(0, Math.floor(current / RANGE_SIZE))
