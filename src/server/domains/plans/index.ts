import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { Viewer } from '../viewer.ts'
import type { Offer } from '#contract/plans.ts'
import {
  type PlanTerms,
  type PlanVersion,
  changesOf,
  NEW_MEMBER,
  type PlanReader,
  type SubscriptionTerms,
  termsFor,
  buttonFor,
  type PlanButton,
  versionState,
  type VersionState,
} from './plans.rules.ts'
import {
  endVersion,
  findOnSale,
  findVersion,
  findVersions,
  hasPromotionIn,
  insertVersion,
  lastNumber,
  lockPlan,
} from './plans.repo.ts'
import type { Subscribers, VersionHolders } from './ports.ts'

/**
 * Plans: the monthly plans, their versions, and what a reader would agree to. Owns the tables plan, plan_version. Never sells one
 * (subscriptions).
 */
export type { PlanTerms, PlanVersion } from './plans.rules.ts'
export { chargeDueAt, cycleEnd, type PlanButton } from './plans.rules.ts'
export type { SubscriberFacts, Subscribers, VersionHolders } from './ports.ts'

interface PlansDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  /** Until it exists, no account holds a plan. */
  readonly subscribers: () => Subscribers
  readonly isTelecomPartner: (accountId: string) => Promise<boolean>
}

export type Plans = ReturnType<typeof createPlans>

export type SubscribablePlan = {
  readonly plan: PlanVersion
  readonly terms: SubscriptionTerms
  readonly at: Temporal.Instant
}

/** Terms that it does not name stay unchanged. The first version of a plan names all, and the offer. */
export interface Publication {
  readonly planId: string
  readonly offer?: Offer | undefined
  readonly terms: Partial<PlanTerms>
  /** Undefined: at once. */
  readonly startsAt?: Temporal.Instant | undefined
  /** Of a promotion. */
  readonly endsAt?: Temporal.Instant | undefined
  readonly actor: string
}

export type ListedVersion = PlanVersion & VersionHolders & { readonly state: VersionState }

