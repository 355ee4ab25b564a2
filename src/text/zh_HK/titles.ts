import type { Genre } from '#contract/genres.ts'
import { languages } from './languages.ts'

/** What the wire says of titles in words. */
export const titles = {
  genres: {
    action: '動作',
    drama: '劇情',
    horror: '恐怖',
    comedy: '喜劇',
    romance: '愛情',
    family: '家庭',
  } satisfies Record<Genre, string>,
  vodTypes: {
    'FREE TO WATCH': '免費',
    'VIP UNLIMITED WATCH': '通行證',
    'MOVIE VOUCHER': '換領券',
    'PAY PER RENT': '點數租看',
  },
  /** Where the standard names of countries (and of languages) are not the ones that are used here. */
  countries: { MO: '澳門', CN: '中國內地' } as Record<string, string>,
  languages,
  minutes: (n: number) => `${n} 分鐘`,
  seconds: (n: number) => `${n} 秒`,
  season: (n: number) => `第 ${n} 季`,
  episode: (n: number) => `第 ${n} 集`,
  listJoin: '、',
  popularGenre: (genre: string) => `熱門${genre}作品`,
  likedGenre: (genre: string) => `因為你喜歡${genre}`,
  samePerson: (name: string) => `${name}參與作品`,
  sameTag: (tag: string) => `同樣標籤：${tag}`,
  becauseWatched: (title: string) => `因為你看過《${title}》`,
  coWatched: '觀眾也看過',
  sameGenre: (genre: string) => `同屬${genre}類`,
}

export type TitlesText = typeof titles
