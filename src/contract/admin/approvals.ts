import * as z from 'zod/mini'
import { flag, id, instant } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { change, pageOf, query } from './forms.ts'

/** How long an approval can be decided. */
export const APPROVAL_HOURS = 72

/** `void`: its requester may not make the call any more, has new credentials, or asked again for what has another consequence by now. */
export const APPROVAL_STATES = ['waiting', 'approved', 'refused', 'expired', 'void'] as const

/** Why an operator may not decide: they asked · were reset less than 24 hours ago · invited the other less than 7 days ago · lack the role. */
export const DECISION_OBSTACLES = ['own', 'reset', 'invitation', 'role'] as const
export type DecisionObstacle = (typeof DECISION_OBSTACLES)[number]

export const list = adminRead({
  path: '/approvals/list',
  roles: ['finance', 'administrator'],
  summary: 'Calls that wait for a second person, and those that were decided.',
  input: query({ state: z.optional(z.enum(APPROVAL_STATES)) }, ['-askedAt', 'askedAt']),
  output: pageOf(
    z.object({
      approvalId: z.string(),
      endpoint: z.string(),
      input: z.record(z.string(), z.unknown()),
      requester: z.object({ operatorId: z.string(), name: z.string() }),
      reason: z.string(),
      askedAt: instant,
      expiresAt: instant,
      state: z.enum(APPROVAL_STATES),
      decider: z.nullable(z.object({ operatorId: z.string(), name: z.string() })),
      decidedAt: z.nullable(instant),
      /** What the call changes, as values that the console puts into a sentence. */
      consequence: z.record(z.string(), z.unknown()),
      obstacle: z.nullable(z.enum(DECISION_OBSTACLES)),
    }),
  ),
})

export const decide = adminChange({
  path: '/approvals/decide',
  roles: ['finance', 'administrator'],
  audit: 'decide approval',
  stepUp: true,
  summary: 'Carries out the call as its requester made it, or refuses it. Nobody decides what they asked for.',
  input: change({ id, approve: flag }),
  output: z.object({ outcome: z.enum(['approved', 'refused', 'void']) }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
})
