import type { CardsText } from '../zh_HK/cards.ts'

/** What a card says of a title. */
export const cards = {
  price: {
    'FREE TO WATCH': 'Free',
    'VIP UNLIMITED WATCH': 'Pass',
    'MOVIE VOUCHER': 'Voucher',
    'PAY PER RENT': 'Rent',
  },
  freeWithPass: 'Free with your pass',
  credits: (n: string) => (n === '1' ? '1 credit' : `${n} credits`),
  restriction: {
    I: 'Category I, suitable for all ages',
    IIA: 'Category IIA, not suitable for children',
    IIB: 'Category IIB, not suitable for young persons and children',
    III: 'Category III, persons aged 18 and above only',
  },
  episodes: (n: string) => (n === '1' ? '1 episode' : `${n} episodes`),
  preparing: 'Coming soon',
  rated: (score: string, votes: string) => `Rated ${score} from ${votes} ${votes === '1' ? 'rating' : 'ratings'}`,
  unrated: 'No ratings yet',
  genres: {
    action: 'Action',
    drama: 'Drama',
    horror: 'Horror',
    comedy: 'Comedy',
    romance: 'Romance',
    family: 'Family',
  },
  genreJoin: ', ',
} satisfies CardsText
