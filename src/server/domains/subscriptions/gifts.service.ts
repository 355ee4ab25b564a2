import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import { newSubscription } from './activations.service.ts'
import { isRefunding } from './cycles.repo.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import { insertSubscription, lockLive } from './subscriptions.repo.ts'

type Instant = Temporal.Instant

interface GiftsDeps extends SubscriptionsDeps {
  readonly lifecycle: Lifecycle
  readonly recordNumber: (tx: Db, accountId: string, at: Instant) => Promise<void>
}

interface Gift {
  readonly accountId: string
  readonly planId: string
  readonly months: number
}

interface Given {
  readonly name: Readonly<Record<Language, string>>
  readonly endsAt: Instant
}

/** Months that are not paid for: they queue behind what is paid, and do not renew. */
export function createGifts({ clock, plans, lifecycle, recordNumber }: GiftsDeps) {
  return { give }

  /**
   * Gives months of a plan, in the caller's transaction.
   * @returns the plan's name, and until when it runs now
   * @throws NOT_FOUND for an unknown plan, CONFLICT while the plan waits for its first payment, or is refunded
   */
  async function give(tx: Db, { accountId, planId, months }: Gift): Promise<Given> {
    const at = clock.now()
    const version = await plans.find(planId, tx)
    if (!version) throw new AppError('NOT_FOUND')
    const { planVersionId, name } = version
    await recordNumber(tx, accountId, at)
    const live = await lockLive(tx, accountId)
    let held = live && (await lifecycle.catchUp(tx, live, at))
    if (!held || held.state === 'ended') {
      held = newSubscription({ accountId, planVersionId, agreement: null, isCharged: false, at })
      if (!(await insertSubscription(tx, held))) throw new AppError('CONFLICT')
    }
    if (await isRefunding(tx, held)) throw new AppError('CONFLICT')
    for (let month = 0; month < months; month++) {
      const given = { kind: 'gift', planVersionId, orderId: null, amountCents: 0 } as const
      const moved = await lifecycle.move(tx, held, { event: 'prepaid', at, given })
      if (!moved) throw new AppError('CONFLICT')
      held = moved
    }
    return { name, endsAt: held.paidUntil }
  }
}
