import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Terminal } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'
import type { Db } from '#server/kit/db.ts'
import type { Agreement, AgreementTerms } from '../agreements/index.ts'
import type { PlanVersion, SubscriberFacts } from '../plans/index.ts'
import { cycleOf } from './cycles.rules.ts'
import { isKnownNumber, recordNumber } from './identities.service.ts'
import { nextPlanOf } from './schedule.rules.ts'
import { renews, type Subscription } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './ports.ts'
import { countHolders, findAll, findLive, findPending, insertSubscription, lockLive } from './subscriptions.repo.ts'
import { isRefunding } from './cycles.repo.ts'
import { type LifecycleDeps, newSubscription } from './lifecycle.service.ts'

export interface StartRequest {
  readonly accountId: string
  readonly planId: string
  readonly kind: RenewingKind
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  /** A telecom partner's members get plans by its calls alone. */
  readonly isPartnerCall?: boolean
  /** Undefined terms are not compared. */
  readonly shown?: ShownTerms
}

interface ShownTerms {
  readonly amountCents?: number | undefined
  readonly dueCents?: number | undefined
  readonly trial?: boolean | undefined
}

export function createStarts(deps: SubscriptionsDeps) {
  const { db, clock, plans, ledger, agreements, payments, isTelecomPartner } = deps
  return { start, factsOf, hasHeldPlan, countByVersion }

  /**
   * With a plan it replaces the payment method, or the plan from the next cycle on. An open payment of a month, also of a staff plan, is closed.
   * @throws NOT_FOUND, CONFLICT (the plan already renews so, waits for its first payment, or its terms are not those shown),
   * NOT_ALLOWED (a telecom partner's member), PURCHASES_BLOCKED, INVALID_INPUT, PAYMENT_NOT_STARTED
   */
  async function start({ planId, shown = {}, isPartnerCall = false, ...request }: StartRequest): Promise<Agreement> {
    const { accountId } = request
    const wanted = { planId, shown, isPartnerCall, ...request }
    const terms = await termsFor(wanted)
    // A month whose payment is open: if it has been paid meanwhile, the terms are others.
    const months = ['plan', 'staff'] as const
    const paid = await Promise.all(months.map((purpose) => payments.supersedeOpen({ accountId, purpose })))
    return agreements.start({ ...request, terms: paid.includes(true) ? await termsFor(wanted) : terms })
  }

  async function termsFor({
    accountId,
    kind,
    planId,
    shown,
    isPartnerCall,
  }: Required<
    Pick<StartRequest, 'accountId' | 'kind' | 'planId' | 'shown' | 'isPartnerCall'>
  >): Promise<AgreementTerms> {
    const [live, pending, { isBlocked }] = await Promise.all([
      findLive(db, accountId),
      findPending(db, accountId),
      ledger.balance(accountId),
    ])
    const version = await agreedOrNewest(live, planId)
    if (!version || (version.offer !== 'standard' && version.offer !== 'promotional')) throw new AppError('NOT_FOUND')
    if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
    const byPartner = await isTelecomPartner(accountId)
    if (byPartner && !isPartnerCall) throw new AppError('NOT_ALLOWED', { of: 'plan' })
    if (pending || (live && (await isSame(live, { planId, kind })))) throw new AppError('CONFLICT')
    const offered = await termsOf(version, { accountId, live, byPartner })
    const terms = (await waivesTrial(accountId, offered, shown)) ? paidTerms(offered, clock.now()) : offered
    if (!isAsShown(terms, shown, clock.now())) throw new AppError('CONFLICT')
    return terms
  }

  /** A member keeps the agreed version, also with another payment method. */
  async function agreedOrNewest(live: Subscription | undefined, planId: string): Promise<PlanVersion | undefined> {
    const agreed = live?.agreement ? await plans.version(nextPlanOf(live)) : undefined
    return agreed?.planId === planId ? agreed : plans.find(planId)
  }

  async function isSame(live: Subscription, wanted: { planId: string; kind: RenewingKind }): Promise<boolean> {
    if (!renews(live.state) || live.agreement?.kind !== wanted.kind) return false
    const next = await plans.version(nextPlanOf(live))
    return next?.planId === wanted.planId
  }

  async function termsOf(
    { planVersionId, amountCents, currency, name, trialMonths }: PlanVersion,
    { accountId, live, byPartner }: { accountId: string; live: Subscription | undefined; byPartner: boolean },
  ): Promise<AgreementTerms> {
    const terms = { planVersionId, amountCents, currency, name, byPartner }
    const now = clock.now()
    if (live) {
      const isPaid = live.state !== 'past_due' && Temporal.Instant.compare(live.paidUntil, now) > 0
      const { endsAt: firstCycleEndsAt } = cycleOf(live.anchor, live.lastCycle + 1)
      return { ...terms, trial: false, firstChargeAt: isPaid ? live.paidUntil : now, firstCycleEndsAt }
    }
    const trial = trialMonths > 0 && !byPartner && !(await hasHeldPlan(accountId))
    const { endsAt: firstCycleEndsAt } = cycleOf(now, 1)
    return { ...terms, trial, firstChargeAt: trial ? firstCycleEndsAt : now, firstCycleEndsAt }
  }

  /** A payer whose free month was refused may agree to pay at once. The free month stays open for another payer. */
  async function waivesTrial(accountId: string, { trial, amountCents }: AgreementTerms, shown: ShownTerms) {
    const isPaidShown = shown.trial === false && shown.dueCents === amountCents
    return trial && isPaidShown && (await agreements.lastFailure(accountId)) === 'TRIAL_USED'
  }

  /** Also the number of the account before an erasure. */
  async function hasHeldPlan(accountId: string, tx: Db = db): Promise<boolean> {
    const held = await findAll(tx, accountId)
    if (held.some(({ cycle }) => cycle > 0)) return true
    return isKnownNumber(deps, tx, accountId)
  }

  async function factsOf(accountId: string): Promise<SubscriberFacts> {
    const [live, hadPlan] = await Promise.all([findLive(db, accountId), hasHeldPlan(accountId)])
    if (!live || live.state === 'pending' || live.state === 'ended') return { hadPlan, current: null }
    const { state, anchor, paidUntil, agreement } = live
    const { planId, planVersionId } = (await plans.version(nextPlanOf(live)))!
    const agreedVersionId = agreement ? planVersionId : null
    return { hadPlan, current: { planId, agreedVersionId, state, anchor, paidUntil } }
  }

  async function countByVersion() {
    return new Map((await countHolders(db)).map(({ planVersionId, ...counts }) => [planVersionId, counts]))
  }
}

const paidTerms = (terms: AgreementTerms, now: Temporal.Instant): AgreementTerms => ({
  ...terms,
  trial: false,
  firstChargeAt: now,
})

function isAsShown({ amountCents, trial, firstChargeAt }: AgreementTerms, shown: ShownTerms, now: Temporal.Instant) {
  const isDue = Temporal.Instant.compare(firstChargeAt, now) <= 0
  const actual: Required<ShownTerms> = { amountCents, dueCents: isDue ? amountCents : 0, trial }
  return (['amountCents', 'dueCents', 'trial'] as const).every(
    (term) => shown[term] === undefined || shown[term] === actual[term],
  )
}

interface Gift {
  readonly accountId: string
  readonly planId: string
  readonly months: number
}

interface Given {
  readonly name: Readonly<Record<Language, string>>
  readonly creditsPerCycle: number
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
  const { planVersionId, name, creditsPerCycle } = version
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
  return { name, creditsPerCycle, endsAt: held.paidUntil }
}
