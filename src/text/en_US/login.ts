import type { LoginText } from '../zh_HK/login.ts'
import { numbers } from './numbers.ts'

/** Signing in, and the forgotten password. */
export const login = {
  numbers,
  title: 'Log in',
  resumes: 'Log in and pick up where you left off.',
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
    submit: 'Log it out and continue',
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
    ends: 'This logs out every device.',
    submit: 'Change password',
    busy: 'One moment…',
    again: 'Go back and re-enter your account',
  },
} satisfies LoginText
