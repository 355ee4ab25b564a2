import type { Genre } from '#contract/genres.ts'
import { restrictions, runningTimes } from './facets.ts'
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
  restrictions,
  runningTimes,
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
  sameDirector: (name: string) => `同樣由${name}執導`,
  samePerson: (name: string) => `${name}參與作品`,
  sameTag: (tag: string) => `同樣標籤：${tag}`,
  becauseWatched: (title: string) => `因為你看過《${title}》`,
  coWatched: '觀眾亦看過',
  sameGenre: (genre: string) => `同屬${genre}類`,
}

export type TitlesText = typeof titles

/** The button of a title, and why there is none. */
export const access = {
  play: { free: '免費播放', plan: '播放', rental: '播放', screening: '播放' },
  playNote: { free: '', plan: '通行證免費觀看', rental: '', screening: '你的私人場次' },
  buy: { rental: '租看', plan: '以通行證觀看', ticket: '使用換領券' },
  credits: (credits: number) => `${credits} 點`,
  creditsOf: (credits: number, owned: number) => `${credits} 點（現有 ${owned} 點）`,
  voucher: (left: number) => `1 張換領券（用後餘 ${left} 張）`,
  login: '登入後觀看',
  parental: '輸入家長密碼後觀看',
  deny: {
    REGION_REFUSED: '你所在的地區未能觀看此節目。',
    WINDOW_CLOSED: '此節目現時未有上架。',
    KIDS_REFUSED: '兒童模式不提供此節目。',
    CLASS_REFUSED: '此節目為第 III 級，兒童模式不提供。',
    PREPARING: '節目準備中，完成後即可觀看。',
    NOT_ON_SALE: '此節目尚未開售。',
    INSUFFICIENT_TICKETS: '換領券不足，未能觀看此節目。',
    VOUCHERS_NOT_TAKEN: '此節目不接受換領券。',
    VOUCHERS_ONLY: '此節目只供電訊夥伴會員以換領券觀看。',
    KIDS_PURCHASE_REFUSED: '請由家長為你開通此節目。',
  },
}

export type AccessText = typeof access
