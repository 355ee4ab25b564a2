import type { Db } from '#server/kit/db.ts'

export interface CodeAccount {
  readonly number: string
  readonly partner: string
  readonly isTelecomPartner: boolean
  readonly createdAt: Temporal.Instant
}

/** Who enters a code: a member by their account, a visitor by what else is known of them. */
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
