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
  /** The address of the site where a code is redeemed; it carries the code where no server sees it. */
  readonly redeemLink: (code: string) => string
  readonly messages: Pick<Messages, 'send' | 'forgetSent' | 'post'>
  readonly plans: Pick<Plans, 'find' | 'onSale'>
  readonly subscriptions: Pick<Subscriptions, 'give' | 'hasHeldPlan'>
  readonly payments: Pick<Payments, 'hasPaid' | 'orderOf'>
  /** Takes back what was bought with the credits of a lot whose money was charged back (rentals); joins the transaction. */
  readonly voidPaidFrom: (tx: Db, lost: { lotId: number; reason: string }) => Promise<void>
}
