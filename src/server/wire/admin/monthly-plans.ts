import { isDeepStrictEqual } from 'node:util'
import * as endpoints from '#contract/admin/monthly-plans.ts'
import type { ListedVersion, Plans, PlanTerms, PlanVersion, Publication } from '#server/domains/plans/index.ts'
import { dryRun } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { ChangeCall } from './pipeline.ts'

const CURRENCY = 'HKD'

const versionOf = ({ publishedAt, startsAt, endsAt, ...version }: ListedVersion) => ({
  ...version,
  publishedAt: wireInstant(publishedAt),
  startsAt: wireInstant(startsAt),
  endsAt: endsAt && wireInstant(endsAt),
})

interface Given {
  readonly planId: string
  readonly offer?: Publication['offer']
  readonly terms: {
    readonly [T in keyof PlanTerms]?: (T extends 'trialMonths' ? number : PlanTerms[T]) | undefined
  }
  readonly startsAt?: string | undefined
  readonly endsAt?: string | undefined
}

const instantOf = (at: string | undefined) => (at === undefined ? undefined : Temporal.Instant.from(at))

function publicationOf({ planId, offer, terms, startsAt, endsAt }: Given, actor: string): Publication {
  const { amountCents, trialMonths, ...others } = terms
  const named = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    planId,
    offer,
    terms: {
      ...named,
      ...(amountCents !== undefined && { amountCents, currency: CURRENCY }),
      ...(trialMonths !== undefined && { trialMonths: trialMonths === 1 ? 1 : 0 }),
    },
    startsAt: instantOf(startsAt),
    endsAt: instantOf(endsAt),
    actor,
  }
}

/** Texts by their language, the rest as it is. */
function termsOf(plan: PlanVersion, changed: readonly (keyof PlanTerms)[]): Record<string, unknown> {
  return Object.fromEntries(
    changed.flatMap((term): [string, unknown][] =>
      term === 'name' || term === 'description'
        ? [
            [`${term}Zh`, plan[term].zh_HK],
            [`${term}En`, plan[term].en_US],
          ]
        : [[term, plan[term]]],
    ),
  )
}

type Published = Awaited<ReturnType<Plans['publish']>>

const beforeAndAfter = ({ plan, before, changed }: Published) => ({
  before: before ? termsOf(before, changed) : {},
  after: termsOf(plan, changed),
})

/** @throws AppError CONFLICT when the version would change something else by now than what the second person saw */
function refuseOtherTerms({ approval }: Pick<ChangeCall, 'approval'>, terms: ReturnType<typeof beforeAndAfter>): void {
  if (!approval) return
  const { before, after } = approval.consequence
  const now: unknown = JSON.parse(JSON.stringify(terms))
  if (!isDeepStrictEqual({ before, after }, now)) throw operatorRefusal({ is: 'approvalChanged' })
}

const periodOf = ({ startsAt, endsAt }: Pick<Given, 'startsAt' | 'endsAt'>) => ({
  ...(startsAt !== undefined && { startsAt }),
  ...(endsAt !== undefined && { endsAt }),
})

const holdersOf = async (plans: Plans, planId: string): Promise<number> =>
  (await plans.versions()).reduce((sum, one) => sum + (one.planId === planId ? one.subscribers : 0), 0)

export const monthlyPlans = bindAdmin(endpoints, ({ db, plans }) => ({
  versions: async () => ({ list: (await plans.versions()).map(versionOf) }),

  tryPublish: async (given, call) => {
    const publication = publicationOf(given, call.operator.actor)
    const { before, after } = beforeAndAfter(await dryRun(db, (tx) => plans.publish(tx, publication)))
    const changes = Object.entries(after).map(([name, value]) => ({ name, before: before[name] ?? null, after: value }))
    return { changes, subscribers: await holdersOf(plans, given.planId) }
  },

  publish: {
    approvalNeed: async (given, call) => {
      const publication = publicationOf(given, call.operator.actor)
      const published = await dryRun(call.tx, (tx) => plans.publish(tx, publication))
      return { planId: given.planId, ...periodOf(given), ...beforeAndAfter(published) }
    },
    handler: async (given, call) => {
      const published = await plans.publish(call.tx, publicationOf(given, call.operator.actor))
      refuseOtherTerms(call, beforeAndAfter(published))
      const { planVersionId } = published.plan
      const entry = { subject: `plan version:${planVersionId}`, details: periodOf(given) }
      await call.record({ ...entry, ...beforeAndAfter(published) })
      return { planVersionId }
    },
  },

  withdraw: {
    approvalNeed: async ({ planVersionId }, { tx }) => {
      const { plan, outcome } = await plans.openVersion(tx, planVersionId)
      return outcome === 'ended' ? { planId: plan.planId, amountCents: plan.amountCents } : undefined
    },
    handler: async ({ planVersionId }, call) => {
      const { plan, outcome } = await plans.withdraw(call.tx, { planVersionId, actor: call.operator.actor })
      await call.record({ subject: `plan version:${planVersionId}`, details: { planId: plan.planId, outcome } })
      return {}
    },
  },
}))
