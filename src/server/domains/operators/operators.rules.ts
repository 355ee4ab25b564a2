import { type DecisionObstacle } from '#contract/admin/approvals.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import type { Operator } from './operators-model.ts'

/** After a reset of credentials an operator neither asks nor decides. */
const RESET_HOURS = 24
/** After an invitation neither side decides what the other asks. */
const INVITATION_HOURS = 7 * 24
/** As long a former administrator counts as the second person, whom a new one of the command line replaces. */
export const FORMER_ADMINISTRATOR_HOURS = 7 * 24

export const wasJustReset = ({ resetAt }: Pick<Operator, 'resetAt'>, now: Temporal.Instant): boolean =>
  resetAt !== null && Temporal.Instant.compare(now, resetAt.add({ hours: RESET_HOURS })) < 0

type Person = Pick<Operator, 'operatorId' | 'roles' | 'invitedBy' | 'createdAt' | 'resetAt'>

interface Decision {
  readonly requester: Person
  readonly decider: Person
  /** Whose holders decide the call. */
  readonly role: Role
  /** Whether an active operator but the requester has the role. */
  readonly hasOther: boolean
  readonly now: Temporal.Instant
}

/** Why this operator may not decide what the other asks. Where no other operator has the role, an administrator stands in. */
export function decisionObstacle({ requester, decider, role, hasOther, now }: Decision): DecisionObstacle | undefined {
  if (requester.operatorId === decider.operatorId) return 'own'
  const mayDecide = decider.roles.includes(role) || (!hasOther && decider.roles.includes('administrator'))
  if (!mayDecide) return 'role'
  if (wasJustReset(decider, now)) return 'reset'
  return areInviterAndInvited(requester, decider, now) ? 'invitation' : undefined
}

function areInviterAndInvited(one: Person, other: Person, now: Temporal.Instant): boolean {
  const invited = [one, other].find(
    ({ invitedBy }) => invitedBy !== null && [one.operatorId, other.operatorId].includes(invitedBy),
  )
  if (invited === undefined) return false
  return Temporal.Instant.compare(now, invited.createdAt.add({ hours: INVITATION_HOURS })) < 0
}

/** Roles that let their holder move money or give rights. */
const HIGH_ROLES: readonly Role[] = ['finance', 'administrator']

/** Whether an operator gains a role that one person alone may not give. */
export const gainsHighRole = (before: readonly Role[], after: readonly Role[]): boolean =>
  HIGH_ROLES.some((role) => after.includes(role) && !before.includes(role))
