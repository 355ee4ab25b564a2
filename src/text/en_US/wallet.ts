import type { CreditsText, WalletText } from '../zh_HK/wallet.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const credit = (count: number) => (count === 1 ? 'credit' : 'credits')

/** `until`: only of a title that leaves before a whole rental ends. */
const watch = (until?: string) => (until ? `watch until ${until}` : '48 hours to watch')
const watchSentence = (until?: string) => (until ? `Watch until ${until}.` : 'You have 48 hours to watch.')

export const credits = {
  moment: ({ year, month, day, time }) => `${day} ${MONTHS[month - 1]}${year ? ` ${year}` : ''}, ${time}`,
  quote: {
    button: ({ credits, owned, until }) => `${credits} ${credit(credits)} of ${owned}, ${watch(until)}`,
    question: ({ credits, parts, left, until }) =>
      `Rent for ${credits} ${credit(credits)}? This uses ${parts.join(' and ')} and leaves ${left}. ${watchSentence(until)}`,
    from: {
      monthly: (credits) => `${credits} monthly ${credit(credits)}`,
      recharged: (credits) => `${credits} extra ${credit(credits)}`,
    },
  },
  voucherQuote: {
    button: ({ left, until }) => `1 voucher (${left} left afterwards), ${watch(until)}`,
    question: ({ left, until }) => `Use 1 voucher? This leaves ${left}. ${watchSentence(until)}`,
  },
  buckets: { monthly: 'Monthly credits', recharged: 'Extra credits' },
  lines: {
    rent: (title) => (title ? `Rented ${title}` : 'Rented a title'),
    screening: (title) => (title ? `Private screening of ${title}` : 'Private screening'),
    restore: (title) => (title ? `${title} couldn’t be played: credits returned` : 'Credits returned'),
    topup: () => 'Top-up',
    code: () => 'Code redeemed',
    plan: () => 'Monthly credits from your plan',
    demo: () => 'Demo credits',
    expire: () => 'Credits expired',
    forfeit: () => 'Monthly credits expired',
    void: () => 'Credits voided',
    clawback: () => 'Credits taken back after a payment dispute',
    loss: () => 'Credits taken back after a payment dispute',
    hold: () => 'Credits taken back for a refund',
    release: () => 'Refund not completed: credits returned',
    correction: () => 'Adjustment by customer care',
    other: () => 'Other change',
  },
  csv: { at: 'Date and time', text: 'Description', bucket: 'Type', change: 'Change', balance: 'Balance of that type' },
} satisfies CreditsText

const points = (n: string) => (n === '1' ? '1 credit' : `${n} credits`)

const ORDINALS: Readonly<Record<string, string>> = { '1': '1st', '2': '2nd', '3': '3rd' }

/** The wallet: credits by bucket and expiry, and the statement. */
export const wallet = {
  title: 'Credits and statement',
  topUp: 'Top up',
  balance: 'Credit balance',
  order: 'Credits that expire first are used first',
  extra: 'Extra credits come from top-ups, gift cards and codes.',
  unit: 'credits available',
  credits: points,
  buckets: { monthly: 'Monthly credits', recharged: 'Extra credits' },
  nth: (n: string) => `Used ${ORDINALS[n] ?? `${n}th`}`,
  lapse: (when: string) => `Expires ${when}`,
  lapseSoon: (when: string, days: string) => `Expires ${when}, in ${days === '1' ? '1 day' : `${days} days`}`,
  lapseToday: (when: string) => `Expires ${when}, in less than a day`,
  none: 'You have no credits',
  noneText: 'Use credits to rent titles and buy private screenings: 1 credit is HK$1.',
  blocked: 'Purchases are on hold for this account.',
  toContact: 'Contact us',
  failed: 'Couldn’t load your credits',
  statement: 'Statement',
  filter: 'Credits',
  all: 'All',
  kind: 'Activity',
  allKinds: 'All activity',
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
  periods: { '3m': 'Last 3 months', '12m': 'Last year', all: 'All time' },
  csv: 'Download CSV',
  csvDone: 'Your statement has been downloaded',
  columns: {
    at: 'Date and time',
    item: 'Item',
    bucket: 'Type',
    change: 'Change',
    balance: 'Balance of that type',
  },
  receipt: 'Receipt',
  receiptOf: (when: string) => `Receipt for the top-up of ${when}`,
  balanceAfter: (n: string) => `${n} left`,
  more: 'Load earlier entries',
  shown: (shown: string) => `${shown} shown, in Hong Kong time`,
  empty: 'No entries',
  emptyText: 'Nothing matches your filters.',
  statementFailed: 'Couldn’t load your statement',
} satisfies WalletText
