import type { NumbersText } from '../zh_HK/numbers.ts'

/** A mobile number, its region and a code by SMS, wherever they are asked for. */
export const numbers = {
  region: 'Region',
  regions: { 852: 'Hong Kong', 853: 'Macau' },
  mobile: 'Mobile number',
  code: 'Six-digit code',
  codeSentTo: 'We sent a six-digit code to',
  change: 'Change number',
  wait: 'You can send another code when the timer ends.',
  waitOver: 'No code yet? Send it again.',
  waitLate: 'Still no code? Go back and re-enter your number.',
  resend: 'Send again',
  resent: 'We sent the code again.',
  guard: 'Our staff will never ask for this code. Don’t share it with anyone.',
  tooMany: 'Too many attempts. Try again later.',
  again: (clock: string) => `Try again in ${clock}`,
  haveCode: 'Already have a code? Enter it',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
} satisfies NumbersText
