import type { CodeKind } from '#contract/codes.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { ErrorParams } from '#contract/errors.ts'
import type { PlainProblem } from '#contract/operator-problems.ts'
import { TELECOM_PARTNERS } from '#contract/telecom-partners.ts'
import type { Batch, Code, CodeReward } from './codes-model.ts'

export const NEW_DAYS = 30

/** A code that binds to a partner is entered with that partner only. */
export type Entrance =
  | { readonly kinds: 'ordinary' }
  | { readonly kinds: 'giftcard' }
  | { readonly kinds: 'partner'; readonly partner: string }

export interface Redeemer {
  readonly partner: string
  readonly isTelecomPartner: boolean
  /** Has never redeemed, paid, or held a plan, and registered in the last days. */
  readonly isNew: boolean
}

export interface CodeRefusal {
  readonly code: Extract<ErrorCode, 'WRONG_CODE' | 'CODE_EXPIRED' | 'CODE_USED' | 'NEW_USERS_ONLY' | 'NOT_ALLOWED'>
  readonly of: Extract<ErrorParams['of'], 'redeem' | 'telecom'>
}

/** False: the code is reported as wrong here. */
export function isKnownHere({ batch }: Pick<Code, 'batch'>, entrance: Entrance, now: Temporal.Instant): boolean {
  if (Temporal.Instant.compare(now, batch.startsAt) < 0) return false
  if (entrance.kinds === 'giftcard') return batch.kind === 'giftcard'
  if (entrance.kinds === 'ordinary') return true
  return batch.kind === 'partner' && batch.partner === entrance.partner
}

export type CodeState = 'unused' | 'redeemed' | 'voided' | 'expired'

type StatedCode = Pick<Code, 'usesLeft' | 'voidedAt' | 'expiresAt'> & { readonly batch: Pick<Batch, 'voidedAt'> }

export function stateOf({ usesLeft, voidedAt, expiresAt, batch }: StatedCode, now: Temporal.Instant): CodeState {
  if (usesLeft === 0) return 'redeemed'
  if (voidedAt || batch.voidedAt) return 'voided'
  return expiresAt && Temporal.Instant.compare(expiresAt, now) <= 0 ? 'expired' : 'unused'
}

const STATE_REFUSALS = {
  redeemed: 'CODE_USED',
  voided: 'CODE_EXPIRED',
  expired: 'CODE_EXPIRED',
} as const satisfies Record<Exclude<CodeState, 'unused'>, ErrorCode>

export function codeRefusal(code: Code, now: Temporal.Instant): CodeRefusal | undefined {
  const state = stateOf(code, now)
  return state === 'unused' ? undefined : { code: STATE_REFUSALS[state], of: 'redeem' }
}

/** A code that binds is entered with its partner, or by one of its members. */
export function redeemerRefusal(batch: Batch, redeemer: Redeemer, entrance: Entrance): CodeRefusal | undefined {
  if (entrance.kinds === 'partner') return undefined
  if (batch.partner !== null && batch.partner !== redeemer.partner) return { code: 'NOT_ALLOWED', of: 'redeem' }
  if (redeemer.isTelecomPartner && !batch.grants.every(isForTelecom)) return { code: 'NOT_ALLOWED', of: 'telecom' }
  if (!redeemer.isTelecomPartner && batch.grants.some(isForTelecom)) return { code: 'NOT_ALLOWED', of: 'redeem' }
  return isForNewMembers(batch) && !redeemer.isNew ? { code: 'NEW_USERS_ONLY', of: 'redeem' } : undefined
}

/** Members of telecom partners have vouchers and tickets; the others have credits and plans (PRODUCT section 5). */
const isForTelecom = ({ kind }: CodeReward): boolean => kind === 'voucher' || kind === 'ticket'

/** A code that is shared works for new members only (SPEC section 6). */
export const isForNewMembers = ({ kind, newUsersOnly }: Pick<Batch, 'kind' | 'newUsersOnly'>): boolean =>
  newUsersOnly || kind === 'sharing'

interface History {
  readonly createdAt: Temporal.Instant
  readonly hasRedeemed: boolean
  readonly hasPaid: boolean
  readonly hadPlan: boolean
}

export const isNewMember = ({ createdAt, hasRedeemed, hasPaid, hadPlan }: History, now: Temporal.Instant): boolean =>
  !hasRedeemed && !hasPaid && !hadPlan && Temporal.Instant.compare(now, createdAt.add({ hours: NEW_DAYS * 24 })) <= 0

const CREDIT_PARTNERS: readonly string[] = ['anyplex', 'movie6']

interface BatchDraft {
  readonly kind: CodeKind
  readonly grants: readonly CodeReward[]
  readonly partner: string | null
}

export function batchProblem({ kind, grants, partner }: BatchDraft): PlainProblem | undefined {
  if (kind === 'giftcard') return { is: 'batchOfGiftCards' }
  if (grants.length === 0) return { is: 'batchEmpty' }
  const telecom = grants.filter(isForTelecom).length
  if (telecom > 0 && telecom < grants.length) return { is: 'batchMixed' }
  if (kind === 'partner' && (partner === null || telecom === 0)) return { is: 'batchOfPartner' }
  const known: readonly string[] = telecom > 0 ? TELECOM_PARTNERS : CREDIT_PARTNERS
  if (partner !== null && !known.includes(partner)) return { is: 'batchPartner', partner, partners: known }
  if (kind === 'plan' && !grants.every((reward) => reward.kind === 'plan')) return { is: 'batchOfPlan' }
  return undefined
}

/** HK$1 a credit, the price of a month; of a voucher and a ticket, which have no price, about what they replace. In cents. */
const WORTH_CENTS = { credits: 100, voucher: 3_000, ticket: 10_000 } as const

/** What one use of a code is worth. `prices`: cents of a month, by plan. */
export const worthOf = (grants: readonly CodeReward[], prices: ReadonlyMap<string, number>): number =>
  grants.reduce(
    (sum, reward) =>
      sum + reward.amount * (reward.kind === 'plan' ? (prices.get(reward.planId) ?? 0) : WORTH_CENTS[reward.kind]),
    0,
  )
