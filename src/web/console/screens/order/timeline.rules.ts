import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { show } from '#contract/admin/orders.ts'

export type ShownOrder = AdminOutputOf<typeof show>
type Evidence = ShownOrder['evidence'][number]
type Refund = ShownOrder['refunds'][number]
export type Booking = ShownOrder['bookings'][number]

export type TimelineItem = { readonly at: string } & (
  | { readonly is: 'placed' | 'delivered' }
  | { readonly is: 'undeliverable'; readonly reason: string }
  | { readonly is: 'evidence'; readonly evidence: Evidence }
  | { readonly is: 'booking'; readonly booking: Booking }
  | { readonly is: 'refundRequested' | 'refundAsked' | 'refundEnded'; readonly refund: Refund }
)

/** Of what happens in one transaction, and so at one time. */
const RANKS: Readonly<Record<TimelineItem['is'], number>> = {
  placed: 0,
  refundRequested: 1,
  refundAsked: 2,
  evidence: 3,
  booking: 4,
  refundEnded: 5,
  undeliverable: 6,
  delivered: 6,
}

/** Everything that is known to have happened to an order, the oldest first. */
export function timelineOf({ order, evidence, refunds, bookings }: ShownOrder): readonly TimelineItem[] {
  const { createdAt, paidAt, deliveredAt, undeliverable } = order
  const items: TimelineItem[] = [
    { is: 'placed', at: createdAt },
    ...evidence.map((one) => ({ is: 'evidence', at: one.at, evidence: one }) as const),
    ...bookings.map((one) => ({ is: 'booking', at: one.at, booking: one }) as const),
    ...(deliveredAt ? [{ is: 'delivered', at: deliveredAt } as const] : []),
    ...(undeliverable !== null && paidAt ? [{ is: 'undeliverable', at: paidAt, reason: undeliverable } as const] : []),
    ...refunds.flatMap(refundItems),
  ]
  return items.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || RANKS[a.is] - RANKS[b.is])
}

function refundItems(refund: Refund): TimelineItem[] {
  const { requestedAt, askedAt, finishedAt } = refund
  return [
    { is: 'refundRequested', at: requestedAt, refund },
    ...(askedAt ? [{ is: 'refundAsked', at: askedAt, refund } as const] : []),
    ...(finishedAt ? [{ is: 'refundEnded', at: finishedAt, refund } as const] : []),
  ]
}

/** The sum of a booking's entries in an account and a unit, where it is not 0. */
export interface Effect {
  readonly account: string
  readonly commodity: Booking['entries'][number]['commodity']
  readonly amount: number
}

/** What bookings change, each account and unit once. */
export function effectsOf(bookings: readonly Booking[]): readonly Effect[] {
  const sums = new Map<string, Effect>()
  for (const { account, commodity, amount } of bookings.flatMap(({ entries }) => entries)) {
    const key = `${account} ${commodity}`
    sums.set(key, { account, commodity, amount: (sums.get(key)?.amount ?? 0) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/** Credits that leave the member's wallet. */
export const creditsTaken = (bookings: readonly Booking[]): number =>
  effectsOf(bookings)
    .filter(({ account, commodity }) => account === 'wallet' && commodity === 'CREDIT')
    .reduce((sum, { amount }) => sum - amount, 0)

/** Dollars as they are typed, in cents. @returns undefined for what is no amount */
export function centsOf(typed: string): number | undefined {
  const [, dollars, cents = ''] = /^\s*(\d{1,7})(?:\.(\d{1,2}))?\s*$/.exec(typed.replaceAll(',', '')) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** As it is typed: `143`, `99.50`. */
export const typedCents = (cents: number): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
