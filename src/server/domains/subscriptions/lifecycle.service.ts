import type { Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { earlierOf } from '#server/kit/instants.ts'
import { grantCredits, voidCredits } from './credits.service.ts'
import { cycleOf } from './cycles.rules.ts'
import { findCycle, insertCycle } from './cycles.repo.ts'
import { postNotice } from './notices.service.ts'
import { chargeAfter, entitledUntil, tickDueAt, unpaidEnd } from './schedule.rules.ts'
import {
  type Event,
  isLive,
  renews,
  type State,
  transitionOf,
  type GivenCycle,
  type Subscription,
} from './subscription.rules.ts'
import type { SubscriptionsDeps } from './ports.ts'
import { saveSubscription } from './subscriptions.repo.ts'

type Instant = Temporal.Instant

export interface Move {
  readonly event: Event
  readonly at: Instant
  readonly reason?: string
  readonly isSilent?: boolean
  readonly given?: GivenCycle
  readonly change?: Partial<Pick<Subscription, 'agreement' | 'nextPlanVersionId' | 'closingStep'>>
}

type Lifecycle = ReturnType<typeof createLifecycle>

export type LifecycleDeps = SubscriptionsDeps & { readonly lifecycle: Lifecycle }

/** Moves locked subscriptions by the table of `subscription.rules.ts`. */
export function createLifecycle(deps: SubscriptionsDeps) {
  const { plans, agreements } = deps
  return { move, catchUp, save }

  /** @returns undefined when the event changes nothing */
  async function move(tx: Db, subscription: Subscription, step: Move): Promise<Subscription | undefined> {
    const { event, at, reason = event, given, change, isSilent = false } = step
    const transition = transitionOf(subscription.state, event)
    if (!transition) return undefined
    const state = transition.to === 'renewing' ? await renewingState(tx, subscription) : transition.to
    let next: Subscription = { ...subscription, ...change, state }
    if (transition.effects.includes('addCycle')) next = await addCycle(tx, next, { given: given!, at })
    if (event === 'prepaid') next = { ...next, noticedCycle: noticedAfter(subscription) }
    if (transition.effects.includes('voidCredits')) {
      await voidCredits(tx, { subscription: next, kind: event === 'chargedBack' ? 'clawback' : 'void', at })
    }
    next = state === 'ended' ? endedAt(next, at, reason) : { ...next, ...chargeAfter(next, event, at) }
    next = await save(tx, next, at)
    if (transition.effects.includes('endAgreement') && next.agreement) {
      await agreements.end(tx, next.agreement.agreementId, reason)
    }
    if (transition.notice && !isSilent)
      await postNotice(deps, tx, { subscription: next, notice: transition.notice, given })
    return next
  }

  /** Applies what the clock has made due. Every other event comes after this, so that nothing depends on when the tick runs. */
  async function catchUp(tx: Db, subscription: Subscription, at: Instant): Promise<Subscription> {
    const rolled = await rollOver(tx, subscription, at)
    const current = rolled === subscription ? subscription : await save(tx, rolled, at)
    const event = dueEvent(current, at)
    if (!event) return current
    const dueAt = event === 'givenUp' || event === 'chargeFailed' ? at : current.paidUntil
    const moved = await move(tx, current, { event, at: dueAt })
    return moved ? catchUp(tx, moved, at) : current
  }

  async function save(tx: Db, subscription: Subscription, at: Instant): Promise<Subscription> {
    const next = reschedule(subscription, at)
    await saveSubscription(tx, next)
    return next
  }

  async function addCycle(
    tx: Db,
    subscription: Subscription,
    { given, at }: { given: GivenCycle; at: Instant },
  ): Promise<Subscription> {
    const { subscriptionId, lastCycle } = subscription
    const anchor = lastCycle === 0 ? at : subscription.anchor
    const cycle = lastCycle + 1
    const { startsAt, endsAt } = cycleOf(anchor, cycle)
    const { kind, planVersionId, orderId } = given
    await insertCycle(tx, { subscriptionId, cycle, kind, startsAt, endsAt, planVersionId, orderId })
    return rollOver(tx, { ...subscription, anchor, lastCycle: cycle, paidUntil: endsAt }, at)
  }

  async function rollOver(tx: Db, subscription: Subscription, at: Instant): Promise<Subscription> {
    const { subscriptionId, cycle, lastCycle } = subscription
    if (!isLive(subscription.state) || cycle >= lastCycle) return subscription
    const row = await findCycle(tx, { subscriptionId, cycle: cycle + 1 })
    if (!row || Temporal.Instant.compare(row.startsAt, at) > 0) return subscription
    await grantCredits(tx, { subscription, row, at }, plans)
    const { planVersionId } = row
    const begun: Subscription = {
      ...subscription,
      cycle: row.cycle,
      cycleStartsAt: row.startsAt,
      cycleEndsAt: row.endsAt,
      planVersionId,
      nextPlanVersionId: nextPlanAfter(subscription, planVersionId),
    }
    return rollOver(tx, begun, at)
  }
}

/** A month that queues moves our charge, which is announced again; a provider's schedule stays. */
const noticedAfter = ({ agreement, noticedCycle, lastCycle }: Subscription): number | null =>
  agreement?.mode === 'push' && noticedCycle === lastCycle + 1 ? noticedCycle + 1 : noticedCycle

/** After a month of another plan that was bought or given, the agreement charges its own plan again. */
function nextPlanAfter({ agreement, planVersionId, nextPlanVersionId }: Subscription, begun: string): string | null {
  const charged = agreement && (nextPlanVersionId ?? planVersionId)
  return charged === begun ? null : charged
}

export const reschedule = (subscription: Subscription, at: Instant): Subscription =>
  subscription.state === 'ended'
    ? subscription
    : { ...subscription, entitledUntil: entitledUntil(subscription), tickDueAt: tickDueAt(subscription, at) }

function dueEvent(subscription: Subscription, at: Instant): Event | undefined {
  const { state, cycle, lastCycle, paidUntil } = subscription
  const isPast = (end: Instant) => Temporal.Instant.compare(end, at) <= 0
  const isGivenUp = isPast(unpaidEnd(subscription))
  if (state === 'pending') return isGivenUp ? 'chargeFailed' : undefined
  if (cycle < lastCycle || !isLive(state) || !isPast(paidUntil)) return undefined
  if (state === 'cancelling') return 'over'
  if (renews(state)) return 'unpaid'
  return isGivenUp ? 'givenUp' : undefined
}

/** Trial while the last given cycle is the free one. */
async function renewingState(tx: Db, { subscriptionId, lastCycle }: Subscription): Promise<State> {
  const last = await findCycle(tx, { subscriptionId, cycle: lastCycle })
  return last?.kind === 'trial' ? 'trial' : 'active'
}

function endedAt(subscription: Subscription, at: Instant, reason: string): Subscription {
  const { entitledUntil: until } = subscription
  return {
    ...subscription,
    entitledUntil: earlierOf(until, at),
    chargeDueAt: null,
    closingStep: null,
    tickDueAt: null,
    endedAt: at,
    endReason: reason,
  }
}

type NewSubscription = Pick<Subscription, 'accountId' | 'planVersionId' | 'agreement'> & {
  byPartner?: boolean
  isCharged: boolean
  at: Instant
}

export const newSubscription = ({
  accountId,
  planVersionId,
  agreement,
  byPartner = false,
  isCharged,
  at,
}: NewSubscription): Subscription => ({
  subscriptionId: newId(),
  accountId,
  planVersionId,
  nextPlanVersionId: null,
  state: 'pending',
  byPartner,
  agreement,
  anchor: at,
  cycle: 0,
  cycleStartsAt: at,
  cycleEndsAt: at,
  lastCycle: 0,
  paidUntil: at,
  entitledUntil: at,
  chargeDueAt: isCharged ? at : null,
  chargeAttempts: 0,
  failedAt: null,
  noticedCycle: null,
  closingStep: null,
  tickDueAt: at,
  startedAt: at,
  endedAt: null,
  endReason: null,
})
