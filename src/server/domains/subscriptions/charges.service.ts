import { AppError } from '#contract/errors.ts'
import type { Agreement } from '../agreements/index.ts'
import type { Order } from '../payments/index.ts'
import { isRefunding } from './cycles.repo.ts'
import type { SubscriptionsDeps } from './ports.ts'
import type { AgreementLink, Subscription } from './subscription.rules.ts'

export type Chargeable = Subscription & { readonly accountId: string; readonly agreement: AgreementLink }

export const isChargeable = (subscription: Subscription): subscription is Chargeable =>
  subscription.accountId !== null && subscription.agreement?.mode === 'pull'

/**
 * Outside of transactions; the result arrives as the product `renewal`. Callers share an attempt until it is over.
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
