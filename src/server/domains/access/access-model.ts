import type { ErrorCode } from '#contract/errors.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'

/** What an account owns, loaded once per request. Instants in the past are as good as absent: the rule compares them. */
export type AccountFacts = {
  /** The subscription, paid until this instant. */
  plan: { validUntil: Temporal.Instant } | null
  /** One per rented title; a series is rented whole. */
  rentals: readonly { programId: string; expiresAt: Temporal.Instant }[]
  /** Private screenings in which it has a seat: each opens its title from its start to its end. */
  screenings: readonly ScreeningFact[]
  /** Movie vouchers of telecom partners, single use, by expiry. */
  vouchers: readonly { count: number; expiresAt: Temporal.Instant }[]
  /** Which kind of account it is: `anyplex`, `hgc` … Decides which offers it can take. */
  partner: string | null
  /** What it can spend now. */
  credits: number
}

/** A seat in a private screening. */
export type ScreeningFact = { programId: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant }

/** The facts about a viewer that decide access. `unlocked`: the parental code was given, or is not required. */
export type ViewerFacts = { isMember: boolean; kids: boolean; unlocked: boolean; account: AccountFacts }

/** A way to get a title that is on sale. A ticket is one voucher. */
export type Offer = { kind: 'rental'; credits: number } | { kind: 'plan' } | { kind: 'ticket' }

/** The facts about a title that decide access, its licence already compared with the instant and the viewer's region. */
export type TitleFacts = {
  programId: string
  restriction: Restriction
  vodTypes: readonly VodType[]
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  /** The video of the title (or of this episode) is not encoded yet. */
  preparing: boolean
  /** What is on sale for this title, in the order in which it is offered. Empty while nothing is sold. */
  offers: readonly Offer[]
}

/** Why a title is refused: an error code, which has a sentence in both languages. */
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
  | 'KIDS_PURCHASE_REFUSED'
>

/** What a viewer may do with a title. `until`: when the right to play ends. */
export type AccessDecision =
  | { access: 'play'; by: 'free' }
  | { access: 'play'; by: 'plan' | 'rental' | 'screening'; until: Temporal.Instant }
  | { access: 'buy'; offers: readonly Offer[] }
  | { access: 'login' }
  | { access: 'parental' }
  | { access: 'deny'; reason: DenyReason }
