import type { FieldsText } from '../zh_HK/fields.ts'
import { fieldRules } from './errors.ts'

/** Sentences about a field before anything is sent. */
export const fields = {
  rules: fieldRules,
  missing: 'Fill this in.',
  /** Of a choice. */
  unchosen: 'Choose one.',
  tooLong: (max: number) => `Use at most ${max} characters.`,
  wrong: 'This isn’t in the right format.',
  /** A date in three boxes. */
  day: {
    why: (why: string) => `${why} Enter a four-digit year, then the month and day, for example 2000, 01, 01.`,
    parts: { year: 'Year', month: 'Month', day: 'Day' },
    hint: 'Enter a four-digit year, then the month and day, for example 2000, 01, 01.',
    wrong: {
      year: (first: number, last: number) => `Enter a four-digit year from ${first} to ${last}.`,
      month: 'Enter a month from 1 to 12.',
      day: (last: number) => `Enter a day from 1 to ${last}.`,
      future: 'Your date of birth must be before today.',
    },
  },
} satisfies FieldsText
