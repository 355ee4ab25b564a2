import * as z from 'zod/mini'
import { instant } from '../wire-values.ts'
import { changed } from './forms.ts'

/** Why a planned publication was not carried out: another version, its author's role, what it lacks, a take-down. */
export const PLAN_FAILURES = ['changed', 'role', 'incomplete', 'takenDown'] as const
export type PlanFailure = (typeof PLAN_FAILURES)[number]

/** Of what is published at a time: the plan that waits, and the last one that was not carried out. */
export const planFields = {
  plan: z.nullable(z.object({ plannedId: z.string(), at: instant, by: z.string(), baseVersion: z.number() })),
  failedPlan: z.nullable(z.object({ at: instant, by: z.string(), cause: z.enum(PLAN_FAILURES) })),
}
export type FoundPlans = z.output<z.ZodMiniObject<typeof planFields>>

export const planned = z.object({ ...changed.shape, plannedId: z.optional(z.string()) })

/** `isDraft`: whether the content became the own draft. */
export const unplanned = z.object({ ...changed.shape, isDraft: z.boolean() })
