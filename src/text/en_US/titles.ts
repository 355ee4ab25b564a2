import type { TitlesText } from '../zh_HK/titles.ts'

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
  languages: { cmn: 'Mandarin', 'zh-Hant': 'Traditional Chinese', 'zh-Hans': 'Simplified Chinese' },
  minutes: (n: number) => `${n} min`,
  seconds: (n: number) => `${n} sec`,
  season: (n: number) => `Season ${n}`,
  episode: (n: number) => `Episode ${n}`,
  listJoin: ', ',
  popularIn: (genre: string) => `Popular in ${genre}`,
} satisfies TitlesText
