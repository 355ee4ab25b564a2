import type { WalletText } from '../zh_HK/wallet-web.ts'

const credits = (n: string) => (n === '1' ? '1 credit' : `${n} credits`)

const ORDINALS: Readonly<Record<string, string>> = { '1': '1st', '2': '2nd', '3': '3rd' }

/** The wallet: credits by bucket and expiry, and the statement. */
export const wallet = {
  title: 'Credits and statement',
  topUp: 'Top up',
  balance: 'Credit balance',
  order: 'Credits that expire first are used first',
  unit: 'credits available',
  credits,
  buckets: { monthly: 'Monthly credits', recharged: 'Extra credits' },
  nth: (n: string) => `Used ${ORDINALS[n] ?? `${n}th`}`,
  lapse: (when: string) => `Expires ${when}`,
  lapseSoon: (when: string, days: string) => `Expires ${when}, in ${days === '1' ? '1 day' : `${days} days`}`,
  lapseToday: (when: string) => `Expires ${when}, in less than a day`,
  none: 'You have no credits',
  noneText: 'Use credits to rent titles: 1 credit is HK$1.',
  blocked: 'Purchases are on hold for this account.',
  toContact: 'Contact us',
  failed: 'Couldn’t load your credits',
  statement: 'Statement',
  filter: 'Which credits',
  all: 'All',
  kind: 'Kind',
  allKinds: 'All kinds',
  kinds: {
    rentals: 'Rentals',
    topups: 'Top-ups',
    plan: 'Pass',
    codes: 'Codes',
    lapsed: 'Expired and voided',
    refunds: 'Refunds',
    other: 'Other',
  },
  period: 'Period',
  periods: { '3m': 'Last 3 months', '12m': 'Last year', all: 'Everything' },
  csv: 'Download CSV',
  csvDone: 'Your statement has been downloaded',
  columns: {
    at: 'Date and time',
    item: 'Item',
    bucket: 'From or to',
    change: 'Change',
    balance: 'Balance of that type',
  },
  receipt: 'Receipt',
  receiptOf: (when: string) => `Receipt for the top-up of ${when}`,
  balanceAfter: (n: string) => `${n} left`,
  more: 'Load earlier entries',
  shown: (shown: string) => `${shown} shown, in Hong Kong time`,
  empty: 'Nothing here',
  emptyText: 'No entries match what you chose.',
  statementFailed: 'Couldn’t load your statement',
} satisfies WalletText
