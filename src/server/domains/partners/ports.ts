import type { CodeKind } from '#contract/codes.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'

/** What a code gave. */
export interface Granted {
  readonly kind: 'plan' | 'credits' | 'voucher' | 'ticket'
  readonly amount: number
  readonly expiresAt: Temporal.Instant
  /** Of a plan. */
  readonly name?: Readonly<Record<Language, string>> | undefined
}

interface PartnerEntry {
  readonly accountId: string
  readonly code: string
  readonly partner: string
}

/** The codes of partners. `codes` redeems them. */
export interface PartnerCodes {
  /** Counts a wrong code; outside of any transaction. @throws WRONG_CODE, TOO_MANY_TRIES */
  check(entry: PartnerEntry & { readonly address: string }): Promise<void>
  /** Redeems a code in the caller's transaction. @throws CODE_EXPIRED, CODE_USED and others */
  redeemIn(tx: Db, entry: PartnerEntry): Promise<{ readonly kind: CodeKind; readonly grants: readonly Granted[] }>
}
