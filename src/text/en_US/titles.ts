import type { AccessText, TitlesText } from '../zh_HK/titles.ts'
import { restrictions, runningTimes } from './facets.ts'
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
    'PAY PER RENT': 'Rent',
  },
  restrictions,
  runningTimes,
  countries: { MO: 'Macau', CN: 'Mainland China' },
  languages,
  minutes: (n: number) => `${n} min`,
  seconds: (n: number) => `${n} s`,
  season: (n: number) => `Season ${n}`,
  episode: (n: number) => `Episode ${n}`,
  listJoin: ', ',
  popularGenre: (genre: string) => `Popular in ${genre}`,
  likedGenre: (genre: string) => `Because you like ${genre}`,
  sameDirector: (name: string) => `Also directed by ${name}`,
  samePerson: (name: string) => `Also with ${name}`,
  sameTag: (tag: string) => `Also tagged ${tag}`,
  becauseWatched: (title: string) => `Because you watched ${title}`,
  coWatched: 'Viewers also watched this',
  sameGenre: (genre: string) => `More in ${genre}`,
} satisfies TitlesText

export const access = {
  play: { free: 'Watch free', plan: 'Watch', rental: 'Watch', screening: 'Watch' },
  playNote: { free: '', plan: 'Free with your pass', rental: '', screening: 'Your private screening' },
  buy: { rental: 'Rent', plan: 'Watch with the pass', ticket: 'Use a voucher' },
  credits: (credits: number) => `${credits} ${credits === 1 ? 'credit' : 'credits'}`,
  creditsOf: (credits: number, owned: number) =>
    credits <= owned
      ? `${credits} ${credits === 1 ? 'credit' : 'credits'} of ${owned}`
      : `${credits} credits, you have ${owned}`,
  voucher: (left: number) => `1 voucher (${left} left afterwards)`,
  login: 'Log in to watch',
  parental: 'Enter parental code to watch',
  deny: {
    REGION_REFUSED: 'This title isn’t available in your region.',
    WINDOW_CLOSED: 'This title isn’t available right now.',
    KIDS_REFUSED: 'This title isn’t available in kids mode.',
    CLASS_REFUSED: 'Category III titles aren’t available in kids mode.',
    PREPARING: 'Coming soon. You can watch this title once it’s ready.',
    NOT_ON_SALE: 'This title isn’t on sale yet.',
    INSUFFICIENT_TICKETS: 'You don’t have enough vouchers to watch this title.',
    VOUCHERS_NOT_TAKEN: 'Movie vouchers can’t be used for this title.',
    VOUCHERS_ONLY: 'Only telecom partner members can watch this title, using a movie voucher.',
    KIDS_PURCHASE_REFUSED: 'Ask a parent to get this title for you.',
  },
} satisfies AccessText
