import type { Agreement } from '../agreements/index.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import type { OpenSubscriptions } from './open-subscriptions.service.ts'
import { canResume } from './schedule.rules.ts'
import { renews } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { findClosing } from './subscriptions.repo.ts'

const CLOSING_AT_ONCE = 100

type ClosingDeps = SubscriptionsDeps & { lifecycle: Lifecycle; open: OpenSubscriptions }

/** What the closing of accounts does to their plans. */
export function createClosing({ db, clock, agreements, lifecycle, open }: ClosingDeps) {
  const { move, save } = lifecycle
  const { withOpen } = open
  return { followClosing, applyClosing }

  /** Stops renewals of an account that is being closed, or resumes them. */
  async function applyClosing(due: Subscription): Promise<void> {
    const { subscriptionId, accountId, agreement: link, closingStep } = due
    const agreement = link && accountId ? await agreements().find(accountId, link.agreementId) : undefined
    if (closingStep === 'cancel' && agreement?.state === 'active') await agreements().cancel(agreement)
    const isInTime = canResume(due, clock.now())
    if (closingStep === 'undo' && agreement?.state === 'ending' && isInTime) await agreements().undo(agreement)
    const renewsBy = closingStep === 'undo' ? await activeOf(accountId, agreement) : undefined
    await withOpen(subscriptionId, async (tx, current) => {
      const at = clock.now()
      if (current.closingStep === 'undo') {
        // It may have ended meanwhile at the provider.
        const isActive = renewsBy !== undefined && current.agreement?.agreementId === renewsBy
        const change = { closingStep: null }
        const resumed = isActive && (await move(tx, current, { event: 'resumed', at, change }))
        if (!resumed) await save(tx, { ...current, closingStep: null }, at)
      } else if (current.closingStep === 'cancel') {
        const change = { closingStep: 'cancelled' } as const
        const moved = renews(current.state) && (await move(tx, current, { event: 'cancelledInTime', at, change }))
        if (!moved) await save(tx, { ...current, closingStep: null }, at)
      }
    })
  }

  /** @returns its id if the agreement charges again */
  async function activeOf(accountId: string | null, agreement: Agreement | undefined): Promise<string | undefined> {
    const now = accountId && agreement ? await agreements().find(accountId, agreement.agreementId) : undefined
    return now?.state === 'active' ? now.agreementId : undefined
  }

  /** What the closing of accounts asks for. Renewals stop reversibly; when an account is due to be erased, its plan ends. */
  async function followClosing(): Promise<void> {
    const asked = await findClosing(db, { now: clock.now(), limit: CLOSING_AT_ONCE })
    for (const { subscriptionId, step } of asked) {
      await withOpen(subscriptionId, async (tx, current) => {
        const at = clock.now()
        if (step === 'end') await move(tx, current, { event: 'closed', at })
        else if (step === 'cancel') await save(tx, { ...current, closingStep: 'cancel' }, at)
        else await save(tx, { ...current, closingStep: current.closingStep === 'cancelled' ? 'undo' : null }, at)
      })
    }
  }
}
