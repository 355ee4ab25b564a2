import type { ArticlesText, HelpText } from '../zh_HK/help.ts'

const articleCount = (count: number): string => `${count} ${count === 1 ? 'article' : 'articles'}`

/** The help centre and the pages of error codes. */
export const help = {
  title: 'Help centre',
  search: 'Search help',
  placeholder: 'Try “cancel” or “4032”',
  clear: 'Clear search',
  found: articleCount,
  count: articleCount,
  topics: 'Topics',
  resultsOf: (keyword) => `Results for “${keyword}”`,
  closest: 'No exact match. These come closest:',
  fillers:
    'a about am an and are at be been can cannot cant could did do does doesnt dont for from get have how i if im in into is isnt it its me my need of on or please should so that the there this to want was what whats when where which who why will with without wont would you your'.split(
      ' ',
    ),
  none: 'No articles match',
  noneText: 'Try shorter words, or choose a topic above.',
  errors: 'Error codes',
  code: (code) => `Error ${code}`,
  unknownText:
    'We don’t have a page about this code. Reload and try again. If it happens again, search the help centre for what you see.',
  toHelp: 'Go to the help centre',
  toHome: 'Back to home',
  contact: {
    title: 'Still stuck?',
    text: 'Tell us what happened and we’ll give you a case number.',
    withResult: 'We’ll include your test result and give you a case number.',
    link: 'Contact us',
  },
  updated: (day) => `Updated ${day}`,
  test: {
    title: 'Device test',
    text: 'Checks what this device can play and measures your connection.',
    start: 'Start the test',
    again: 'Test again',
    busy: 'Testing',
    done: 'Done',
    hevc: 'HEVC video',
    hevcText: 'Needed for 4K',
    dolby: 'Dolby audio',
    dolbyText: 'Plays in stereo without it',
    speed: 'Connection',
    speedText: 'Median of three measurements',
    yes: 'Supported',
    no: 'Not supported',
    mbps: 'Mb/s',
    over: 'Over',
    marks: { sd: 'SD', hd: 'HD', uhd: '4K' },
    range: (from, to) => `${from} to ${to}`,
    failed: 'We couldn’t measure your connection. Check your network and try again.',
    verdict: {
      uhd: '4K plays smoothly',
      hevcMissing: 'HD plays smoothly',
      hd: 'HD plays smoothly',
      sd: 'SD plays smoothly',
      none: 'Too slow: playback may buffer',
    },
    reason: {
      uhd: (from, to) => `4K needs ${from} to ${to} Mb/s, and you have enough.`,
      hevcMissing: () => 'You’re fast enough for 4K, but this device doesn’t support HEVC.',
      hd: (from, to, missing) => `4K needs ${from} to ${to} Mb/s. You’re ${missing} Mb/s short.`,
      sd: (hd, missing) => `HD needs ${hd} Mb/s. You’re ${missing} Mb/s short.`,
      none: (sd) => `SD needs ${sd} Mb/s. Choose “Save data”, or use a faster network.`,
    },
    copy: 'Copy result',
    copied: 'Test result copied.',
    copyFailed: 'We couldn’t copy it. Write the result down instead.',
    line: (name, value) => `${name}: ${value}`,
  },
} satisfies HelpText

/** Around the texts about the service. */
export const articles = {
  contents: 'Contents',
  updated: (day: string) => `Last updated ${day}`,
  print: 'Print',
} satisfies ArticlesText
