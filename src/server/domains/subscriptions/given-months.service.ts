import type { Db } from '#server/kit/db.ts'
import { isAfter } from '#server/kit/instants.ts'
import { newSubscription } from './activations.service.ts'
import { findCycles, moveRow, removeQueued } from './cycles.repo.ts'
import { cycleOf } from './cycles.rules.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { createNotices } from './notices.service.ts'
import { isLive } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { CycleRow, Subscription } from './subscriptions-model.ts'
import { insertSubscription } from './subscriptions.repo.ts'

type Instant = Temporal.Instant
type PaymentReversal = { event: 'refunded' | 'chargedBack'; at: Instant }

export type GivenMonths = ReturnType<typeof createGivenMonths>

/** The months that others gave, by gift cards and codes: they stay when money for the plan is taken back. */
export function createGivenMonths(deps: Pick<SubscriptionsDeps, 'messages' | 'plans'> & { lifecycle: Lifecycle }) {
  const { move, save } = deps.lifecycle
  const { postNotice } = createNotices(deps)
  return { endPaid, closeUp }

  /**
   * Ends a locked plan of which money was taken back. The given months go on as a plan of their own, without renewal: the running one as
   * it is, those that wait behind it, or from now on.
   */
  async function endPaid(tx: Db, subscription: Subscription, { event, at }: PaymentReversal): Promise<void> {
    if (!isLive(subscription.state)) return
    const rows = (await findCycles(tx, subscription.subscriptionId)).filter(({ cycle }) => cycle >= subscription.cycle)
    const running = rows.find((row) => isGiven(row) && row.cycle === subscription.cycle && isAfter(row.endsAt, at))
    const waiting = rows.filter((row) => isGiven(row) && row.cycle > subscription.cycle)
    if (!running && waiting.length === 0) {
      await move(tx, subscription, { event, at })
      return
    }
    const { accountId } = subscription
    const { planVersionId } = running ?? waiting[0]!
    const fresh = newSubscription({ accountId, planVersionId, agreement: null, isCharged: false, at })
    await insertSubscription(tx, fresh)
    for (const { subscriptionId, cycle } of waiting) await removeQueued(tx, { subscriptionId, cycle, at })
    if (running) await moveRow(tx, running, { ...running, subscriptionId: fresh.subscriptionId })
    await move(tx, withoutGiven(subscription, rows), { event, at, isSilent: running !== undefined })
    const given = await add(tx, running ? await goOn(tx, { fresh, running, subscription, at }) : fresh, { waiting, at })
    if (running) await postNotice(tx, given, { notice: 'planCancelled' })
  }

  type Continued = { fresh: Subscription; running: CycleRow; subscription: Subscription; at: Instant }

  /** The running month keeps its number and its days. */
  async function goOn(tx: Db, { fresh, running, subscription, at }: Continued): Promise<Subscription> {
    const { cycle, startsAt: cycleStartsAt, endsAt } = running
    const { anchor } = subscription
    const dates = { anchor, cycle, cycleStartsAt, cycleEndsAt: endsAt, lastCycle: cycle, paidUntil: endsAt }
    return save(tx, { ...fresh, ...dates, state: 'cancelling' }, at)
  }

  async function add(
    tx: Db,
    plan: Subscription,
    { waiting, at }: { waiting: readonly CycleRow[]; at: Instant },
  ): Promise<Subscription> {
    let held = plan
    for (const { planVersionId } of waiting) {
      const given = { kind: 'gift', planVersionId, orderId: null, amountCents: 0 } as const
      held = (await move(tx, held, { event: 'prepaid', at, given })) ?? held
    }
    return held
  }

  /** The months behind one that was removed before it began move forward by one. @returns the plan, a month shorter */
  async function closeUp(tx: Db, subscription: Subscription, removed: number): Promise<Subscription> {
    const { subscriptionId, anchor, lastCycle, noticedCycle, agreement } = subscription
    for (let cycle = removed + 1; cycle <= lastCycle; cycle++) {
      await moveRow(tx, { subscriptionId, cycle }, { subscriptionId, cycle: cycle - 1, ...cycleOf(anchor, cycle - 1) })
    }
    // A provider charges when it would have done anyway: its payer was told of that.
    const isNoticed = agreement?.mode === 'push' && noticedCycle === lastCycle + 1
    return {
      ...subscription,
      lastCycle: lastCycle - 1,
      paidUntil: cycleOf(anchor, lastCycle - 1).endsAt,
      noticedCycle: isNoticed ? lastCycle : noticedCycle,
    }
  }
}

const isGiven = ({ kind }: CycleRow): boolean => kind === 'gift'

/** The plan that ends: up to the last of its months that was not given. */
function withoutGiven(subscription: Subscription, rows: readonly CycleRow[]): Subscription {
  const last = rows.findLast((row) => !isGiven(row) || row.cycle === subscription.cycle)
  return last ? { ...subscription, lastCycle: last.cycle, paidUntil: last.endsAt } : subscription
}
