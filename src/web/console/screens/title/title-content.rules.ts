import { EMPTY_EPISODE } from '#contract/admin/new-title.ts'
import type { TitleEpisode } from '#contract/admin/titles.ts'

/** `S1E3`, as the issues of a draft name an episode. */
export const episodeCode = ({ season, episode }: Pick<TitleEpisode, 'season' | 'episode'>): string =>
  `S${season}E${episode}`

/** By season and number; equal ones keep their order. */
export const sortedEpisodes = (episodes: readonly TitleEpisode[]): TitleEpisode[] =>
  episodes.toSorted((a, b) => a.season - b.season || a.episode - b.episode)

/** The one that follows the last of a season. */
export function nextEpisode(episodes: readonly TitleEpisode[], season: number): TitleEpisode {
  const last = Math.max(0, ...episodes.filter((each) => each.season === season).map(({ episode }) => episode))
  return { ...EMPTY_EPISODE, season, episode: last + 1 }
}
