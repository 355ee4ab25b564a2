import type { TitleContent, TitleEpisode } from './titles.ts'

const NO_TEXT = { zh_HK: '', en_US: '' } as const

/** What a form begins with, and an import before its line says anything. */
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
