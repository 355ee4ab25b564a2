/**
 * The ledger: double entry for credits, vouchers, tickets and money. Owns the tables wallet, transfer, posting, lot and
 * ledger_check. Knows no title and no provider: what is bought, and how it is paid, are others'. Every function that books takes the
 * transaction of its caller and is idempotent by its key.
 */
import './ledger-tables.ts'

export { createLedger, type Ledger } from './create-ledger.service.ts'
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
export type { JournalRow } from './journal.query.ts'
export { createLapseNotices } from './lapse-notices.service.ts'
export { creditsColumn, creditsOf, vouchersColumn, type VouchersJson } from './balances.query.ts'
export { lockWallet, lotsColumn, lotsOf, type LotsJson } from './ledger.repo.ts'
export { planBuckets, totalOf } from './ledger.rules.ts'
export { loseSpending, releaseHold, restore } from './endings.service.ts'
export { captureHold, holdLot, removeLot } from './holds.service.ts'
export { blockPurchases, correct, grantLot, post, spend, spendFirst, walletOf } from './ledger.service.ts'
