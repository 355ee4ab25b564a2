import type { FieldsText } from '../zh_HK/fields.ts'
import { fieldRules } from './errors.ts'

/** What the site itself says of a field before anything is sent. */
export const fields = {
  rules: fieldRules,
  missing: 'Please fill this in.',
  tooLong: (max: number) => `This must be at most ${max} characters.`,
  wrong: 'This is not in the right format.',
} satisfies FieldsText
