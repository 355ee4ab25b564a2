import type { ConsoleHomeText } from '../zh_HK/console-home.ts'

export const consoleHome: ConsoleHomeText = {
  todo: 'To do',
  approvals: (count) => (count === 1 ? '1 approval waits for you' : `${count} approvals wait for you`),
  approvalsText: 'After 72 hours without a decision they expire.',
  own: (count) =>
    count === 1 ? '1 of your requests waits for approval' : `${count} of your requests wait for approval`,
  ownText: (time) => `The oldest is valid until ${time}.`,
  open: 'Open',
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
