import type { ReceiptsText } from '../zh_HK/receipts.ts'

/** A receipt and its refund notes: shown in both languages side by side, whichever the reader has chosen. */
export const receipts = {
  title: 'Receipt',
  number: 'Receipt number',
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
    returned: 'The refund wasn’t claimed and came back to us. Please contact us.',
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
