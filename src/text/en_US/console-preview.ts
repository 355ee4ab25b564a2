import type { ConsolePreviewText } from '../zh_HK/console-preview.ts'

export const consolePreview = {
  open: 'Preview site',
  title: (name: string) => `Preview: ${name}`,
  frame: 'Preview of the site',
  at: 'Time (Hong Kong)',
  region: 'Region',
  profile: 'Viewer',
  language: 'Language',
  width: 'Width',
  profiles: { visitor: 'Visitor', member: 'Member', plan: 'Plan', kids: 'Child' },
  languages: { zh_HK: 'Chinese', en_US: 'English' },
  widths: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  ownWindow: 'Open in a new window',
  reload: 'Open again',
  timeNeeded: 'Choose a time',
  note: 'Shows your drafts for 30 minutes. Nothing can be changed or played. Search, computed lists, offers and showtimes are as they are now.',
} satisfies ConsolePreviewText
