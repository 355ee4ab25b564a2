import { TELECOM_PARTNERS } from '#contract/telecom-partners.ts'
import type { VodType } from '#contract/vod-types.ts'
import { isAfter } from '#server/kit/instants.ts'
import type { Viewer } from '../viewer.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Restriction } from '#contract/restrictions.ts'

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
  /** `offer`: what it takes besides the login or the code. */
  | { access: 'login'; offer?: Offer }
  | { access: 'parental'; offer?: Offer }
  | { access: 'deny'; reason: DenyReason }

export const OWNS_NOTHING: AccountFacts = {
  plan: null,
  rentals: [],
  screenings: [],
  vouchers: [],
  partner: null,
  credits: 0,
}

/** First the reasons that nothing can change (profile, region, window), then what time changes, then what the viewer can do. */
export function decideAccess(viewer: ViewerFacts, title: TitleFacts, now: Temporal.Instant): AccessDecision {
  if (viewer.kids && title.restriction === 'III') return deny('CLASS_REFUSED')
  if (viewer.kids && !title.kids) return deny('KIDS_REFUSED')
  if (!title.isLicensedInRegion) return deny('REGION_REFUSED')
  if (!title.isWindowOpen) return deny('WINDOW_CLOSED')
  if (title.preparing) return deny('PREPARING')
  if (title.restriction === 'III' && !viewer.isMember) return login(title)
  const decision = entitlement(viewer.account, title, now) ?? offer(viewer, title, now)
  return title.restriction === 'III' && !viewer.unlocked ? locked(decision) : decision
}

function login({ vodTypes, offers }: TitleFacts): AccessDecision {
  const [first] = vodTypes.includes('FREE TO WATCH') ? [] : offers
  return { access: 'login', ...(first && { offer: first }) }
}

function locked(decision: AccessDecision): AccessDecision {
  const [first] = decision.access === 'buy' ? decision.offers : []
  return { access: 'parental', ...(first && { offer: first }) }
}

function entitlement(account: AccountFacts, title: TitleFacts, now: Temporal.Instant): AccessDecision | undefined {
  if (title.vodTypes.includes('FREE TO WATCH')) return { access: 'play', by: 'free' }
  const { plan, rentals, screenings } = account
  if (title.vodTypes.includes('VIP UNLIMITED WATCH') && plan && isAfter(plan.validUntil, now))
    return { access: 'play', by: 'plan', until: plan.validUntil }
  // A rental that was paid for stays valid, whatever the title's vod types have become.
  const rental = rentals.find(({ programId, expiresAt }) => programId === title.programId && isAfter(expiresAt, now))
  if (rental) return { access: 'play', by: 'rental', until: rental.expiresAt }
  const screening = lastOf(screenings.filter((one) => one.programId === title.programId && isRunning(one, now)))
  return screening && { access: 'play', by: 'screening', until: screening.endsAt }
}

const isRunning = ({ startsAt, endsAt }: ScreeningFact, now: Temporal.Instant): boolean =>
  !isAfter(startsAt, now) && isAfter(endsAt, now)

const lastOf = (screenings: readonly ScreeningFact[]): ScreeningFact | undefined =>
  screenings.toSorted((one, other) => Temporal.Instant.compare(other.endsAt, one.endsAt))[0]

function offer({ isMember, kids, account }: ViewerFacts, title: TitleFacts, now: Temporal.Instant): AccessDecision {
  const { offers } = title
  if (offers.length === 0) return deny('NOT_ON_SALE')
  if (kids) return deny('KIDS_PURCHASE_REFUSED')
  if (!isMember) return login(title)
  const usable = offers.filter((one) => isUsable(one, account, now))
  if (usable.length > 0) return { access: 'buy', offers: usable }
  if (!hasVouchers(account)) return deny('VOUCHERS_ONLY')
  return deny(offers.some(({ kind }) => kind === 'ticket') ? 'INSUFFICIENT_TICKETS' : 'VOUCHERS_NOT_TAKEN')
}

export const offersOf = ({ vodTypes, credits }: { vodTypes: readonly VodType[]; credits: number }): Offer[] => [
  ...(vodTypes.includes('PAY PER RENT') && credits > 0 ? [{ kind: 'rental', credits } as const] : []),
  ...(vodTypes.includes('VIP UNLIMITED WATCH') ? [{ kind: 'plan' } as const] : []),
  ...(vodTypes.includes('MOVIE VOUCHER') ? [{ kind: 'ticket' } as const] : []),
]

function isUsable({ kind }: Offer, account: AccountFacts, now: Temporal.Instant): boolean {
  const { plan } = account
  if (hasVouchers(account)) return kind === 'ticket' && vouchersLeft(account, now) > 0
  if (kind === 'plan') return plan === null || !isAfter(plan.validUntil, now)
  return kind === 'rental'
}

const hasVouchers = ({ partner }: AccountFacts): boolean => TELECOM_PARTNERS.some((one) => one === partner)

export const vouchersLeft = ({ vouchers }: AccountFacts, now: Temporal.Instant): number =>
  vouchers.reduce((sum, { count, expiresAt }) => (isAfter(expiresAt, now) ? sum + count : sum), 0)

export const viewerFacts = (viewer: Viewer, account: AccountFacts): ViewerFacts => ({
  isMember: viewer.kind === 'member',
  kids: viewer.kids,
  unlocked: viewer.kind === 'member' && viewer.unlocked,
  account,
})

const deny = (reason: DenyReason): AccessDecision => ({ access: 'deny', reason })
