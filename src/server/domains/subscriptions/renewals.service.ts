import type { Db } from '#server/kit/db.ts'
import type { Agreement } from '../agreements/index.ts'
import { isRefunding } from './cycles.repo.ts'
import { type Charges, type Chargeable, isChargeable } from './charges.service.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { createNotices } from './notices.service.ts'
import type { OpenSubscriptions } from './open-subscriptions.service.ts'
import { isPast, noticeAt } from './schedule.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { findSubscriber } from './subscriptions.repo.ts'

/** A charge without a result, also one whose node has died, is requested again after this time, under the same id. */
const REPEAT = { minutes: 10 } as const

type RenewalsDeps = SubscriptionsDeps & { lifecycle: Lifecycle; charges: Charges; open: OpenSubscriptions }

/** The next cycles of plans that we charge: their notices and their charges. */
export function createRenewals(deps: RenewalsDeps) {
  const { clock, agreements, lifecycle, charges, open } = deps
  const { move, save } = lifecycle
  const { withOpen } = open
  const { announceCharge } = createNotices(deps)
  return { renew }

  /** Announces the next charge, or makes it, as far as the agreement still allows it. */
  async function renew(due: Subscription): Promise<void> {
    const { accountId, subscriptionId } = due
    const agreement = due.agreement && accountId ? await agreements().find(accountId, due.agreement.agreementId) : null
    if (agreement?.state !== 'active') return stopRenewing(due, agreement ?? undefined)
    const charge = await withOpen(subscriptionId, async (tx, current) => {
      if (current.agreement?.agreementId !== agreement.agreementId) return undefined
      const announced = await announce(tx, current)
      return isPast(announced.chargeDueAt, clock.now()) && isChargeable(announced)
        ? takeCharge(tx, announced)
        : undefined
    })
    if (charge) await charges.charge(charge, agreement)
  }

  async function announce(tx: Db, current: Subscription): Promise<Subscription> {
    if (!isPast(noticeAt(current), clock.now())) return current
    if (!isPast(current.chargeDueAt, clock.now())) await announceCharge(tx, current)
    return save(tx, { ...current, noticedCycle: current.lastCycle + 1 }, clock.now())
  }

  /** Puts the next request for the charge off. @returns undefined while the account is being closed, or a cycle refunded */
  async function takeCharge(tx: Db, current: Chargeable): Promise<Chargeable | undefined> {
    const subscriber = await findSubscriber(tx, current.accountId)
    const chargeDueAt = clock.now().add(REPEAT)
    await save(tx, { ...current, chargeDueAt }, clock.now())
    return subscriber?.closesAt || (await isRefunding(tx, current)) ? undefined : current
  }

  /** The agreement no longer allows a charge: it was cancelled, and that was not recorded, or it ended at the provider. */
  async function stopRenewing({ subscriptionId }: Subscription, agreement: Agreement | undefined): Promise<void> {
    const at = clock.now()
    await withOpen(subscriptionId, async (tx, current) => {
      if (agreement && current.agreement?.agreementId !== agreement.agreementId) return
      const isPaid = Temporal.Instant.compare(at, current.paidUntil) < 0
      const event = current.state === 'pending' ? 'chargeFailed' : isPaid ? 'cancelledInTime' : 'cancelledLate'
      await move(tx, current, { event, at, reason: 'no agreement' })
    })
  }
}
