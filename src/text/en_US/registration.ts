import { fieldRules } from './errors.ts'
import type { RegistrationText } from '../zh_HK/registration.ts'
import { numbers } from './numbers.ts'

/** Registration in three steps. */
export const registration = {
  numbers,
  title: 'Sign up',
  pageTitle: (step) => `Sign up: ${step}`,
  progress: 'Sign-up steps',
  steps: { number: 'Number', code: 'Code', details: 'Details' },
  done: 'done',
  next: 'Next',
  busy: 'One moment…',
  back: 'Back',
  number: {
    title: 'Create your account',
    text: 'Enter your mobile number. We’ll send you a code by SMS.',
    terms: 'I’ve read and agree to the general terms',
    privacy: 'I’ve read and agree to the privacy statement',
    termsMissing: 'Agree to the general terms to continue.',
    privacyMissing: 'Agree to the privacy statement to continue.',
    readTerms: 'Read the terms',
    readPrivacy: 'Read the statement',
    haveAccount: 'Already have an account?',
    login: 'Log in',
  },
  code: {
    title: 'Enter your SMS code',
    verified: 'Your number is verified.',
  },
  details: {
    title: 'About you',
    text: 'When you finish, we’ll send your password and parental code by SMS.',
    name: 'Name',
    email: 'Email address',
    emailHint: 'We’ll send receipts and account notices here.',
    birthday: 'Date of birth',
    nameHint: 'For your receipts and your first profile.',
    birthdayWhy: 'To confirm your age, for example for Category III titles.',
    genderHint: 'So that we address you correctly. It’s never public.',
    gender: 'Gender',
    genders: { female: 'Female', male: 'Male' },
    marketing: 'I’d like to hear about new titles, offers and events by SMS and email',
    marketingHint: 'This is optional. You can change your mind any time.',
    havePromotion: 'Got a promotion code?',
    promotion: 'Promotion code (optional)',
    submit: 'Create account',
  },
  granted: {
    title: 'Your account is ready',
    text: 'We redeemed your promotion code. It gave you:',
    next: 'Choose a profile',
  },
  finished: 'Your account is ready. We sent your password by SMS.',
  understood: 'OK',
  close: 'Close',
  agreementFailed: 'Couldn’t load this. Check your connection and try again.',
} satisfies RegistrationText
