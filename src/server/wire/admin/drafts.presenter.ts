import type { FoundPlans, PlanFailure } from '#contract/admin/plans.ts'
import { wireInstant } from '../instants.ts'

interface Plans {
  readonly plan: { plannedId: string; at: Temporal.Instant; actor: string; baseVersion: number } | undefined
  readonly failedPlan: { at: Temporal.Instant; actor: string; cause: PlanFailure } | undefined
}

export const toPlansResponse = ({ plan, failedPlan }: Plans): FoundPlans => ({
  plan: plan
    ? { plannedId: plan.plannedId, at: wireInstant(plan.at), by: plan.actor, baseVersion: plan.baseVersion }
    : null,
  failedPlan: failedPlan ? { at: wireInstant(failedPlan.at), by: failedPlan.actor, cause: failedPlan.cause } : null,
})

export const toSavedDraft = ({ savedAt, revision }: { savedAt: Temporal.Instant; revision: string }) => ({
  savedAt: wireInstant(savedAt),
  revision,
})
