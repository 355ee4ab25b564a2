/**
 * Codes: batches of codes that are redeemed for months of a plan, credits, vouchers and tickets, and gift cards, which are codes that were
 * bought. Owns the tables code_batch, code, code_use, gift_card. What a code gives is booked by ledger and subscriptions, in the
 * transaction of its use.
 */
export type { InvoiceRow } from './invoices.query.ts'
export { createCodes, type Codes } from './codes.service.ts'
export { CODES_MAX } from './batches.service.ts'
export type { CodesDeps } from './codes-deps.ts'
export type { BatchRow, GrantSpec, Granted, NewBatch, Redeemed } from './codes-model.ts'
export type { GiftCardValue } from './gift-cards.rules.ts'
export type { GiftCard } from './gift-card-views.service.ts'
