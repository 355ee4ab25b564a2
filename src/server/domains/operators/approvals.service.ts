import { APPROVAL_HOURS, type DecisionObstacle } from '#contract/admin/approvals.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import {
  type ApprovalQuery,
  closeApproval,
  countWaiting,
  findWaiting,
  insertApproval,
  isRequestedAlready,
  listApprovals,
  lockApproval,
  lockRequests,
  voidReplaced,
} from './approvals.repo.ts'
import type { Approval, ListedApproval, Operator } from './operators-model.ts'
import { findOperator, hasOtherWithRole } from './operators.repo.ts'
import { decisionObstacle, wasJustReset } from './operators.rules.ts'

const REFUSAL = {
  own: 'approvalOwn',
  role: 'approvalRole',
  reset: 'approvalReset',
  invitation: 'approvalInvitation',
} as const satisfies Record<DecisionObstacle, string>

interface Asked {
  readonly endpoint: string
  readonly input: Readonly<Record<string, unknown>>
  /** Fields of the input. */
  readonly withheld?: readonly string[]
  readonly consequence: Readonly<Record<string, unknown>>
  readonly reason: string
}

export type Approvals = ReturnType<typeof createApprovals>

/** Calls that wait for a second person. `roleOf`: whose holders decide the call of a path. */
export function createApprovals({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return { request, open, close, list, countFor, waitingFor }

  /**
   * One that asks the same again with another consequence replaces the earlier.
   * @throws AppError NOT_ALLOWED within 24 hours of a reset, CONFLICT while the same waits already
   */
  async function request(
    tx: Tx,
    requester: Operator,
    { endpoint, input, withheld = [], consequence, reason }: Asked,
  ): Promise<string> {
    const askedAt = clock.now()
    if (wasJustReset(requester, askedAt)) throw operatorRefusal({ is: 'approvalReset' })
    const { operatorId: askedBy } = requester
    const asked = { endpoint, askedBy, input, consequence, at: askedAt }
    await lockRequests(tx, asked)
    if (await isRequestedAlready(tx, asked)) throw operatorRefusal({ is: 'approvalWaits' })
    await voidReplaced(tx, asked)
    const approvalId = newId()
    const expiresAt = askedAt.add({ hours: APPROVAL_HOURS })
    await insertApproval(tx, {
      approvalId,
      endpoint,
      input,
      withheld,
      consequence,
      reason,
      askedBy,
      askedAt,
      expiresAt,
    })
    return approvalId
  }

  /**
   * Locks an approval for this decider, until the transaction ends.
   * @returns it, and its requester, undefined if they are disabled
   * @throws AppError NOT_FOUND, CONFLICT when it is closed, NOT_ALLOWED
   */
  async function open(
    tx: Tx,
    { approvalId, decider, roleOf }: { approvalId: string; decider: Operator; roleOf: (endpoint: string) => Role },
  ): Promise<{ approval: Approval; requester: Operator | undefined }> {
    const approval = await lockApproval(tx, approvalId)
    if (!approval) throw operatorRefusal({ is: 'approvalUnknown' })
    const now = clock.now()
    if (approval.outcome !== null || Temporal.Instant.compare(now, approval.expiresAt) >= 0)
      throw operatorRefusal({ is: 'approvalClosed' })
    const requester = await findOperator(tx, approval.askedBy)
    if (!requester) throw operatorRefusal({ is: 'approvalUnknown' })
    const role = roleOf(approval.endpoint)
    const hasOther = await hasOtherWithRole(tx, { role, not: requester.operatorId })
    const obstacle = decisionObstacle({ requester, decider, role, hasOther, now })
    if (obstacle) throw operatorRefusal({ is: REFUSAL[obstacle] })
    return { approval, requester: requester.disabledAt === null ? requester : undefined }
  }

  function close(
    tx: Tx,
    closing: { approvalId: string; decidedBy: string; outcome: NonNullable<Approval['outcome']> },
  ): Promise<void> {
    return closeApproval(tx, { ...closing, at: clock.now() })
  }

  /** `obstacle`: why this operator may not decide it. */
  async function list(
    query: ApprovalQuery,
    { viewer, roleOf }: { viewer: Operator; roleOf: (endpoint: string) => Role },
  ): Promise<KeysetPage<ListedApproval>> {
    const now = clock.now()
    const page = await listApprovals(db, { ...query, now })
    const rows = page.list.map(async ({ requester, deciderId, deciderName, ...approval }): Promise<ListedApproval> => {
      const role = roleOf(approval.endpoint)
      const hasOther = await hasOtherWithRole(db, { role, not: requester.operatorId })
      return {
        ...approval,
        requester: { operatorId: requester.operatorId, name: requester.name },
        decider: deciderId === null ? null : { operatorId: deciderId, name: deciderName ?? '' },
        obstacle: decisionObstacle({ requester, decider: viewer, role, hasOther, now }) ?? null,
      }
    })
    return { ...page, list: await Promise.all(rows) }
  }

  /** Those of a call that concern one thing, named by a field of their consequence. */
  function waitingFor(endpoint: string, [field, value]: readonly [field: string, value: string]) {
    return findWaiting(db, { endpoint, field, value, now: clock.now() })
  }

  /** How many wait for this operator. */
  async function countFor(viewer: Operator, roleOf: (endpoint: string) => Role): Promise<number> {
    const waiting = await countWaiting(db, { not: viewer.operatorId, now: clock.now() })
    return waiting
      .filter(({ endpoint }) => viewer.roles.includes(roleOf(endpoint)) || viewer.roles.includes('administrator'))
      .reduce((sum, { count }) => sum + count, 0)
  }
}
