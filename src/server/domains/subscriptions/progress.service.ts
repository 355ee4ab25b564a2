import { AppError } from '#contract/errors.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { Agreement } from '../agreements/index.ts'
import { type Order, statusOf } from '../payments/index.ts'
import { findCycles } from './cycles.repo.ts'
import { subjectOf } from './settlements.service.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { findByAgreement } from './subscriptions.repo.ts'

/** How an agreement stands, with the charge of its first cycle. */
export interface Progress {
  readonly agreement: Agreement
  readonly status: PaymentStatus
  readonly amountCents: number
  readonly planVersionId: string
  /** Of the charge that was asked about, or of the first one. */
  readonly orderId: string | undefined
}

/** How agreements, and charges of them, stand. */
export function createProgress({ db, agreements, payments }: SubscriptionsDeps) {
  return { progressOf, confirm }

  /** @param id of an agreement, or of a charge @throws NOT_FOUND */
  async function progressOf(accountId: string, id: string): Promise<Progress> {
    const agreement = await agreements().find(accountId, id)
    if (agreement) return ofAgreement(agreement)
    return ofCharge(accountId, await payments().orderOf({ accountId, orderId: id }))
  }

  /** Asks the provider whether the payer has approved. @throws NOT_FOUND; PENDING while they have not */
  async function confirm(accountId: string, agreementId: string): Promise<Agreement> {
    const known = await agreements().find(accountId, agreementId)
    if (!known) throw new AppError('NOT_FOUND')
    const agreement = known.state === 'setup' ? await agreements().check(known) : known
    if (agreement.state === 'setup') throw new AppError('PENDING')
    return agreement
  }

  async function ofAgreement(agreement: Agreement): Promise<Progress> {
    const { planVersionId, agreementId } = agreement
    const subscription = await findByAgreement(db, agreementId)
    const first = subscription && (await firstCharge(subscription, agreement))
    const amountCents = first ? agreement.amountCents : 0
    const status = statusOfAgreement(agreement, subscription)
    return { agreement, status, amountCents, planVersionId, orderId: first }
  }

  /** The charge that began the plan, if this agreement did. */
  async function firstCharge({ subscriptionId }: Subscription, { trial }: Agreement): Promise<string | undefined> {
    const [first] = await findCycles(db, subscriptionId)
    return trial || first?.kind !== 'charged' ? undefined : (first.orderId ?? undefined)
  }

  /** @throws NOT_FOUND for a payment that is not a renewal */
  async function ofCharge(accountId: string, order: Order): Promise<Progress> {
    const agreement = await agreements().find(accountId, subjectOf(order.purposeId).agreementId)
    if (order.purpose !== 'renewal' || !agreement) throw new AppError('NOT_FOUND')
    const { planVersionId } = agreement
    const status = statusOf(order.state)
    return { agreement, status, amountCents: order.paidCents ?? 0, planVersionId, orderId: order.orderId }
  }
}

/** `paid` once the plan of the agreement runs: at once for a trial and a replacement, else with its first charge. */
function statusOfAgreement({ state, failure }: Agreement, subscription: Subscription | undefined): PaymentStatus {
  if (state === 'setup') return 'pending'
  if (state === 'abandoned') return failure === null ? 'expired' : 'failed'
  if (failure !== null) return 'failed'
  if (subscription?.state === 'pending') return 'pending'
  // Approved, and its first charge failed.
  if (subscription && subscription.cycle === 0) return 'failed'
  return 'paid'
}
