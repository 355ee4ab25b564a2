import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Messages } from '../messages/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Plans } from '../plans/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { CodeAccounts } from './ports.ts'

export interface CodesDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: CodeAccounts
  readonly messages: Pick<Messages, 'send' | 'forgetSent'>
  readonly plans: Pick<Plans, 'find' | 'onSale'>
  readonly subscriptions: Pick<Subscriptions, 'give' | 'hasHeldPlan'>
  readonly payments: Pick<Payments, 'hasPaid'>
  /** Takes back what was bought with the credits of a lot whose money was charged back (rentals); joins the transaction. */
  readonly voidPaidFrom: (tx: Db, lost: { lotId: number; reason: string }) => Promise<void>
}
