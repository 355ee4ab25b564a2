import { AppError } from '#contract/errors.ts'
import type { AgreementLink, Subscription } from './subscriptions-model.ts'
import type { Agreement } from '../agreements/index.ts'
import type { Order } from '../payments/index.ts'
import { isRefunding } from './cycles.repo.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'

/** A subscription that is charged by us. */
export type Chargeable = Subscription & { readonly accountId: string; readonly agreement: AgreementLink }

export type Charges = ReturnType<typeof createCharges>

/** Charges the next cycle by the agreement. Outside of transactions; what comes of it arrives as the product `renewal`. */
export function createCharges({ db, agreements, plans }: SubscriptionsDeps) {
  return { charge }

  /** While an attempt is open, or has paid, everybody who asks gets its order; once it is over, the next one. @throws CONFLICT */
  async function charge(subscription: Chargeable, agreement: Agreement): Promise<Order> {
    // It would be returned.
    if (await isRefunding(db, subscription)) throw new AppError('CONFLICT')
    const { planVersionId, amountCents, currency } = agreement
    const version = await plans.version(planVersionId)
    if (!version) throw new Error(`no version ${planVersionId}`)
    const item = { template: 'renewal', params: { planVersionId, name: version.name } } as const
    return agreements().charge({ agreement, cycle: subscription.lastCycle + 1, amountCents, currency, item })
  }
}

/** Whether we charge a subscription, and not its provider. */
export const isChargeable = (subscription: Subscription): subscription is Chargeable =>
  subscription.accountId !== null && subscription.agreement?.mode === 'pull'
