import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Agreements } from '../agreements/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Plans } from '../plans/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { PartnerCodes } from './ports.ts'

export interface PartnersDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: Pick<Accounts, 'bindPartner' | 'customers' | 'credentialChecks'>
  readonly agreements: () => Pick<Agreements, 'hasUnfinished'>
  readonly codes: PartnerCodes
  readonly ledger: Pick<Ledger, 'points'>
  /** Read on each call: payments are created with this domain's product. */
  readonly payments: () => Pick<Payments, 'createOrder' | 'hasUnfinished'>
  readonly plans: Pick<Plans, 'find' | 'version' | 'subscribable'>
  readonly subscriptions: Pick<Subscriptions, 'give' | 'hasPlan' | 'paidUntil' | 'prepaidMonth'>
}
