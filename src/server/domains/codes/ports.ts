import type { Db } from '#server/kit/db.ts'

/** What is known of the account that redeems or buys. */
export interface CodeAccount {
  /** E.164 */
  readonly number: string
  readonly partner: string
  readonly isTelecomPartner: boolean
  readonly createdAt: Temporal.Instant
}

/** Who enters a code: a member by their account, a visitor by what else is known of them. */
export interface CodeVisitor {
  readonly accountId?: string | undefined
  /** The number that is registered with the code. */
  readonly number?: string | undefined
  readonly deviceSerial?: string | undefined
  /** The client's IP address. */
  readonly address: string
}

/** Accounts, as codes know them. */
export interface CodeAccounts {
  /** @returns undefined when the account is gone */
  read(tx: Db, accountId: string): Promise<CodeAccount | undefined>
  /**
   * Looks a code up, counting wrong ones.
   * @returns undefined for a wrong code @throws TOO_MANY_TRIES
   */
  lookUp<T>(visitor: CodeVisitor, look: (tx: Db) => Promise<T | undefined>): Promise<T | undefined>
}
