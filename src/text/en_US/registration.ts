import type { RegistrationText } from '../zh_HK/registration.ts'
import { numbers } from './numbers.ts'

/** Registration in three steps. */
export const registration = {
  numbers,
  title: 'Register',
  progress: 'Steps of the registration',
  steps: { number: 'Number', code: 'Code', details: 'Details' },
  done: 'done',
  next: 'Next',
  busy: 'One moment',
  back: 'Back',
  number: {
    title: 'Create an account',
    text: 'Enter your mobile number. We send a code by SMS.',
    terms: 'I have read and agree to the general terms',
    privacy: 'I have read and agree to the privacy statement',
    readTerms: 'Read the terms',
    readPrivacy: 'Read the statement',
    haveAccount: 'Have an account?',
    login: 'Log in',
  },
  code: {
    title: 'Enter the code from the SMS',
    verified: 'This number is verified.',
  },
  details: {
    title: 'About you',
    text: 'When you are done, your password and your parental code are sent to you by SMS.',
    name: 'Name',
    email: 'E-mail address',
    emailHint: 'For receipts and notices about your account.',
    birthday: 'Date of birth',
    birthdayHint: 'Like 2000-01-01',
    gender: 'Gender',
    genders: { female: 'Female', male: 'Male' },
    marketing: 'I would like to hear about Harbour’s new titles, offers and events by SMS and e-mail',
    marketingHint: 'Your choice: you can register without it, and change your mind at any time.',
    submit: 'Finish',
  },
  finished: 'Your account is ready. Your password was sent to you by SMS.',
  understood: 'OK',
  close: 'Close',
  agreementFailed: 'It could not be loaded. Please check the network and try again.',
} satisfies RegistrationText
