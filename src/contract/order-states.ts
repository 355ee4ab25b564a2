/** As the server knows them; viewers are told fewer. */
export const ORDER_STATES = [
  'created',
  'pending',
  'failed',
  'expired',
  'paid',
  'review',
  'refunding',
  'part_refunded',
  'refunded',
  'disputed',
  'charged_back',
] as const
