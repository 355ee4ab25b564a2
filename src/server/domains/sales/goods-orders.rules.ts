import type { GoodsOrderState } from './sales-model.ts'

export type GoodsOrderEvent =
  | 'settled'
  /** The payment ended without money. */
  | 'ended'
  | 'sent'
  | 'delivered'
  /** All of the money was returned, or taken back by the payer's bank. */
  | 'returned'

const NEXT: Readonly<Record<GoodsOrderState, Partial<Record<GoodsOrderEvent, GoodsOrderState>>>> = {
  held: { settled: 'paid', ended: 'lapsed' },
  // A payment that comes late, while there is stock.
  lapsed: { settled: 'paid' },
  paid: { sent: 'sent', returned: 'cancelled' },
  sent: { delivered: 'delivered', returned: 'sent' },
  delivered: { returned: 'delivered' },
  cancelled: {},
}

/** The state of an order after an event; undefined when the event changes nothing. */
export const nextState = (state: GoodsOrderState, event: GoodsOrderEvent): GoodsOrderState | undefined =>
  NEXT[state][event]

/** The account of the ledger that holds the money of an order: what is owed until it is sent, then revenue. */
export const moneyOf = (sentAt: unknown): 'deferred_sales' | 'sale_revenue' =>
  sentAt === null ? 'deferred_sales' : 'sale_revenue'

/** Of a dispute or a refund, the cents that are still here. */
export const restOf = ({ paidCents, refundedCents }: { paidCents: number | null; refundedCents: number }): number =>
  (paidCents ?? 0) - refundedCents
