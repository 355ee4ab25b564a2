import type { Role } from '#contract/admin/endpoint.ts'
import type { DecisionObstacle, APPROVAL_STATES } from '#contract/admin/approvals.ts'
import type { OPERATOR_STATES } from '#contract/admin/operators.ts'

export interface Operator {
  readonly operatorId: string
  /** Lower case. */
  readonly email: string
  readonly name: string
  /** The name in the audit log. */
  readonly actor: string
  readonly roles: readonly Role[]
  /** Null: by the command line. */
  readonly invitedBy: string | null
  /** When another operator or the command line last reset the credentials. */
  readonly resetAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
  readonly disabledAt: Temporal.Instant | null
  readonly version: number
}

/** The operator of a session. */
export interface SignedIn extends Operator {
  readonly tokenHash: Buffer
  readonly signedInAt: Temporal.Instant
  readonly usedAt: Temporal.Instant
  readonly stepUpAt: Temporal.Instant | null
}

export interface ListedOperator extends Pick<
  Operator,
  'operatorId' | 'email' | 'name' | 'roles' | 'createdAt' | 'version'
> {
  readonly state: (typeof OPERATOR_STATES)[number]
  readonly lastUsedAt: Temporal.Instant | null
}

/** Where a request comes from, for the audit log. */
export interface RequestOrigin {
  readonly address: string
  readonly requestId: string
}

export type ApprovalState = (typeof APPROVAL_STATES)[number]

export interface Approval {
  readonly approvalId: string
  /** The path of the call. */
  readonly endpoint: string
  readonly input: Readonly<Record<string, unknown>>
  readonly consequence: Readonly<Record<string, unknown>>
  readonly askedBy: string
  readonly askedAt: Temporal.Instant
  readonly reason: string
  readonly expiresAt: Temporal.Instant
  readonly decidedBy: string | null
  readonly decidedAt: Temporal.Instant | null
  readonly outcome: 'approved' | 'refused' | 'void' | null
}

export interface ListedApproval extends Omit<Approval, 'askedBy' | 'decidedBy' | 'outcome'> {
  readonly requester: { readonly operatorId: string; readonly name: string }
  readonly decider: { readonly operatorId: string; readonly name: string } | null
  readonly state: ApprovalState
  readonly obstacle: DecisionObstacle | null
}
