import type { CodeKind } from '#contract/codes.ts'
import type { RedeemedReward } from '../redeemed-reward.ts'

type Instant = Temporal.Instant

/** Credits, vouchers and tickets expire days after they were redeemed. */
export type CodeReward =
  | { readonly kind: 'plan'; readonly planId: string; readonly amount: number }
  | { readonly kind: 'credits' | 'voucher' | 'ticket'; readonly amount: number; readonly expiresInDays: number }

export interface GivenReward extends RedeemedReward {
  /** Of what is in the wallet. */
  readonly lotId?: number | undefined
}

export interface Redeemed {
  readonly kind: CodeKind
  readonly grants: readonly GivenReward[]
  /** Of a repetition: when this account redeemed it. */
  readonly redeemedAt?: Instant
}

export interface Batch {
  readonly batchId: string
  readonly kind: CodeKind
  readonly name: string
  readonly grants: readonly CodeReward[]
  readonly usesPerCode: number
  readonly newUsersOnly: boolean
  readonly partner: string | null
  readonly startsAt: Instant
  readonly expiresAt: Instant | null
  readonly voidedAt: Instant | null
}

export type NewBatch = Omit<Batch, 'batchId' | 'startsAt' | 'voidedAt'> & { readonly startsAt?: Instant | undefined }

export type BatchRow = Batch & {
  readonly madeAt: Instant
  readonly madeBy: string
  readonly codes: number
  readonly uses: number
  readonly voidedCodes: number
}

export interface Code {
  readonly codeId: number
  readonly usesLeft: number
  /** Its own, or its batch's. */
  readonly expiresAt: Instant | null
  readonly voidedAt: Instant | null
  readonly batch: Batch
}
