import type { RawBuilder } from 'kysely'
import type { Db } from '#server/kit/db.ts'

/** What profiles add to the one statement that says who asks. `s` is the session's row. */
export interface ViewerProfiles {
  /** Whether the session's own profile is for kids. */
  readonly isKids: RawBuilder<boolean>
  /** Whether the session's account has a kids profile of this id. */
  isKidsProfile(profileId: string): RawBuilder<boolean>
}

/** What an account has bought: plan and balances. */
export interface AccountBalances {
  readonly contractStatus: 'enabled' | 'disabled'
  readonly pointsMonthly: number
  readonly pointsRecharge: number
  readonly extraCredits: number
  readonly creditsExpireAt?: Temporal.Instant
  readonly ticketList: readonly { kind: 'voucher' | 'cinema'; count: number; expiresAt: Temporal.Instant }[]
  readonly plan?: { name: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant }
  /** It has had its free month. */
  readonly hadTrial: boolean
}

/** An account that has just been made, inside the transaction that made it. */
export interface Newcomer {
  readonly accountId: string
  readonly name: string
  readonly at: Temporal.Instant
}
export type Welcome = (db: Db, newcomer: Newcomer) => Promise<void>