export function createPlans({ db, clock, subscribers, isTelecomPartner }: PlansDeps) {
  return { onSale, find, version, versions, button, subscribable, publish, openVersion, withdraw }

  function onSale(offer: Offer): Promise<PlanVersion[]> {
    return findOnSale(db, { offer, now: clock.now() })
  }

  async function find(planId: string, tx: Db = db): Promise<PlanVersion | undefined> {
    return (await findOnSale(tx, { planId, now: clock.now() }))[0]
  }

  function version(planVersionId: string, tx: Db = db): Promise<PlanVersion | undefined> {
    return findVersion(tx, planVersionId)
  }

  /** With how many keep each. */
  async function versions(): Promise<ListedVersion[]> {
    const now = clock.now()
    const [all, onSaleNow, regular, holders] = await Promise.all([
      findVersions(db),
      findOnSale(db, { now }),
      findOnSale(db, { now, isRegular: true }),
      subscribers().countByVersion(),
    ])
    const selling = { onSale: idsOf(onSaleNow), regular: idsOf(regular), now }
    return all.map((one) => ({
      ...one,
      ...(holders.get(one.planVersionId) ?? { subscribers: 0, trials: 0, ending: 0 }),
      state: versionState(one, selling),
    }))
  }

  async function button(viewer: Viewer): Promise<PlanButton> {
    return buttonFor(await readerOf(viewer))
  }

  /** `canRenew`: a kind of payment that renews automatically is configured. `withoutTrial`: the reader pays at once. */
  async function subscribable(
    viewer: Viewer,
    { offer, canRenew, withoutTrial = false }: { offer: Offer; canRenew: boolean; withoutTrial?: boolean },
  ): Promise<SubscribablePlan[]> {
    const [plans, facts] = await Promise.all([onSale(offer), readerOf(viewer)])
    const reader = { ...facts, canRenew, hadPlan: facts.hadPlan || withoutTrial }
    const now = clock.now()
    const offered = await Promise.all(plans.map((newest) => agreedOr(newest, facts.current)))
    return offered.map((plan) => ({ plan, terms: termsFor(reader, plan, now), at: now }))
  }

  async function agreedOr(newest: PlanVersion, current: PlanReader['current']): Promise<PlanVersion> {
    if (!current?.agreedVersionId || current.planId !== newest.planId) return newest
    return (await findVersion(db, current.agreedVersionId)) ?? newest
  }

  async function readerOf(viewer: Viewer): Promise<PlanReader> {
    if (viewer.kind !== 'member') return NEW_MEMBER
    const { accountId, closing = false } = viewer
    const [facts, telecom] = await Promise.all([subscribers().factsOf(accountId), isTelecomPartner(accountId)])
    return { ...NEW_MEMBER, ...facts, isTelecomPartner: telecom, isClosing: closing }
  }

  /**
   * Subscribers keep the version that they agreed to. It is on sale at once or from a time; one with an end is a promotion, after which the
   * regular version is on sale again.
   * @throws NOT_FOUND for an unknown plan without all of its terms; CONFLICT when nothing would change, or another promotion runs then;
   * INVALID_INPUT when it is free, and not for staff, or its period is over
   */
  async function publish(
    tx: Db,
    { planId, offer, terms, startsAt, endsAt, actor }: Publication,
  ): Promise<{ plan: PlanVersion; changed: (keyof PlanTerms)[]; before: PlanVersion | undefined }> {
    await lockPlan(tx, { planId, offer: isComplete(terms) ? offer : undefined })
    const now = clock.now()
    const [before] = await findOnSale(tx, { planId, now, isRegular: true })
    if (terms.amountCents === 0 && (before?.offer ?? offer) !== 'staff') throw operatorRefusal({ is: 'planNotFree' })
    const next = before ? { ...termsOf(before), ...terms } : terms
    if (!isComplete(next) || (!before && offer === undefined)) throw operatorRefusal({ is: 'planIncomplete', planId })
    const changed = before ? changesOf(before, next) : (Object.keys(next) as (keyof PlanTerms)[])
    if (changed.length === 0 || (before && offer !== undefined && offer !== before.offer))
      throw operatorRefusal({ is: 'planAsBefore', planId })
    await requirePeriod(tx, { planId, startsAt, endsAt, isNew: before === undefined })
    const number = (await lastNumber(tx, planId)) + 1
    const planVersionId = `${planId}.${number}`
    await insertVersion(tx, {
      ...next,
      planVersionId,
      planId,
      version: number,
      startsAt,
      endsAt,
      at: now,
      actor,
    })
    return { plan: (await findVersion(tx, planVersionId))!, changed, before }
  }

  async function requirePeriod(
    tx: Db,
    { planId, startsAt, endsAt, isNew }: Pick<Publication, 'planId' | 'startsAt' | 'endsAt'> & { isNew: boolean },
  ): Promise<void> {
    const from = startsAt ?? clock.now()
    if (startsAt && Temporal.Instant.compare(startsAt, clock.now()) <= 0) throw operatorRefusal({ is: 'planPast' })
    if (!endsAt) return
    if (Temporal.Instant.compare(endsAt, from) <= 0) throw operatorRefusal({ is: 'planPeriod' })
    // What would be on sale afterwards.
    if (isNew) throw operatorRefusal({ is: 'planFirstEnds' })
    if (await hasPromotionIn(tx, { planId, from, until: endsAt })) throw operatorRefusal({ is: 'planPromotionRuns' })
  }

  /**
   * What withdrawing a version would do: take back one that has not begun, or end a promotion now. Who agreed to it keeps it.
   * @throws NOT_FOUND; CONFLICT for a version that is on sale without an end, or over
   */
  async function openVersion(
    tx: Db,
    planVersionId: string,
  ): Promise<{ plan: PlanVersion; outcome: 'withdrawn' | 'ended' }> {
    const found = await findVersion(tx, planVersionId)
    if (!found) throw operatorRefusal({ is: 'planVersionUnknown' })
    await lockPlan(tx, { planId: found.planId, offer: undefined })
    const plan = (await findVersion(tx, planVersionId))!
    const at = clock.now()
    const isBegun = Temporal.Instant.compare(plan.startsAt, at) <= 0
    const isRunning = isBegun && plan.endsAt !== null && Temporal.Instant.compare(plan.endsAt, at) > 0
    if (plan.withdrawnAt || (isBegun && !isRunning)) throw operatorRefusal({ is: 'planVersionStays' })
    return { plan, outcome: isRunning ? 'ended' : 'withdrawn' }
  }

  /** @throws as `openVersion` */
  async function withdraw(tx: Db, { planVersionId, actor }: { planVersionId: string; actor: string }) {
    const open = await openVersion(tx, planVersionId)
    await endVersion(tx, { planVersionId, at: clock.now(), actor })
    return open
  }
}

const idsOf = (versions: readonly PlanVersion[]): ReadonlySet<string> =>
  new Set(versions.map(({ planVersionId }) => planVersionId))

const termsOf = ({ name, description, amountCents, currency, trialMonths, creditsPerCycle }: PlanTerms): PlanTerms => ({
  name,
  description,
  amountCents,
  currency,
  trialMonths,
  creditsPerCycle,
})

function isComplete(terms: Partial<PlanTerms>): terms is PlanTerms {
  return (['name', 'description', 'amountCents', 'currency', 'trialMonths', 'creditsPerCycle'] as const).every(
    (term) => terms[term] !== undefined,
  )
}
