import type { LoginPromptText } from '../zh_HK/login-prompt.ts'

/** The login prompt, links that sign in or out, and what is said after a wish was done. */
export const loginPrompt = {
  title: 'Please log in and operate',
  text: 'Log in to go on. No account yet? Registering takes a few minutes.',
  login: 'Log in',
  register: 'Register',
  cancel: 'Cancel',
  kidsTitle: 'Kids mode',
  kidsText: 'Leave kids mode first, then log in.',
  favoriteAdded: 'Added to favourites',
  enterTitle: 'Log in with this link?',
  enterText: (number: string) => `This link logs this device in as ${number}.`,
  enterTextNoNumber: 'This link logs this device in to another account.',
  enterInstead: (number: string) => `${number} will be logged out of this device.`,
  enter: 'Log in to it',
  leaveTitle: 'Log out of this device?',
  leaveText: (number: string) => `This link logs ${number || 'this device'} out.`,
  leave: 'Log out',
  stay: 'Change nothing',
  badToken: 'This login link is not valid or has expired. Nothing was changed.',
  backAgain: 'Press back again to leave',
} satisfies LoginPromptText
