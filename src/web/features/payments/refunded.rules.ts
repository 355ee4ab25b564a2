import type { PaymentStatus } from '#contract/payments.ts'

/** Whether a part of a payment was returned, in cents; one that was returned whole has a status of its own. */
export const isPartlyRefunded = ({ status, refunded }: { status: PaymentStatus; refunded: number }): boolean =>
  status === 'paid' && refunded > 0
