import type { Kysely, RawBuilder } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Hasher } from '#server/kit/hasher.ts'
import type { Log } from '#server/kit/log.ts'
import type { RedeemedReward } from '../redeemed-reward.ts'
import type { PersonalData } from '../domain-module.ts'

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
  redeemIn(tx: Db, entry: { accountId: string; code: string }): Promise<{ readonly grants: readonly RedeemedReward[] }>
}

/** The dependencies of every service of the domain. */
export interface AccountsParts {
  readonly db: Kysely<Database>
  /** `DbHandle.reads` */
  readonly reads: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  /** Derived for this domain. */
  readonly key: Buffer
  readonly messages: Messages
  readonly hasher: Hasher
  /** Hong Kong days. */
  readonly smsPerDay: () => number
  /** Administrators close it for a while. */
  readonly isRegistrationOpen: () => boolean
  /** Adds SQL to the viewer query; without it sessions have no profile. */
  readonly profiles: ViewerProfiles | undefined
  readonly getBalances: (accountId: string) => Promise<AccountBalances>
  /** Runs inside the account's transaction. Domains created later may append. */
  readonly onAccountCreated: readonly AccountCreatedHook[]
  /** Read on each call: dependent domains are created later. */
  readonly personalData: () => readonly PersonalData[]
  /** Read on each call: that domain is created later. */
  readonly promotionCodes: () => PromotionCodes
}

type RequiredPart = 'db' | 'clock' | 'log' | 'messages' | 'smsPerDay'

/** Without `reads`, short reads use `db`. */
export interface AccountsDeps
  extends Pick<AccountsParts, RequiredPart>, Partial<Omit<AccountsParts, RequiredPart | 'key' | 'getBalances'>> {
  readonly masterKey: Buffer
  readonly getBalances?: (accountId: string) => Promise<Partial<AccountBalances>>
}
