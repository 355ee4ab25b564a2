import type { StaffText } from '../zh_HK/staff.ts'
import { paying } from './paying.ts'

/** The staff plan: company and staff number, the plans, and taking one. */
export const staff = {
  ...paying,
  title: 'Staff plan',
  text: 'Enter your company and staff number to use your company’s plan.',
  company: 'Company name',
  companyHint: 'As your company spells it.',
  companyMissing: 'Enter your company’s name.',
  number: 'Staff number',
  numberMissing: 'Enter your staff number.',
  check: 'Check',
  tooMany: 'Too many attempts. Wait a moment, then try again.',
  again: (clock: string) => `Try again in ${clock}`,
  notFound:
    'We couldn’t find this company and staff number, or its plan has been taken. Check both and try again. If it still doesn’t work, ask your company.',
  verified: (company: string) => `Verified: ${company}`,
  change: 'Change company or staff number',
  plans: 'Choose a staff plan',
  free: 'Free',
  price: (amount: string) => `${amount} (one month, doesn’t renew)`,
  credits: (n: string) => (n === '1' ? '1 credit a month' : `${n} credits a month`),
  refused: {
    HAS_PLAN: 'You already have a plan, so you can’t get a staff plan.',
    TELECOM_PARTNER: 'Telecom partner members can’t get a staff plan.',
    CLOSING: 'This account is closing. Reopen it to continue.',
  },
  provider: 'Pay with',
  onlyWechat: 'You pay with WeChat Pay',
  noWechat: 'WeChat Pay isn’t available right now. Try again later.',
  noProvider: 'You can’t pay right now. Try again later.',
  take: 'Get it for free',
  pay: 'Pay',
  visitor: 'Log in to get the plan. We’ll keep what you entered.',
  expired: 'That took too long. Check your staff number again.',
  notStarted: 'Your transaction may not be completed.',
  done: {
    kicker: 'Your staff plan has started',
    title: 'Enjoy watching',
    until: 'Until',
    watch: 'Start watching',
    toSetup: 'See your account',
  },
} satisfies StaffText
