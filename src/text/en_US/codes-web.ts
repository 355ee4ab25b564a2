import type { CodesText } from '../zh_HK/codes-web.ts'

const of = (n: string, one: string, many: string) => `${n} ${n === '1' ? one : many}`

/** Codes: the field, why one is refused, and what one gives. */
export const codes = {
  label: 'Code',
  hint: 'You can paste it. Capitals, spaces and hyphens don’t matter.',
  missing: 'Enter your code.',
  refused: {
    WRONG_CODE: { title: 'That code isn’t right.', text: 'Check every character and try again.' },
    CODE_EXPIRED: { text: 'If it was a gift, ask the person who gave it to you.' },
    CODE_USED: {
      title: 'This code has already been used.',
      text: 'If you redeemed it, you’ll find it in your statement.',
    },
    NEW_USERS_ONLY: {
      title: 'This code is for new members only.',
      text: 'It works for new accounts that have never redeemed a code, paid or had a plan. You can give it to a friend who hasn’t joined yet.',
    },
  },
  triesLeft: (n: string) => `${of(n, 'try', 'tries')} left before you have to wait.`,
  tooMany: 'Too many wrong codes. Wait a moment, then try again.',
  again: (clock: string) => `Try again in ${clock}`,
  offline: 'You’re offline. What you entered is kept: try again once you’re connected.',
  toStatement: 'See your statement',
  kinds: { plan: 'Pass', credits: 'Credits', voucher: 'Vouchers', ticket: 'Cinema tickets' },
  amount: {
    plan: (n: string) => of(n, 'month', 'months'),
    credits: (n: string) => of(n, 'credit', 'credits'),
    voucher: (n: string) => of(n, 'voucher', 'vouchers'),
    ticket: (n: string) => of(n, 'cinema ticket', 'cinema tickets'),
  },
  until: {
    plan: (when: string) => `Pass until ${when}`,
    other: (when: string) => `Valid until ${when}`,
  },
  listJoin: ', ',
  sentenceJoin: ' ',
} satisfies CodesText
