/**
 * `rentals`: with what was returned for them. `lapsed`: expired, forfeited or voided. `refunds`: set aside or taken back with a payment.
 * `other`: corrections and the rest.
 */
export const STATEMENT_KINDS = ['rentals', 'topups', 'plan', 'codes', 'lapsed', 'refunds', 'other'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]
