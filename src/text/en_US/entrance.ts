import type { EntranceText } from '../zh_HK/entrance.ts'

/** What stands around the forms of login and registration. */
export const entrance = {
  headline: ['When night falls,', 'we set sail'],
  text: 'Films, drama, variety and kids shows from Hong Kong and Macau.',
  kids: 'Kids mode',
} satisfies EntranceText
