import type { ErrorCode } from '#contract/errors.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'

/** Instants in the past are as good as absent: the rule compares them. */
export type AccountFacts = {
  plan: { validUntil: Temporal.Instant } | null
  rentals: readonly { programId: string; expiresAt: Temporal.Instant }[]
  screenings: readonly ScreeningFact[]
  /** Movie vouchers of telecom partners, single use, by expiry. */
  vouchers: readonly { count: number; expiresAt: Temporal.Instant }[]
  partner: string | null
  credits: number
}

export type ScreeningFact = { programId: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant }

/** `unlocked`: the parental code was given, or is not required. */
export type ViewerFacts = { isMember: boolean; kids: boolean; unlocked: boolean; account: AccountFacts }

export type Offer = { kind: 'rental'; credits: number } | { kind: 'plan' } | { kind: 'ticket' }

/** Its licence is already compared with the instant and the viewer's region. */
export type TitleFacts = {
  programId: string
  restriction: Restriction
  vodTypes: readonly VodType[]
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  preparing: boolean
  /** In the order in which they are offered. */
  offers: readonly Offer[]
}

export type DenyReason = Extract<
  ErrorCode,
  | 'REGION_REFUSED'
  | 'WINDOW_CLOSED'
  | 'KIDS_REFUSED'
  | 'CLASS_REFUSED'
  | 'PREPARING'
  | 'NOT_ON_SALE'
  | 'INSUFFICIENT_TICKETS'
  | 'VOUCHERS_NOT_TAKEN'
  | 'VOUCHERS_ONLY'
  | 'KIDS_PURCHASE_REFUSED'
>

/** `until`: when the right to play ends. */
export type AccessDecision =
  | { access: 'play'; by: 'free' }
  | { access: 'play'; by: 'plan' | 'rental' | 'screening'; until: Temporal.Instant }
  | { access: 'buy'; offers: readonly Offer[] }
  | { access: 'login' }
  | { access: 'parental' }
  | { access: 'deny'; reason: DenyReason }
