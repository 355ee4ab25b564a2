import type { Db } from '#server/kit/db.ts'
import type { ActiveAgreement, Agreement, AgreementFailure, AgreementOwner } from '../agreements/index.ts'
import type { Plans } from '../plans/index.ts'
import { recordIdentities, removeIdentities } from './identities.service.ts'
import { type LifecycleDeps, newSubscription } from './lifecycle.service.ts'
import { renews, type AgreementLink, type Subscription } from './subscription.rules.ts'
import {
  findPending,
  findSubscriber,
  insertSubscription,
  lockLive,
  lockOpenSubscriptions,
  lockSubscription,
  wakeTick,
} from './subscriptions.repo.ts'

type Instant = Temporal.Instant
type Activation = Awaited<ReturnType<AgreementOwner['onActivated']>>

const refused = (reason: AgreementFailure): Activation => ({ accepted: false, reason })
/** A provider's day differs from ours by hours, never by a month. */
const TOLERANCE_HOURS = 48

const ACCEPTED: Activation = { accepted: true }

export function createActivations(deps: LifecycleDeps): Required<AgreementOwner> {
  const { clock, plans, agreements, lifecycle, isTelecomPartner } = deps
  const { move, catchUp, save } = lifecycle
  return { lock, onActivated, onRevoked, onChargeFailed, onNextCharge }

  /** Every transition holds the row of the plan; what begins a plan first locks the account's partner, as binding does. */
  async function lock(tx: Db, accountId: string): Promise<void> {
    await isTelecomPartner(accountId, tx)
    await lockOpenSubscriptions(tx, accountId)
  }

  async function onActivated(tx: Db, agreement: ActiveAgreement): Promise<Activation> {
    const at = clock.now()
    const { accountId } = agreement
    // Nothing begins that would be charged while the account is being closed.
    if ((await findSubscriber(tx, accountId))?.closesAt) return refused('DECLINED')
    // It was bound to its partner after the agreement was started.
    if (!agreement.byPartner && (await isTelecomPartner(accountId, tx))) return refused('DECLINED')
    const found = await lockLive(tx, accountId)
    const live = found && (await catchUp(tx, found, at))
    if (live && live.state !== 'ended') return replace(tx, live, agreement)
    if (await findPending(tx, accountId)) return refused('HAS_PLAN')
    const pending = pendingSubscription(agreement, at)
    const { added, areNew } = await recordIdentities(deps, tx, { agreement, at })
    const isTrialUsed = agreement.trial && !areNew
    if (isTrialUsed || !(await insertSubscription(tx, pending))) {
      await removeIdentities(tx, added)
      return refused(isTrialUsed ? 'TRIAL_USED' : 'HAS_PLAN')
    }
    await wakeTick(tx)
    if (agreement.trial) {
      const given = { kind: 'trial', planVersionId: agreement.planVersionId, orderId: null } as const
      await move(tx, pending, { event: 'trialStarted', at, given })
    }
    return ACCEPTED
  }

  /** Another payment method, another plan from the next cycle on, or a cancellation undone. */
  async function replace(tx: Db, live: Subscription, agreement: ActiveAgreement): Promise<Activation> {
    const { planVersionId } = agreement
    if (agreement.trial || (await isSame(plans, tx, { live, agreement }))) return refused('HAS_PLAN')
    if (agreement.mode === 'push' && !isInTime(live, agreement, clock.now())) return refused('HAS_PLAN')
    await recordIdentities(deps, tx, { agreement, at: clock.now() })
    const change = {
      agreement: linkOf(agreement),
      nextPlanVersionId: planVersionId === live.planVersionId ? null : planVersionId,
      closingStep: null,
    }
    await move(tx, live, { event: 'resumed', at: clock.now(), change })
    await wakeTick(tx)
    if (live.agreement) await agreements.end(tx, live.agreement.agreementId, 'replaced')
    return ACCEPTED
  }

  async function onRevoked(tx: Db, { agreementId }: Agreement): Promise<void> {
    const at = clock.now()
    const found = await lockSubscription(tx, { agreementId })
    const current = found && (await catchUp(tx, found, at))
    if (!current) return
    const isPaid = Temporal.Instant.compare(at, current.paidUntil) < 0
    const event = current.state === 'past_due' && isPaid ? 'cancelledInTime' : 'revoked'
    const change = { agreement: null, nextPlanVersionId: null }
    await move(tx, current, { event, at, reason: 'revoked', change })
  }

  async function onChargeFailed(tx: Db, { agreementId }: Agreement, { isFinal }: { isFinal: boolean }): Promise<void> {
    const at = clock.now()
    const found = await lockSubscription(tx, { agreementId })
    const current = found && (await catchUp(tx, found, at))
    if (!current) return
    const failed =
      current.state === 'past_due' && isFinal ? current : await move(tx, current, { event: 'chargeFailed', at })
    if (!isFinal || failed?.state !== 'past_due') return
    const isPaid = Temporal.Instant.compare(at, failed.paidUntil) < 0
    await move(tx, failed, { event: isPaid ? 'cancelledInTime' : 'givenUp', at, reason: 'suspended' })
  }

  async function onNextCharge(tx: Db, { agreementId, nextChargeAt }: Agreement): Promise<void> {
    const found = await lockSubscription(tx, { agreementId })
    if (!found?.agreement || found.state === 'ended') return
    await save(tx, { ...found, agreement: { ...found.agreement, nextChargeAt } }, clock.now())
  }
}

const linkOf = ({ agreementId, kind, mode, nextChargeAt }: Agreement): AgreementLink => ({
  agreementId,
  kind,
  mode,
  nextChargeAt,
})

/** A pull charge is due at once; a provider with a schedule of its own charges without a request. */
function pendingSubscription(agreement: ActiveAgreement, at: Instant): Subscription {
  const { accountId, planVersionId, mode, trial, byPartner } = agreement
  return newSubscription({
    accountId,
    planVersionId,
    agreement: linkOf(agreement),
    byPartner,
    isCharged: mode === 'pull' && !trial,
    at,
  })
}

/** The paid time may change by months between start and approval; a provider's schedule does not follow. */
function isInTime({ state, paidUntil }: Subscription, { firstChargeAt }: ActiveAgreement, at: Instant): boolean {
  const wanted = state === 'past_due' ? at : paidUntil
  return Math.abs(wanted.until(firstChargeAt).total('hours')) <= TOLERANCE_HOURS
}

type Approval = { live: Subscription; agreement: ActiveAgreement }

async function isSame(plans: Pick<Plans, 'version'>, tx: Db, { live, agreement }: Approval): Promise<boolean> {
  if (!renews(live.state) || live.agreement?.kind !== agreement.kind) return false
  const now = await plans.version(live.nextPlanVersionId ?? live.planVersionId, tx)
  return now?.planId === (await plans.version(agreement.planVersionId, tx))?.planId
}
