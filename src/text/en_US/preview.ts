import type { PreviewText } from '../zh_HK/preview.ts'

export const preview = {
  name: 'Preview',
  regions: { HK: 'Hong Kong', MO: 'Macau' },
  profiles: { visitor: 'Visitor', member: 'Member', plan: 'Plan holder', kids: 'Child' },
  languages: { zh_HK: 'Chinese', en_US: 'English' },
  profileName: 'Preview',
  hongKong: (time: string) => `${time} Hong Kong time`,
  drafts: (count: number) =>
    count === 0 ? 'No drafts' : count === 1 ? '1 title as drafted' : `${count} titles as drafted`,
  pages: (names) => `Pages as drafted: ${names.join(', ')}`,
  sitePage: 'tabs, ads and pop-ups',
  live: 'Search, computed lists, offers and showtimes are as they are now',
  endedTitle: 'This preview has ended',
  endedText: 'A preview lasts up to 30 minutes and ends when you log out of the console. Open it again there.',
} satisfies PreviewText
