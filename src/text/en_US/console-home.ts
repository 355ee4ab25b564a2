import type { ConsoleHomeText } from '../zh_HK/console-home.ts'

export const consoleHome: ConsoleHomeText = {
  newTitle: 'New title',
  upload: 'Upload a video',
  todo: 'To do',
  approvals: (count) => (count === 1 ? '1 approval waits for you' : `${count} approvals wait for you`),
  approvalsText: 'After 72 hours without a decision they expire.',
  own: (count) =>
    count === 1 ? '1 of your requests waits for approval' : `${count} of your requests wait for approval`,
  ownText: (time) => `The oldest is valid until ${time}.`,
  queues: {
    contact: {
      title: (count) =>
        count === '1' ? '1 contact case waits for an answer' : `${count} contact cases wait for an answer`,
      text: 'In order of due time.',
    },
    comments: {
      title: (count) => (count === '1' ? '1 comment waits for review' : `${count} comments wait for review`),
      text: 'They appear once approved.',
    },
    sales: {
      title: (count) => (count === '1' ? '1 goods order to send' : `${count} goods orders to send`),
      text: 'Paid, not sent yet.',
    },
    submissions: {
      title: (count) => (count === '1' ? '1 unread campaign submission' : `${count} unread campaign submissions`),
      text: 'Opening one is recorded in the audit log.',
    },
  },
  drafts: {
    title: 'Unpublished drafts',
    note: 'Only your drafts. They disappear once published.',
    fresh: 'New title',
    page: (name) => `Page: ${name}`,
    site: 'Whole site',
    saved: (time) => `Saved ${time}`,
    more: (count) => `Show ${count} more`,
    untitled: 'Untitled',
  },
  held: {
    title: 'Held work',
    note: 'The operator who started it has been disabled or has lost the role. Unless a second person approved it, it waits until a colleague takes it over.',
    bulk: (count) => (count === '1' ? 'Changes to 1 title' : `Changes to ${count} titles`),
    undo: (count) => (count === '1' ? 'Undo changes to 1 title' : `Undo changes to ${count} titles`),
    import: (file) => `Import of ${file}`,
    announcement: (title) => `Announcement: ${title}`,
    planOfTitle: (title) => `Scheduled publication: ${title}`,
    planOfPage: 'Scheduled publication of a page',
    by: (name, time) => `${name}, ${time}`,
    button: 'Continue',
    more: 'There’s more. The rest shows as you continue these.',
    buttonOf: (what) => `Continue: ${what}`,
    done: 'Continued. It’s now in your name.',
  },
  disputes: {
    title: (count) => (count === 1 ? '1 disputed payment' : `${count} disputed payments`),
    text: 'Download the evidence from the order.',
    answerBy: (time) => `Answer the first by ${time}.`,
    passed: (time) => `The last deadline passed on ${time}. The provider decides.`,
  },
  ending: (count, days) =>
    count === '1'
      ? `The window of 1 title ends within ${days} days`
      : `Windows of ${count} titles end within ${days} days`,
  endingText: 'The earliest end comes first.',
  open: 'Open',
  openOf: (what) => `Open: ${what}`,
  nothing: 'Nothing to do',
  nothingText: 'What waits for your decision appears here.',
  recent: 'Latest actions',
  recentOwn: 'Your latest actions',
  seeAll: 'See all',
  noneRecent: 'No actions yet.',
  you: 'Your session',
  signedIn: 'Logged in as',
  roles: 'Roles',
  until: 'Logged in until',
  idle: 'Logged out if idle at',
}
