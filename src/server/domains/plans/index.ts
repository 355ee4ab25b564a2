import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { Viewer } from '../viewer.ts'
import {
  type Offer,
  type PlanTerms,
  type PlanVersion,
  changesOf,
  NEW_MEMBER,
  type PlanReader,
  type SubscriptionTerms,
  termsFor,
  buttonFor,
  type PlanButton,
} from './plans.rules.ts'
import { findOnSale, findVersion, findVersions, insertVersion, lockPlan } from './plans.repo.ts'
import type { Subscribers } from './ports.ts'

/**
 * Plans: the monthly plans, their versions, and what a reader would agree to. Owns the tables plan, plan_version. Never sells one
 * (subscriptions).
 */
export { OFFERS, type Offer, type PlanTerms, type PlanVersion } from './plans.rules.ts'
export { chargeDueAt, cycleEnd, type PlanButton } from './plans.rules.ts'
export type { SubscriberFacts, Subscribers } from './ports.ts'

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
  readonly actor: string
}

export function createPlans({ db, clock, subscribers, isTelecomPartner }: PlansDeps) {
  return {
    onSale: (offer: Offer): Promise<PlanVersion[]> => findOnSale(db, { offer }),

    find: async (planId: string, tx: Db = db): Promise<PlanVersion | undefined> =>
      (await findOnSale(tx, { planId }))[0],

    version: (planVersionId: string, tx: Db = db): Promise<PlanVersion | undefined> => findVersion(tx, planVersionId),

    versions: (): Promise<PlanVersion[]> => findVersions(db),

    button: async (viewer: Viewer): Promise<PlanButton> => buttonFor(await readerOf(viewer)),

    subscribable,
    publish,
  }

  /** `canRenew`: a kind of payment that renews automatically is configured. `withoutTrial`: the reader pays at once. */
  async function subscribable(
    viewer: Viewer,
    { offer, canRenew, withoutTrial = false }: { offer: Offer; canRenew: boolean; withoutTrial?: boolean },
  ): Promise<SubscribablePlan[]> {
    const [plans, facts] = await Promise.all([findOnSale(db, { offer }), readerOf(viewer)])
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
   * Subscribers keep the version that they agreed to.
   * @throws NOT_FOUND for an unknown plan without all of its terms; CONFLICT when nothing would change; INVALID_INPUT when it is free, and
   * not for staff
   */
  async function publish(
    tx: Db,
    { planId, offer, terms, actor }: Publication,
  ): Promise<{ plan: PlanVersion; changed: (keyof PlanTerms)[] }> {
    await lockPlan(tx, { planId, offer: isComplete(terms) ? offer : undefined })
    const [before] = await findOnSale(tx, { planId })
    if (terms.amountCents === 0 && (before?.offer ?? offer) !== 'staff') throw operatorRefusal({ is: 'planNotFree' })
    const next = before ? { ...termsOf(before), ...terms } : terms
    if (!isComplete(next) || (!before && offer === undefined)) throw operatorRefusal({ is: 'planIncomplete', planId })
    const changed = before ? changesOf(before, next) : (Object.keys(next) as (keyof PlanTerms)[])
    if (changed.length === 0 || (before && offer !== undefined && offer !== before.offer))
      throw operatorRefusal({ is: 'planAsBefore', planId })
    const version = (before?.version ?? 0) + 1
    const planVersionId = `${planId}.${version}`
    await insertVersion(tx, { ...next, planVersionId, planId, version, at: clock.now(), actor })
    return { plan: (await findVersion(tx, planVersionId))!, changed }
  }
}

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
