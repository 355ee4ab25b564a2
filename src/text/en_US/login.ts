import type { LoginText } from '../zh_HK/login.ts'
import { numbers } from './numbers.ts'

/** Signing in, and the forgotten password. */
export const login = {
  numbers,
  title: 'Log in',
  wish: 'After logging in you carry on with what you were doing.',
  password: 'Password',
  passwordHint: 'At least six digits, sent to you by SMS when you registered.',
  submit: 'Log in',
  busy: 'Logging in',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  register: 'Register now',
  freeFirst: 'Free films need no login.',
  look: 'Look around first',
  passwordChanged: 'Your password was changed. Please log in with the new one.',
  devices: {
    title: 'Too many devices are signed in',
    text: (max: number) =>
      `An account can be signed in on ${max} devices at most. Choose one to sign out, then you are logged in here.`,
    choose: 'Choose the device to sign out',
    missing: 'Please choose a device.',
    lastSeen: (at: string) => `Last used: ${at}`,
    submit: 'Sign it out and log in here',
    back: 'Back',
  },
  forget: {
    title: 'Forgotten password',
    text: 'Enter the mobile number that you registered with. We send a code by SMS.',
    send: 'Send a code',
    sending: 'Sending',
    back: 'Back to login',
    resetTitle: 'Choose a new password',
    newPassword: 'New password',
    newPasswordHint: 'At least 6 digits. Please do not use 123456, your number, or anything as easy to guess.',
    confirmPassword: 'New password again',
    ends: 'This signs out every device.',
    submit: 'Change the password',
    busy: 'One moment',
    again: 'Go back and enter the account again',
  },
} satisfies LoginText
