import type { EntranceText } from '../zh_HK/entrance.ts'

/** What stands around the forms of login and registration. */
export const entrance = {
  headline: ['After nightfall,', 'we sail from here'],
  text: 'Films, drama, variety and kids’ programmes from Hong Kong and Macau.',
  kids: 'Kids mode',
} satisfies EntranceText
