import type { OrderStatesText } from '../zh_HK/order-states.ts'

/** Of an order for money, as operators read it. */
export const orderStates: OrderStatesText = {
  created: 'Created',
  pending: 'Awaiting payment',
  failed: 'Payment failed',
  expired: 'Expired',
  paid: 'Paid',
  review: 'Under review',
  refunding: 'Refund under way',
  part_refunded: 'Refunded in part',
  refunded: 'Refunded in full',
  disputed: 'Disputed',
  charged_back: 'Charged back',
}
