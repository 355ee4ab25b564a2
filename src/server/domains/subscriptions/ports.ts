import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Agreements } from '../agreements/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Payments, Product } from '../payments/index.ts'
import type { Plans } from '../plans/index.ts'

export interface SubscriptionsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'post'>
  readonly plans: Pick<Plans, 'find' | 'version'>
  readonly ledger: Pick<Ledger, 'balance'>
  readonly agreements: Agreements
  readonly payments: Pick<Payments, 'orderOf' | 'supersedeOpen' | 'firstRenewalOf' | 'isPaused' | 'refund'>
  /** In a transaction, it also stays so until the end. */
  readonly isTelecomPartner: (accountId: string, tx?: Db) => Promise<boolean>
  /** Takes back purchases with the credits of a lot whose money was charged back; joins the transaction. */
  readonly voidPaidFrom: (tx: Db, lost: { lotId: number; reason: string }) => Promise<void>
}

export type Reversal = Pick<Product, 'beforeRefund' | 'refundFailed' | 'refunded' | 'chargedBack'>
