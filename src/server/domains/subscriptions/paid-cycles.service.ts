import type { Db } from '#server/kit/db.ts'
import { findPaidCycle } from './cycles.repo.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { CycleRow, Subscription } from './subscriptions-model.ts'
import { lockSubscription } from './subscriptions.repo.ts'

export interface PaidCycle {
  readonly row: CycleRow
  readonly subscription: Subscription
}

export type PaidCycles = ReturnType<typeof createPaidCycles>

/** The cycles that orders have paid for. */
export function createPaidCycles({ clock, lifecycle }: Pick<SubscriptionsDeps, 'clock'> & { lifecycle: Lifecycle }) {
  const { catchUp } = lifecycle
  return { lockPaid }

  /** The cycle that an order paid for, with its locked subscription. @returns undefined when it was removed */
  async function lockPaid(tx: Db, orderId: string): Promise<PaidCycle | undefined> {
    const found = await findPaidCycle(tx, orderId)
    const locked = found && (await lockSubscription(tx, found))
    const subscription = locked && (await catchUp(tx, locked, clock.now()))
    // Read again, under the lock.
    const row = subscription && (await findPaidCycle(tx, orderId))
    return row && { row, subscription }
  }
}
