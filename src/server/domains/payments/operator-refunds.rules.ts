/** Cents that an operator may refund without a second person: of an order ever, of an account in 30 days, in 24 hours of their own. */
export interface RefundLimits {
  readonly order: number
  readonly account: number
  readonly operator: number
}

/** Cents that were refunded so far without one, counted as the limits are. */
export type UnapprovedSums = RefundLimits

export const ACCOUNT_HOURS = 30 * 24
export const OPERATOR_HOURS = 24
/** The limits are in it; money in another currency always needs a second person. */
const LIMIT_CURRENCY = 'HKD'

/** What is left of the narrowest limit, in cents. Parts of a refund take no more than the whole. */
export function unapprovedCents(limits: RefundLimits, sums: UnapprovedSums, currency: string): number {
  if (currency !== LIMIT_CURRENCY) return 0
  const left = [limits.order - sums.order, limits.account - sums.account, limits.operator - sums.operator]
  return Math.max(0, Math.min(...left))
}

/** `finance`: this operator may neither make nor ask for it. */
export type RefundWay = 'alone' | 'second' | 'finance'

export function wayOf(amountCents: number, leftCents: number, isFinance: boolean): RefundWay {
  if (amountCents <= leftCents) return 'alone'
  return isFinance ? 'second' : 'finance'
}
