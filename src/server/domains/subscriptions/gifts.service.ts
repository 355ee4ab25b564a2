import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import { isRefunding } from './cycles.repo.ts'
import { recordNumber } from './identities.service.ts'
import { type LifecycleDeps, newSubscription } from './lifecycle.service.ts'
import { insertSubscription, lockLive } from './subscriptions.repo.ts'

interface Gift {
  readonly accountId: string
  readonly planId: string
  readonly months: number
}

interface Given {
  readonly name: Readonly<Record<Language, string>>
  readonly endsAt: Temporal.Instant
}

/**
 * Joins the transaction. The months queue behind what is paid, and do not renew.
 * @throws NOT_FOUND for an unknown plan, CONFLICT while the plan waits for its first payment, or is refunded
 */
export async function giveMonths(deps: LifecycleDeps, tx: Db, { accountId, planId, months }: Gift): Promise<Given> {
  const { clock, plans, lifecycle } = deps
  const at = clock.now()
  const version = await plans.find(planId, tx)
  if (!version) throw new AppError('NOT_FOUND')
  const { planVersionId, name } = version
  await recordNumber(deps, tx, { accountId, at })
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
