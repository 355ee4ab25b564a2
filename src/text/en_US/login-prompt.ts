import type { LoginPromptText } from '../zh_HK/login-prompt.ts'

/** The login prompt, links that sign in or out, and what is shown after a pending action was resumed. */
export const loginPrompt = {
  title: 'Please log in and operate',
  text: 'Log in to continue. No account yet? Signing up only takes a few minutes.',
  login: 'Log in',
  register: 'Sign up',
  cancel: 'Cancel',
  kidsTitle: 'Kids mode',
  kidsText: 'Leave kids mode first, then log in.',
  favoriteAdded: 'Added to my list',
  enterTitle: 'Log in with this link?',
  enterText: (number: string) => `This link logs this device in as ${number}.`,
  enterTextNoNumber: 'This link logs this device in to another account.',
  enterInstead: (number: string) => `${number} will be logged out of this device.`,
  enter: 'Log in',
  leaveTitle: 'Log out of this device?',
  leaveText: (number: string) => `This link logs ${number ? `${number} out of this device` : 'this device out'}.`,
  leave: 'Log out',
  stay: 'Keep as is',
  badToken: 'This login link is invalid or has expired. Nothing has changed.',
  backAgain: 'Press Back again to exit',
} satisfies LoginPromptText
