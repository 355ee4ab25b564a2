import type { FieldsText } from '../zh_HK/fields.ts'
import { fieldRules } from './errors.ts'

/** What the site itself says of a field before anything is sent. */
export const fields = {
  rules: fieldRules,
  missing: 'Fill this in.',
  /** Of a choice. */
  unchosen: 'Please choose.',
  tooLong: (max: number) => `Use at most ${max} characters.`,
  wrong: 'This isn’t in the right format.',
} satisfies FieldsText
