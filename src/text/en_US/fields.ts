import type { FieldsText } from '../zh_HK/fields.ts'
import { fieldRules } from './errors.ts'

/** Sentences about a field before anything is sent. */
export const fields = {
  rules: fieldRules,
  missing: 'Fill this in.',
  /** Of a choice. */
  unchosen: 'Please choose.',
  tooLong: (max: number) => `Use at most ${max} characters.`,
  wrong: 'This isn’t in the right format.',
  /** A date in three boxes. */
  day: {
    why: (why: string) => `${why} Enter the year in four digits, then the month and the day: 2000, 01, 01.`,
    parts: { year: 'Year', month: 'Month', day: 'Day' },
    hint: 'Enter the year in four digits, then the month and the day: 2000, 01, 01.',
    wrong: {
      year: (first: number, last: number) => `Enter a year from ${first} to ${last}, in four digits.`,
      month: 'Enter a month from 1 to 12.',
      day: (last: number) => `Enter a day from 1 to ${last}.`,
      future: 'Your date of birth must be before today.',
    },
  },
} satisfies FieldsText
