import type { CodeKind } from '#contract/codes.ts'
import type { Db, Database } from '#server/kit/db.ts'
import type { RedeemedReward } from '../redeemed-reward.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Agreements } from '../agreements/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Plans } from '../plans/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'

interface PartnerEntry {
  readonly accountId: string
  readonly code: string
  readonly partner: string
}

export interface PartnerCodes {
  /** Counts a wrong code; outside of any transaction. @throws WRONG_CODE, TOO_MANY_TRIES */
  check(entry: PartnerEntry & { readonly address: string }): Promise<void>
  /** @throws CODE_EXPIRED, CODE_USED and others */
  redeemIn(
    tx: Db,
    entry: PartnerEntry,
  ): Promise<{ readonly kind: CodeKind; readonly grants: readonly RedeemedReward[] }>
}

export interface PartnersDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: Pick<Accounts, 'bindPartner' | 'customers' | 'findCode'>
  readonly agreements: Pick<Agreements, 'hasUnfinished'>
  readonly codes: PartnerCodes
  readonly ledger: Pick<Ledger, 'points'>
  readonly payments: Pick<Payments, 'createOrder' | 'hasUnfinished'>
  readonly plans: Pick<Plans, 'find' | 'version' | 'subscribable'>
  readonly subscriptions: Pick<Subscriptions, 'give' | 'hasPlan' | 'paidUntil' | 'settlements'>
}
