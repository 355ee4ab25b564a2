/**
 * What the lines of a statement can be narrowed to. `rentals`: rented, and what was returned for it. `lapsed`: expired, forfeited or
 * voided. `refunds`: set aside or taken back with a payment. `other`: corrections, and whatever is none of these.
 */
export const STATEMENT_KINDS = ['rentals', 'topups', 'plan', 'codes', 'lapsed', 'refunds', 'other'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]
