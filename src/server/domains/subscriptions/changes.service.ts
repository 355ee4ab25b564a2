import { AppError } from '#contract/errors.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import type { Agreement } from '../agreements/index.ts'
import type { Order } from '../payments/index.ts'
import { chargeNextCycle, isChargeable } from './charges.service.ts'
import type { LifecycleDeps } from './lifecycle.service.ts'
import { canUndo } from './schedule.rules.ts'
import type { Subscription } from './subscription.rules.ts'
import { findLive, lockLive } from './subscriptions.repo.ts'

export function createChanges(deps: LifecycleDeps) {
  const { db, clock, agreements, lifecycle } = deps
  const { move, catchUp } = lifecycle
  return { cancel, undo, retry }

  type Own = { accountId: string; agreementId?: string | undefined }

  /**
   * At the end of what is paid; past due, now. Idempotent.
   * @throws NOT_FOUND, NOT_ALLOWED (a prepaid month), CONFLICT, UNAVAILABLE (the provider does not confirm)
   */
  async function cancel(own: Own): Promise<Subscription> {
    const { live, agreement } = await requireRenewed(own)
    if (agreement.state === 'active') await agreements.cancel(agreement)
    return withLive(own.accountId, async (tx, current) => {
      if (!current.agreement && current.state === 'cancelling') return current
      if (current.agreement?.agreementId !== live.agreement?.agreementId) throw new AppError('CONFLICT')
      const isPaid = Temporal.Instant.compare(clock.now(), current.paidUntil) < 0
      const event = isPaid ? 'cancelledInTime' : 'cancelledLate'
      return (await move(tx, current, { event, at: clock.now(), reason: 'cancelled' })) ?? current
    })
  }

  /** @throws NOT_FOUND, NOT_ALLOWED (also when the provider would charge too late), CONFLICT (the plan has ended), UNAVAILABLE */
  async function undo(own: Own): Promise<Subscription> {
    const { live, agreement } = await requireRenewed(own)
    if (live.state !== 'cancelling' || !canUndo(live, agreement, clock.now())) throw new AppError('NOT_ALLOWED')
    if (agreement.state === 'ending') await agreements.undo(agreement)
    return withLive(own.accountId, async (tx, current) => {
      if (current.agreement?.agreementId !== agreement.agreementId) throw new AppError('CONFLICT')
      return (await move(tx, current, { event: 'resumed', at: clock.now() })) ?? current
    })
  }

  /**
   * Charges a failed renewal now.
   * @returns the charge, which may still be open
   * @throws NOT_FOUND, NOT_ALLOWED (nothing has failed, or the provider charges by its own schedule), UNAVAILABLE
   */
  async function retry(accountId: string): Promise<Order> {
    const live = await withLive(accountId, async (_, current) => current)
    if (live.state !== 'past_due' || !isChargeable(live)) throw new AppError('NOT_ALLOWED')
    const agreement = await agreements.find(accountId, live.agreement.agreementId)
    if (agreement?.state !== 'active') throw new AppError('NOT_ALLOWED')
    return chargeNextCycle(deps, live, agreement)
  }

  /** @throws NOT_FOUND, NOT_ALLOWED */
  async function requireRenewed({
    accountId,
    agreementId,
  }: Own): Promise<{ live: Subscription; agreement: Agreement }> {
    const live = await findLive(db, accountId)
    if (!live || (agreementId !== undefined && live.agreement?.agreementId !== agreementId)) {
      throw new AppError('NOT_FOUND')
    }
    const agreement = live.agreement && (await agreements.find(accountId, live.agreement.agreementId))
    if (!agreement) throw new AppError('NOT_ALLOWED')
    return { live, agreement }
  }

  /** @throws NOT_FOUND when the plan has ended */
  async function withLive(
    accountId: string,
    work: (tx: Tx, current: Subscription) => Promise<Subscription>,
  ): Promise<Subscription> {
    const done = await inTransaction(db, async (tx) => {
      const found = await lockLive(tx, accountId)
      const current = found && (await catchUp(tx, found, clock.now()))
      return current && current.state !== 'ended' ? work(tx, current) : undefined
    })
    if (!done) throw new AppError('NOT_FOUND')
    return done
  }
}
