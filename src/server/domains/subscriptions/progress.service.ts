import { AppError } from '#contract/errors.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { Agreement } from '../agreements/index.ts'
import { type Order, statusOf } from '../payments/index.ts'
import type { SubscriptionsDeps } from './ports.ts'
import { subjectOf } from './cycles.rules.ts'
import type { Subscription } from './subscription.rules.ts'
import { findByAgreement } from './subscriptions.repo.ts'

export interface Progress {
  readonly agreement: Agreement
  readonly status: PaymentStatus
  readonly amountCents: number
  readonly planVersionId: string
  /** Of the charge that was queried, or of the first one. */
  readonly orderId: string | undefined
  /** It holds no plan, and a charge of its provider, if any, is refunded. */
  readonly returnsCharge: boolean
}

export function createProgress({ db, agreements, payments }: SubscriptionsDeps) {
  return { progressOf, confirm }

  /** @param id of an agreement, or of a charge @throws NOT_FOUND */
  async function progressOf(accountId: string, id: string): Promise<Progress> {
    const agreement = await agreements.find(accountId, id)
    if (agreement) return ofAgreement(accountId, agreement)
    return ofCharge(accountId, await payments.orderOf({ accountId, orderId: id }))
  }

  /** @throws NOT_FOUND; PENDING while the payer has not approved */
  async function confirm(accountId: string, agreementId: string): Promise<Agreement> {
    const known = await agreements.find(accountId, agreementId)
    if (!known) throw new AppError('NOT_FOUND')
    const agreement = known.state === 'setup' ? await agreements.check(known) : known
    if (agreement.state === 'setup') throw new AppError('PENDING')
    return agreement
  }

  async function ofAgreement(accountId: string, agreement: Agreement): Promise<Progress> {
    const { planVersionId, agreementId } = agreement
    const first = isChargedAtOnce(agreement) ? await payments.firstRenewalOf(accountId, agreementId) : undefined
    const subscription = await findByAgreement(db, agreementId)
    const status = statusOfAgreement(agreement, subscription, first)
    return {
      agreement,
      status,
      amountCents: first?.paidCents ?? 0,
      planVersionId,
      orderId: first?.paidAt ? first.orderId : undefined,
      returnsCharge: (status === 'failed' || status === 'expired') && mayHaveCharged(agreement),
    }
  }

  /** @throws NOT_FOUND for a payment that is not a renewal */
  async function ofCharge(accountId: string, order: Order): Promise<Progress> {
    const agreement = await agreements.find(accountId, subjectOf(order.purposeId).agreementId)
    if (order.purpose !== 'renewal' || !agreement) throw new AppError('NOT_FOUND')
    const { planVersionId } = agreement
    const status = statusOf(order.state)
    return {
      agreement,
      status,
      amountCents: order.paidCents ?? 0,
      planVersionId,
      orderId: order.orderId,
      returnsCharge: false,
    }
  }
}

const AT_ONCE = { minutes: 60 }

/** Without a free month, and not for time that is paid already. */
const isChargedAtOnce = ({ trial, firstChargeAt, createdAt }: Agreement): boolean =>
  !trial && Temporal.Instant.compare(firstChargeAt, createdAt.add(AT_ONCE)) <= 0

/**
 * Whether the provider may have charged what was then refused: the charge may not be known yet. An agreement that was given up charges
 * too once it is approved; it is then being ended.
 */
const mayHaveCharged = (agreement: Agreement): boolean => {
  const { mode, state, failure, endingRequestedAt } = agreement
  const isApproved = state !== 'abandoned' || failure === 'HAS_PLAN' || endingRequestedAt !== null
  return mode === 'push' && failure !== 'DECLINED' && isApproved && isChargedAtOnce(agreement)
}

/** `paid` once the agreement holds and what was due at once is paid; `refunded` when that could not be delivered. */
function statusOfAgreement(
  agreement: Agreement,
  subscription: Subscription | undefined,
  first: Order | undefined,
): PaymentStatus {
  const { state, failure } = agreement
  if (state === 'setup') return 'pending'
  if (first?.paidAt && first.undeliverable !== null) return 'refunded'
  if (state === 'abandoned') return failure === null ? 'expired' : 'failed'
  if (failure !== null) return 'failed'
  if (first) return statusOf(first.state)
  if (!isChargedAtOnce(agreement)) return 'paid'
  if (subscription?.state === 'pending' || subscription?.state === 'past_due') return 'pending'
  return subscription && subscription.cycle > 0 ? 'paid' : 'failed'
}
