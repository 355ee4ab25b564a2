import type { TitlesText } from '../zh_HK/titles.ts'
import { languages } from './languages.ts'

export const titles = {
  genres: {
    action: 'Action',
    drama: 'Drama',
    horror: 'Horror',
    comedy: 'Comedy',
    romance: 'Romance',
    family: 'Family',
  },
  vodTypes: {
    'FREE TO WATCH': 'Free',
    'VIP UNLIMITED WATCH': 'Pass',
    'MOVIE VOUCHER': 'Voucher',
    'PAY PER RENT': 'Rent with credits',
  },
  countries: { MO: 'Macau', CN: 'Mainland China' },
  languages,
  minutes: (n: number) => `${n} min`,
  seconds: (n: number) => `${n} s`,
  season: (n: number) => `Season ${n}`,
  episode: (n: number) => `Episode ${n}`,
  listJoin: ', ',
  popularGenre: (genre: string) => `Popular in ${genre}`,
  likedGenre: (genre: string) => `Because you like ${genre}`,
  samePerson: (name: string) => `Also with ${name}`,
  sameTag: (tag: string) => `Also tagged ${tag}`,
  becauseWatched: (title: string) => `Because you watched ${title}`,
  coWatched: 'Viewers also watched this',
  sameGenre: (genre: string) => `More in ${genre}`,
} satisfies TitlesText
