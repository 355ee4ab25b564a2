import type { TitleContent } from '#contract/admin/titles.ts'

const none = { zh_HK: '', en_US: '' }

/** A film that may be published, as operators edit it. */
export const aTitleContent = (change: Partial<TitleContent> = {}): TitleContent => ({
  programType: 'movie',
  classify: 'movie',
  title: { zh_HK: '海上的燈', en_US: 'Lamps at Sea' },
  aliases: { zh_HK: [], en_US: [] },
  tagline: none,
  description: { zh_HK: '一盞燈。', en_US: 'A lamp.' },
  warning: none,
  genres: ['drama'],
  tags: [],
  country: ['HK'],
  locale: 'yue-HK',
  restriction: 'IIA',
  vodTypes: ['VIP UNLIMITED WATCH'],
  credits: 0,
  kids: false,
  releaseYear: 2_026,
  images: { keyart: '', landscape: '', art: '', hero: '' },
  focus: { hero: null, art: null },
  directors: [],
  actors: [],
  windows: [{ region: 'HK', startsAt: '2026-01-01T00:00:00.000Z', endsAt: null }],
  episodes: [],
  ...change,
})

export const anEpisode = (season: number, episode: number): TitleContent['episodes'][number] => ({
  season,
  episode,
  title: { zh_HK: `第${episode}集`, en_US: `Episode ${episode}` },
  description: none,
  startShowPoint: 0,
  startPosition: 0,
  endPosition: 0,
  image: '',
})
