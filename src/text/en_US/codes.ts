import type { GrantTitleText } from '../zh_HK/codes.ts'

const count = (amount: number, one: string): string => `${amount} ${one}${amount === 1 ? '' : 's'}`

export const grantTitle = {
  plan: (months, plan) => `${plan}, ${count(months, 'month')}`,
  credits: (amount) => count(amount, 'credit'),
  voucher: (amount) => count(amount, 'voucher'),
  ticket: (amount) => count(amount, 'cinema ticket'),
} satisfies GrantTitleText
