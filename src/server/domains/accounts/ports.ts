import type { RawBuilder } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { CodeGrant } from '../code-grant.ts'

/** SQL for the viewer query; `s` is the session's row. */
export interface ViewerProfiles {
  readonly isKids: RawBuilder<boolean>
  isKidsProfile(profileId: string | RawBuilder<string>): RawBuilder<boolean>
}

export interface HeldPlan {
  readonly name: Readonly<Record<Language, string>>
  readonly startsAt: Temporal.Instant
  readonly endsAt: Temporal.Instant
  readonly creditsPerCycle: number
}

export interface AccountBalances {
  readonly pointsMonthly: number
  readonly pointsRecharge: number
  readonly creditsExpireAt?: Temporal.Instant
  readonly monthlyExpireAt?: Temporal.Instant
  readonly rechargeExpireAt?: Temporal.Instant
  readonly ticketList: readonly { kind: 'voucher' | 'cinema'; count: number; expiresAt: Temporal.Instant }[]
  readonly plan?: HeldPlan | undefined
  readonly hadTrial: boolean
}

export interface CreatedAccount {
  readonly accountId: string
  readonly name: string
  readonly at: Temporal.Instant
}
export type AccountCreatedHook = (db: Db, account: CreatedAccount) => Promise<void>

export interface PromotionCodes {
  /** @throws WRONG_CODE, CODE_EXPIRED, CODE_USED, NEW_USERS_ONLY, NOT_ALLOWED, TOO_MANY_TRIES */
  checkForNewMember(entry: {
    code: string
    address: string
    number: string
    partner: string
    isTelecomPartner: boolean
  }): Promise<void>
  redeemIn(tx: Db, entry: { accountId: string; code: string }): Promise<{ readonly grants: readonly CodeGrant[] }>
}
