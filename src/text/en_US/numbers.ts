import type { NumbersText } from '../zh_HK/numbers.ts'

/** A mobile number, its region and a code by SMS, wherever they are asked for. */
export const numbers = {
  region: 'Region',
  regions: { 852: 'Hong Kong', 853: 'Macau' },
  mobile: 'Mobile number',
  code: 'Six-digit code',
  codeSentTo: 'A six-digit code was sent to',
  change: 'Change the number',
  wait: 'If none comes within three minutes, send it again or change the number',
  waitOver: 'Still none? Send it again, or change the number.',
  resend: 'Send again',
  resent: 'The code was sent again.',
  guard: 'Harbour staff never ask for this code. Do not tell it to anyone.',
  tooMany: 'Too many tries. Please try again later.',
  again: (clock: string) => `Try again in ${clock}`,
  haveCode: 'Already have a code? Enter it',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
} satisfies NumbersText
