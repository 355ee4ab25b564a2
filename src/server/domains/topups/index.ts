/**
 * Top-ups: packs of credits bought with money. Owns the tables topup, topup_hold. Delivers through the ledger in the transaction of the
 * payment's state; never talks to a provider (payments).
 */
export { createTopups, type Topups } from './topups.service.ts'
