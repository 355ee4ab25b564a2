import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentItems } from '#contract/payments.ts'
import type { PaymentsText, ReceiptsText } from '../zh_HK/payments.ts'
import { paying } from './paying.ts'

/** An amount of Hong Kong dollars: `HK$50`, `HK$12.50`. */
export const formatHkd = (cents: number): string => `HK$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** The item, as receipts and providers' pages name it. */
export function formatItem(item: PaymentItem): string {
  switch (item.template) {
    case 'credits':
      return credits(String(item.params.credits))
    case 'giftcard':
      return `Gift card, ${formatGift(item)}`
    case 'cinema':
      return `Private cinema: ${item.params.name.en_US}, ${formatStart(item.params.startsAt)}`
    case 'sale':
      return formatGoods(item.params)
    default:
      return `${item.params.name.en_US}, one month`
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The start of a screening in Hong Kong time, on receipts that are kept: `28 Nov 2026, 20:00`. */
function formatStart(startsAt: string): string {
  const { year, month, day, hour, minute } = Temporal.Instant.from(startsAt).toZonedDateTimeISO('Asia/Hong_Kong')
  return `${day} ${MONTHS[month - 1]} ${year}, ${hour}:${String(minute).padStart(2, '0')}`
}

/** The rewards of a gift card. */
export function formatGift(item: PaymentItem): string {
  if (item.template !== 'giftcard') return formatItem(item)
  return 'credits' in item.params ? credits(String(item.params.credits)) : formatMonths(item.params)
}

/** As `formatGift`, with the credits that come with a plan. */
export function formatWholeGift(item: PaymentItem): string {
  const n = creditsOfMonths(item)
  return n ? `${formatGift(item)}, with ${credits(String(n))} each month` : formatGift(item)
}

const creditsOfMonths = (item: PaymentItem): number | undefined =>
  item.template === 'giftcard' && 'months' in item.params ? item.params.creditsPerCycle : undefined

const formatMonths = ({ name, months }: { name: Readonly<Record<Language, string>>; months: number }): string =>
  `${name.en_US}, ${months} ${months === 1 ? 'month' : 'months'}`

const MEDIA = { dvd: 'DVD', bluray: 'Blu-ray disc' } as const

/** Goods of an order: `Night Crossing (DVD)`, `3 × Night Crossing (DVD)`, `Night Crossing (DVD) and 2 other items`. */
export function formatGoods({ name, units, things, medium }: PaymentItems['sale']): string {
  const first = medium ? `${name.en_US} (${MEDIA[medium]})` : name.en_US
  if (things > 1) return `${first} and ${things - 1} other ${things === 2 ? 'item' : 'items'}`
  return units === 1 ? first : `${units} × ${first}`
}

const credits = (n: string) => (n === '1' ? '1 credit' : `${n} credits`)

/** Paying: top-up, its result, payments and receipts. */
export const payments = {
  ...paying,
  topUp: {
    title: 'Top up credits',
    text: 'Use credits to rent titles and buy private screenings: 1 credit is HK$1. Top-ups are extra credits, so they don’t expire with your monthly credits.',
    forTitle: (title: string, n: string) =>
      `You need ${n === '1' ? '1 more credit' : `${n} more credits`} to rent ${title}`,
    forScreening: (title: string, n: string) =>
      `You need ${n === '1' ? '1 more credit' : `${n} more credits`} to buy a screening of ${title}`,
    packs: 'Choose an amount',
    pack: credits,
    valid: (months: string) => `Valid for ${months} months`,
    provider: 'Pay with',
    pay: 'Pay',
    empty: 'You can’t top up right now',
    emptyText: 'Try again later.',
    telecom: 'Your account doesn’t need credits',
    telecomText: 'Telecom partner members watch films with vouchers instead.',
    toAccount: 'See my vouchers',
    failed: 'Couldn’t load the top-up options',
    notStarted: 'Your transaction may not be completed.',
    back: 'Back',
  },
  result: {
    heading: 'Payment result',
    pending: 'Waiting for confirmation',
    pendingTitle: (provider: string) => `Checking with ${provider}`,
    paid: 'Payment complete',
    paidTitle: (n: string) => `You topped up ${credits(n)}`,
    balance: (n: string) => `You now have ${credits(n)}`,
    balanceNow: 'Your balance',
    paidPlan: 'Your pass has started',
    paidItem: (item: string) => item,
    paidOther: 'Your payment is complete',
    failed: 'Payment not completed',
    failedTitle: 'You haven’t been charged',
    failedText: 'The payment was declined or cancelled. You can try again.',
    expired: 'Order expired',
    expiredTitle: 'You haven’t been charged',
    expiredText: 'The order expired before it was paid. You can try again.',
    reviewed: 'Being checked',
    reviewedTitle: 'We received a different amount',
    reviewedText:
      'Your payment arrived, but the amount doesn’t match your order, so we’re checking it. Don’t pay again: we’ll message you or return the money.',
    undelivered: 'Being refunded',
    undeliveredTitle: 'Your money is on its way back',
    saleText: 'We’ll message you when it’s on its way.',
    undeliveredText:
      'Your payment arrived, but we couldn’t deliver what you bought. Your money is on its way back, and we’ll message you once it’s done.',
    refunded: 'Refunded',
    refundedTitle: (amount: string) => `${amount} refunded`,
    refundedText: 'The money goes back to your original payment method. How long it takes depends on the provider.',
    item: 'Item',
    passEnds: 'Pass ends',
    recipient: 'Sent to',
    pickup: 'Collect at',
    order: 'Order number',
    amount: 'Amount',
    partRefunded: 'Refunded',
    provider: 'Paid with',
    createdAt: 'Ordered',
    paidAt: 'Paid',
    close: 'If you close this page',
    closeList: [
      'We keep checking. Don’t pay again: you won’t be charged twice.',
      'You’ll get a message once there’s a result.',
      'Keep this page’s address to see the result later.',
    ],
    every: 'We check every 5 seconds',
    until: (when: string) => `If it isn’t confirmed by ${when}, the order is cancelled and you won’t be charged.`,
    check: 'Already paid? Check status',
    continue: 'Continue to payment',
    toTitle: 'Back to the title',
    toBought: {
      credits: 'See your credits',
      plan: 'See your plan',
      renewal: 'See your plan',
      staff: 'See your plan',
      giftcard: 'See the gift card',
      cinema: 'Go to the screening',
      sale: 'See your order',
    },
    toReceipt: 'View receipt',
    toHome: 'Go to home',
    retry: 'Try again',
    unknown: 'We can’t find this order',
    unknownText: 'Check the order number, or look it up in Payments and receipts.',
    load: 'Couldn’t check the payment',
    toPayments: 'Payments and receipts',
  },
  list: {
    title: 'Payments and receipts',
    status: { pending: 'Waiting', paid: 'Paid', failed: 'Not completed', expired: 'Expired', refunded: 'Refunded' },
    partRefunded: (amount: string) => `${amount} refunded`,
    openRefund: {
      pending: 'Refund on its way',
      awaiting_claim: 'Refund to claim',
      returned: 'Refund not claimed',
    },
    receipt: 'Receipt',
    order: 'Order number',
    receiptOf: (order: string) => `Receipt for ${order}`,
    empty: 'No payments yet',
    emptyText: 'Your payments and receipts will appear here.',
    failed: 'Couldn’t load your payments',
    more: 'Load earlier payments',
    shown: (shown: string, total: string) => `${shown} of ${total} shown`,
  },
} satisfies PaymentsText

/** A receipt and its refund notes: shown in both languages side by side, whichever the reader has chosen. */
export const receipts = {
  title: 'Receipt',
  number: 'Receipt number',
  numbers: 'Receipt and order number',
  order: 'Order number',
  issuedAt: 'Issued',
  item: 'Item',
  amount: 'Amount',
  total: 'Total',
  provider: 'Paid with',
  reference: 'Provider’s reference',
  refunds: 'Refunds',
  note: 'Refund note',
  openRefund: {
    pending: 'Refund on its way',
    awaiting_claim: 'Refund to claim',
    returned: 'Your refund wasn’t claimed and came back to us. Contact us to receive it.',
  },
  claim: 'Claim refund',
  claimText: 'Your refund comes as a link where you choose how to receive it. Don’t share the link.',
  print: 'Print',
  back: 'Back to payments',
  failed: 'Couldn’t load the receipt',
  unknown: 'We can’t find this receipt',
  unknownText: 'You get a receipt once a payment is complete.',
  timeZone: 'Hong Kong time',
} satisfies ReceiptsText
