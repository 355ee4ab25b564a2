import type { TitleContent, TitleEpisode } from '#contract/admin/titles.ts'

const NO_TEXT = { zh_HK: '', en_US: '' } as const

export const EMPTY_TITLE: TitleContent = {
  programType: 'movie',
  classify: 'movie',
  title: NO_TEXT,
  aliases: { zh_HK: [], en_US: [] },
  tagline: NO_TEXT,
  description: NO_TEXT,
  warning: NO_TEXT,
  genres: [],
  tags: [],
  country: ['HK'],
  locale: 'yue',
  restriction: 'IIA',
  vodTypes: [],
  credits: 0,
  kids: false,
  releaseYear: 0,
  images: { keyart: '', landscape: '', art: '', hero: '' },
  focus: { hero: null, art: null },
  directors: [],
  actors: [],
  windows: [],
  episodes: [],
}

export const EMPTY_EPISODE: Omit<TitleEpisode, 'season' | 'episode'> = {
  title: NO_TEXT,
  description: NO_TEXT,
  startShowPoint: 0,
  startPosition: 0,
  endPosition: 0,
  image: '',
}

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
