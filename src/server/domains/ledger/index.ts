/**
 * The ledger: double entry for credits, vouchers, tickets and money. Owns the tables wallet, transfer, posting, lot and
 * ledger_check. Knows no title and no provider: what is bought, and how it is paid, are others'. Every function that books takes the
 * transaction of its caller and is idempotent by its key.
 */
export { createLedger, type Ledger } from './ledger.service.ts'
export type {
  Balance,
  Booking,
  Bucket,
  Commodity,
  LedgerAccount,
  LotAmount,
  Spendable,
  StatementEntry,
  StatementFilter,
} from './ledger-model.ts'
export type { JournalRow } from './statements.repo.ts'
export { creditsOf } from './statements.repo.ts'
export { bucketsOf, lockWallet, lotsColumn, lotsOf, type LotsJson } from './ledger.repo.ts'
export { planBuckets, totalOf } from './ledger.rules.ts'
export {
  blockPurchases,
  bookOrder,
  correct,
  creditLot,
  post,
  spend,
  spendLocked,
  walletOf,
} from './bookings.service.ts'
export { findTransfersOf, type SubjectTransfer } from './statements.repo.ts'
export { createLapseNotices } from './lapse-notices.service.ts'
export {
  captureCreditHold,
  placeCreditHold,
  releaseCreditHold,
  removeLot,
  restore,
  reverseChargedBack,
} from './reversals.service.ts'
