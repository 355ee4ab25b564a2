import type { EntranceText, LoginPromptText, LoginText } from '../zh_HK/login.ts'
import { numbers } from './numbers.ts'

/** Logging in, and the forgotten password. */
export const login = {
  numbers,
  title: 'Log in',
  required: 'Please log in and operate',
  resumes: 'Log in and pick up where you left off.',
  resumesTitle: (title) => `Log in to continue to “${title}”.`,
  password: 'Password',
  passwordHint: 'It has at least six digits. We sent it by SMS when you signed up.',
  submit: 'Log in',
  busy: 'Logging in…',
  forgot: 'Forgot your password?',
  noAccount: 'Don’t have an account?',
  register: 'Sign up',
  freeFirst: 'You can watch free titles without logging in.',
  look: 'Browse titles',
  passwordChanged: 'Your password was changed. Log in with the new one.',
  devices: {
    title: 'You’re logged in on too many devices',
    text: (max: number) =>
      `You can be logged in on up to ${max} devices at a time. Choose one to log out and continue here.`,
    choose: 'Choose a device to log out',
    missing: 'Choose a device.',
    lastSeen: (at: string) => `Last used: ${at}`,
    submit: 'Log out and continue',
    back: 'Back',
  },
  forget: {
    title: 'Forgot password',
    text: 'Enter the mobile number you signed up with. We’ll send you a code by SMS.',
    send: 'Send code',
    sending: 'Sending…',
    back: 'Back to login',
    resetTitle: 'Choose a new password',
    newPassword: 'New password',
    newPasswordHint: 'Use at least six digits. Don’t use 123456, your phone number or anything easy to guess.',
    confirmPassword: 'Confirm new password',
    ends: 'You’ll be logged out on all your devices.',
    submit: 'Change password',
    busy: 'One moment…',
    again: 'Go back and re-enter your account',
  },
} satisfies LoginText

/** The login prompt, links that sign in or out, and what is shown after a pending action was resumed. */
export const loginPrompt = {
  title: 'Please log in and operate',
  text: 'Log in to continue. No account yet? Signing up only takes a few minutes.',
  login: 'Log in',
  register: 'Sign up',
  cancel: 'Cancel',
  kidsTitle: 'Kids mode',
  kidsText: 'Leave kids mode first, then log in.',
  favoriteAdded: 'Added to your list',
  enterTitle: 'Log in with this link?',
  enterText: (number: string) => `This link will log you in on this device as ${number}.`,
  enterTextNoNumber: 'This link will log you in to another account on this device.',
  enterInstead: (number: string) => `${number} will be logged out on this device.`,
  enter: 'Log in',
  leaveTitle: 'Log out of this device?',
  leaveText: (number: string) => `This link logs ${number ? `${number} out of this device` : 'this device out'}.`,
  leave: 'Log out',
  stay: 'Keep as is',
  badToken: 'This login link is invalid or has expired. Nothing has changed.',
  backAgain: 'Press Back again to exit',
} satisfies LoginPromptText

/** Texts beside the forms of login and registration. */
export const entrance = {
  headline: ['When night falls,', 'we set sail'],
  text: 'Films, drama, variety and kids shows from Hong Kong and Macau.',
  kids: 'Kids mode',
} satisfies EntranceText
