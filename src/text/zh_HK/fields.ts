import { fieldRules } from './errors.ts'

/** Sentences about a field before anything is sent. */
export const fields = {
  rules: fieldRules,
  missing: '請填寫此欄。',
  /** Of a choice. */
  unchosen: '請選擇。',
  tooLong: (max: number) => `最多 ${max} 個字。`,
  wrong: '格式不正確。',
  /** A date in three boxes. */
  day: {
    why: (why: string) => `${why}請輸入年份（四位數字）、月份及日期，例如 2000、01、01。`,
    parts: { year: '年', month: '月', day: '日' },
    hint: '請輸入年份（四位數字）、月份及日期，例如 2000、01、01。',
    wrong: {
      year: (first: number, last: number) => `年份須為 ${first} 至 ${last} 的四位數字。`,
      month: '月份須為 1 至 12。',
      day: (last: number) => `日期須為 1 至 ${last}。`,
      future: '出生日期須在今日之前。',
    },
  },
}

export type FieldsText = typeof fields

declare module '../texts.ts' {
  interface Texts {
    fields: FieldsText
  }
}
