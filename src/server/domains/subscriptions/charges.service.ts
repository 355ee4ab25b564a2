import { AppError } from '#contract/errors.ts'
import type { Agreement } from '../agreements/index.ts'
import type { Order } from '../payments/index.ts'
import { isRefunding } from './cycles.repo.ts'
import type { SubscriptionsDeps } from './ports.ts'
import type { AgreementLink, Subscription } from './subscription.rules.ts'

/** A subscription that is charged by us, and not by its provider. */
export type Chargeable = Subscription & { readonly accountId: string; readonly agreement: AgreementLink }

export const isChargeable = (subscription: Subscription): subscription is Chargeable =>
  subscription.accountId !== null && subscription.agreement?.mode === 'pull'

/**
 * Charges the next cycle by the agreement, outside of transactions; the result arrives as the product `renewal`. While an attempt is open,
 * or has paid, each caller gets its order; once it is over, the next one.
 * @throws CONFLICT while a cycle is refunded: the charge would be returned
 */
export async function chargeNextCycle(
  { db, agreements, plans }: SubscriptionsDeps,
  subscription: Chargeable,
  agreement: Agreement,
): Promise<Order> {
  if (await isRefunding(db, subscription)) throw new AppError('CONFLICT')
  const { planVersionId, amountCents, currency } = agreement
  const version = await plans.version(planVersionId)
  if (!version) throw new Error(`no version ${planVersionId}`)
  const item = { template: 'renewal', params: { planVersionId, name: version.name } } as const
  return agreements.charge({ agreement, cycle: subscription.lastCycle + 1, amountCents, currency, item })
}
