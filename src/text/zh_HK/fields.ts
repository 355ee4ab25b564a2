import { fieldRules } from './errors.ts'

/** What the site itself says of a field before anything is sent. */
export const fields = {
  rules: fieldRules,
  missing: '請填寫此欄。',
  /** Of a choice. */
  unchosen: '請選擇。',
  tooLong: (max: number) => `最多 ${max} 個字。`,
  wrong: '格式不正確。',
}

export type FieldsText = typeof fields

declare module '../texts.ts' {
  interface Texts {
    fields: FieldsText
  }
}
