import type { WalletText } from '../zh_HK/wallet.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const credit = (count: number) => (count === 1 ? 'credit' : 'credits')

export const wallet = {
  moment: ({ year, month, day, time }) => `${day} ${MONTHS[month - 1]}${year ? ` ${year}` : ''}, ${time}`,
  quote: {
    button: ({ credits, owned, until }) => `${credits} ${credit(credits)} of ${owned}, watch until ${until}`,
    question: ({ credits, parts, left, until }) =>
      `Rent for ${credits} ${credit(credits)}? This uses ${parts.join(' and ')} and leaves ${left}. Watch until ${until}.`,
    from: {
      monthly: (credits) => `${credits} monthly ${credit(credits)}`,
      recharged: (credits) => `${credits} extra ${credit(credits)}`,
    },
  },
  voucherQuote: {
    button: ({ left, until }) => `1 voucher (${left} left after), watch until ${until}`,
    question: ({ left, until }) => `Use 1 voucher? This leaves ${left}. Watch until ${until}.`,
  },
  buckets: { monthly: 'Monthly credits', recharged: 'Extra credits' },
  lines: {
    rent: (title) => (title ? `Rented ${title}` : 'Rented a title'),
    screening: (title) => (title ? `Private screening of ${title}` : 'Private screening'),
    restore: (title) => (title ? `${title} can’t be played, credits returned` : 'Credits returned'),
    topup: () => 'Top-up',
    code: () => 'Code redeemed',
    plan: () => 'Monthly credits of your plan',
    demo: () => 'Demo credits',
    expire: () => 'Credits expired',
    forfeit: () => 'Monthly credits ended',
    void: () => 'Credits voided',
    clawback: () => 'Credits taken back after a payment dispute',
    loss: () => 'Credits taken back after a payment dispute',
    hold: () => 'Credits taken back for a refund',
    release: () => 'Refund not completed, credits returned',
    correction: () => 'Correction by customer service',
    other: () => 'Change of credits',
  },
  csv: { at: 'Date and time', text: 'Description', bucket: 'Type', change: 'Change', balance: 'Balance of that type' },
} satisfies WalletText
