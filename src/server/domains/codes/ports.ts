import type { Db, Database } from '#server/kit/db.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Messages } from '../messages/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Plans } from '../plans/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'

export interface CodeAccount {
  readonly number: string
  readonly partner: string
  readonly isTelecomPartner: boolean
  readonly createdAt: Temporal.Instant
}

/** Identifies who enters a code: a member by the account, a visitor by device, number or address. */
export interface CodeVisitor {
  readonly accountId?: string | undefined
  readonly number?: string | undefined
  readonly deviceSerial?: string | undefined
  readonly address: string
}

export interface CodeAccounts {
  read(tx: Db, accountId: string): Promise<CodeAccount | undefined>
  /** The member who has a number or a verified e-mail address, if they redeem gift cards. */
  findRecipient(tx: Db, recipient: string): Promise<string | undefined>
  /** Counts wrong codes. @returns undefined for a wrong code @throws TOO_MANY_TRIES */
  lookUp<T>(visitor: CodeVisitor, look: (tx: Db) => Promise<T | undefined>): Promise<T | undefined>
}

export interface CodesDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: CodeAccounts
  /** The address of the site where a code is redeemed; it carries the code where no server sees it. */
  readonly redeemLink: (code: string) => string
  readonly messages: Pick<Messages, 'send' | 'forgetSent' | 'post'>
  readonly plans: Pick<Plans, 'find' | 'onSale'>
  readonly subscriptions: Pick<Subscriptions, 'give' | 'starts'>
  readonly payments: Pick<Payments, 'hasPaid' | 'orderOf'>
  /** What an operator may make in 24 hours without a second person. Without it, nothing. */
  readonly batchLimits?: () => { readonly codes: number; readonly cents: number }
  /** Takes back what was bought with the credits of a lot whose money was charged back (rentals); joins the transaction. */
  readonly voidPaidFrom: (tx: Db, lost: { lotId: number; reason: string }) => Promise<void>
}
