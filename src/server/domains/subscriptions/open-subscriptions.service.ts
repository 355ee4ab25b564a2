import type { Db } from '#server/kit/db.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { isLive } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { lockSubscription } from './subscriptions.repo.ts'

export type OpenSubscriptions = ReturnType<typeof createOpenSubscriptions>

/** Transactions on single subscriptions that have not ended. */
export function createOpenSubscriptions({
  db,
  clock,
  lifecycle,
}: Pick<SubscriptionsDeps, 'db' | 'clock'> & { lifecycle: Lifecycle }) {
  const { catchUp } = lifecycle
  return { withOpen }

  /** Works on a subscription as it is at this moment, unless it has ended. */
  async function withOpen<T>(
    subscriptionId: string,
    work: (tx: Db, current: Subscription) => Promise<T>,
  ): Promise<T | undefined> {
    return db.transaction().execute(async (tx) => {
      const found = await lockSubscription(tx, { subscriptionId })
      const current = found && (await catchUp(tx, found, clock.now()))
      return current && (isLive(current.state) || current.state === 'pending') ? work(tx, current) : undefined
    })
  }
}
