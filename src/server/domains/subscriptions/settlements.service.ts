import type { Db } from '#server/kit/db.ts'
import { RENEWING_KINDS } from '#contract/plans.ts'
import { QUEUED_MONTHS_MAX } from '#contract/subscriptions.ts'
import type { Delivery, Order, Product, Quote, SettledOrder, Wanted } from '../payments/index.ts'
import { bookRevenue } from './credits.service.ts'
import { isRefunding } from './cycles.repo.ts'
import { subjectOf } from './cycles.rules.ts'
import { recordNumber } from './identities.service.ts'
import { type LifecycleDeps, newSubscription } from './lifecycle.service.ts'
import type { Reversal } from './ports.ts'
import type { CycleKind, GivenCycle, Subscription } from './subscription.rules.ts'
import { findLive, insertSubscription, lockLive, lockSubscription } from './subscriptions.repo.ts'

const refused = (reason: string): Delivery => ({ delivered: false, reason })

export function createSettlements(deps: LifecycleDeps & { reversal: Reversal }) {
  const { db, clock, plans, agreements, lifecycle, reversal, isTelecomPartner } = deps
  const { move, catchUp } = lifecycle
  const renewal: Product = { name: 'renewal', quote: notForSale, onSettled: settleRenewal, onFailed, ...reversal }
  const prepaidMonth = { closeReplaced: agreements.abandonSetup, onSettled: settlePrepaid, ...reversal }
  const prepaid: Product = { name: 'plan', quote, ...prepaidMonth }
  return { products: [prepaid, renewal] as const, prepaidMonth }

  /** A second payment of a cycle, or one of a plan that has ended, is refunded. */
  async function settleRenewal(tx: Db, order: SettledOrder): Promise<Delivery> {
    const { accountId, purposeId, settledAt: at } = order
    const { agreementId, cycle } = subjectOf(purposeId)
    const live = await lockCurrent(tx, accountId)
    const waiting = await lockSubscription(tx, { agreementId })
    if (!live && waiting?.state === 'pending') return deliver(tx, waiting, { order, event: 'paid', kind: 'charged' })
    if (live && waiting?.state === 'pending')
      await move(tx, waiting, { event: 'chargeFailed', at, reason: 'second plan' })
    if (!live) return refused('the plan has ended')
    if (live.agreement?.agreementId !== agreementId) return refused('the agreement was replaced')
    if (cycle !== undefined && cycle !== live.lastCycle + 1) return refused('the cycle is paid')
    if (await isRefunding(tx, live)) return refused('the plan is being refunded')
    return deliver(tx, live, { order, event: 'paid', kind: 'charged' })
  }

  async function settlePrepaid(tx: Db, order: SettledOrder): Promise<Delivery> {
    const { accountId, settledAt: at } = order
    if (await isTelecomPartner(accountId, tx)) return refused('no plans for telecom partners')
    const live = await lockCurrent(tx, accountId)
    if (live && (await isRefunding(tx, live))) return refused('the plan is being refunded')
    if (live && (await isAgreedSince(tx, live, order))) return refused('an agreement was started')
    if (live) return deliver(tx, live, { order, event: 'prepaid', kind: 'prepaid' })
    const { planVersionId } = planOf(order)
    const fresh = newSubscription({ accountId, planVersionId, agreement: null, isCharged: false, at })
    await insertSubscription(tx, fresh)
    await recordNumber(deps, tx, { accountId, at })
    return deliver(tx, fresh, { order, event: 'prepaid', kind: 'prepaid' })
  }

  /** The payer changed to an agreement while the payment was open, as a late payment, or one of two that were started at a time. */
  async function isAgreedSince(tx: Db, { agreement }: Subscription, order: SettledOrder): Promise<boolean> {
    const { accountId, createdAt, purpose } = order
    if (purpose !== 'plan') return false
    const found = agreement && (await agreements.find(accountId, agreement.agreementId, tx))
    return !!found?.activatedAt && Temporal.Instant.compare(createdAt, found.activatedAt) <= 0
  }

  type Payment = { order: SettledOrder; event: 'paid' | 'prepaid'; kind: CycleKind }

  async function deliver(tx: Db, subscription: Subscription, { order, event, kind }: Payment): Promise<Delivery> {
    const { orderId, paidCents, settledAt: at } = order
    const given: GivenCycle = { kind, planVersionId: planOf(order).planVersionId, orderId, amountCents: paidCents }
    const moved = await move(tx, subscription, { event, at, given })
    if (!moved) return refused(`the plan is ${subscription.state}`)
    await bookRevenue(tx, { key: `subscription:${orderId}`, orderId, cents: paidCents, at })
    return { delivered: true }
  }

  async function lockCurrent(tx: Db, accountId: string): Promise<Subscription | undefined> {
    const found = await lockLive(tx, accountId)
    const current = found && (await catchUp(tx, found, clock.now()))
    return current?.state === 'ended' ? undefined : current
  }

  async function onFailed(tx: Db, { accountId, purposeId }: Order): Promise<void> {
    const { agreementId, cycle } = subjectOf(purposeId)
    if (accountId === null || cycle === undefined) return
    const at = clock.now()
    const found = await lockSubscription(tx, { agreementId })
    const current = found && (await catchUp(tx, found, at))
    if (current && cycle === current.lastCycle + 1) await move(tx, current, { event: 'chargeFailed', at })
  }

  /** One month without renewal, of the plans that are offered to everybody, by the kinds that cannot renew. */
  async function quote({ accountId, purposeId: planId, kind }: Wanted): Promise<Quote | undefined> {
    if (RENEWING_KINDS.some((one) => one === kind) || (await isTelecomPartner(accountId))) return undefined
    const [version, live] = await Promise.all([plans.find(planId), findLive(db, accountId)])
    if (!version || (version.offer !== 'standard' && version.offer !== 'promotional')) return undefined
    if (live && live.lastCycle - live.cycle >= QUEUED_MONTHS_MAX) return undefined
    if (live && (await isRefunding(db, live))) return undefined
    const { planVersionId, name, amountCents, currency } = version
    return { amountCents, currency, item: { template: 'plan', params: { planVersionId, name } } }
  }
}

const notForSale = async () => undefined

function planOf({ orderId, item }: Order): { planVersionId: string } {
  if (item.template !== 'plan' && item.template !== 'renewal') throw new Error(`the order ${orderId} is not of a plan`)
  return item.params
}
