import type { CodeKind } from '#contract/codes.ts'
import type { Db } from '#server/kit/db.ts'
import type { CodeGrant } from '../code-grant.ts'

interface PartnerEntry {
  readonly accountId: string
  readonly code: string
  readonly partner: string
}

export interface PartnerCodes {
  /** Counts a wrong code; outside of any transaction. @throws WRONG_CODE, TOO_MANY_TRIES */
  check(entry: PartnerEntry & { readonly address: string }): Promise<void>
  /** @throws CODE_EXPIRED, CODE_USED and others */
  redeemIn(tx: Db, entry: PartnerEntry): Promise<{ readonly kind: CodeKind; readonly grants: readonly CodeGrant[] }>
}
