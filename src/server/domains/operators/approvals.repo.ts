import { type Generated, type Kysely, sql } from 'kysely'
import type { APPROVAL_STATES } from '#contract/admin/approvals.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { type Database, type Db, lockByName, type Tx } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { Approval, ApprovalState, Operator } from './operators-model.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    approval: {
      approval_id: string
      endpoint: string
      input: unknown
      withheld: Generated<string[]>
      consequence: unknown
      asked_by: string
      asked_at: Temporal.Instant
      reason: string
      expires_at: Temporal.Instant
      decided_by: string | null
      decided_at: Temporal.Instant | null
      outcome: string | null
    }
  }
}

export type NewApproval = Pick<
  Approval,
  'approvalId' | 'endpoint' | 'input' | 'consequence' | 'askedBy' | 'askedAt' | 'reason' | 'expiresAt'
> & { readonly withheld: readonly string[] }

export async function insertApproval(tx: Tx, approval: NewApproval): Promise<void> {
  const { approvalId, endpoint, input, withheld, consequence, askedBy, askedAt, reason, expiresAt } = approval
  await tx
    .insertInto('approval')
    .values({
      approval_id: approvalId,
      endpoint,
      input: JSON.stringify(input),
      withheld: [...withheld],
      consequence: JSON.stringify(consequence),
      asked_by: askedBy,
      asked_at: askedAt,
      reason,
      expires_at: expiresAt,
      decided_by: null,
      decided_at: null,
      outcome: null,
    })
    .execute()
}

/** Locked until the transaction ends: it is decided once. */
export async function lockApproval(tx: Tx, approvalId: string): Promise<Approval | undefined> {
  const row = await tx
    .selectFrom('approval')
    .select([
      'approval_id as approvalId',
      'endpoint',
      'input',
      'consequence',
      'asked_by as askedBy',
      'asked_at as askedAt',
      'reason',
      'expires_at as expiresAt',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
      'outcome',
    ])
    .where('approval_id', '=', approvalId)
    .forUpdate()
    .executeTakeFirst()
  return row as Approval | undefined
}

const shownInput = sql`input - withheld`

/** Of those that have expired without a decision. */
export async function forgetWithheld(db: Db, now: Temporal.Instant): Promise<void> {
  await sql`
    update approval set input = ${shownInput}
    where outcome is null and expires_at <= ${now} and input ?| withheld`.execute(db)
}

type Closing = {
  approvalId: string
  decidedBy: string
  outcome: NonNullable<Approval['outcome']>
  at: Temporal.Instant
}

export async function closeApproval(tx: Tx, { approvalId, decidedBy, outcome, at }: Closing): Promise<void> {
  await tx
    .updateTable('approval')
    .set({ decided_by: decidedBy, decided_at: at, outcome, input: shownInput })
    .where('approval_id', '=', approvalId)
    .execute()
}

type Asked = { endpoint: string; askedBy: string; input: object; consequence: object; at: Temporal.Instant }

/** Until the transaction ends this operator requests no other call of the endpoint. */
export const lockRequests = (tx: Tx, { endpoint, askedBy }: Pick<Asked, 'endpoint' | 'askedBy'>): Promise<void> =>
  lockByName(tx, `approvals ${askedBy} ${endpoint}`)

const ENVELOPE = sql`array['requestKey', 'reason', 'version']`

const sameInput = ({ endpoint, askedBy, input, at }: Asked) => sql`
  asked_by = ${askedBy} and endpoint = ${endpoint} and outcome is null and expires_at > ${at}
    and input - ${ENVELOPE} = ${JSON.stringify(input)}::jsonb - ${ENVELOPE}`

/** Whether the same operator waits for the same already. */
export async function isRequestedAlready(tx: Tx, asked: Asked): Promise<boolean> {
  const { rows } = await sql`
    select from approval where ${sameInput(asked)} and consequence = ${JSON.stringify(asked.consequence)}::jsonb
      and input -> 'version' is not distinct from ${JSON.stringify(asked.input)}::jsonb -> 'version'
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Those of the same input, of another version of its subject or with another consequence. */
export async function voidReplaced(tx: Tx, asked: Asked): Promise<void> {
  await sql`
    update approval set decided_at = ${asked.at}, outcome = 'void', input = ${shownInput}
    where ${sameInput(asked)}`.execute(tx)
}

/** What an operator who is disabled or has new credentials asked for. */
export async function voidApprovalsOf(
  tx: Tx,
  { operatorId, at }: { operatorId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('approval')
    .set({ decided_at: at, outcome: 'void', input: shownInput })
    .where('asked_by', '=', operatorId)
    .where('outcome', 'is', null)
    .execute()
}

/** With what decides who may decide them. */
export interface ApprovalRow extends Omit<Approval, 'askedBy' | 'decidedBy' | 'outcome'> {
  readonly state: ApprovalState
  readonly requester: Pick<Operator, 'operatorId' | 'name' | 'roles' | 'invitedBy' | 'resetAt' | 'createdAt'>
  readonly deciderId: string | null
  readonly deciderName: string | null
}

type ListedRow = Omit<ApprovalRow, 'requester'> & {
  requesterId: string
  requesterName: string
  requesterRoles: Role[]
  requesterInvitedBy: string | null
  requesterResetAt: Temporal.Instant | null
  requesterCreatedAt: Temporal.Instant
}

export interface ApprovalQuery {
  readonly filter: { readonly state?: (typeof APPROVAL_STATES)[number] | undefined }
  readonly sort: string
  readonly after?: string | undefined
  readonly limit: number
}

const stateAt = (now: Temporal.Instant) => sql<ApprovalState>`
  coalesce(approval.outcome, case when approval.expires_at <= ${now} then 'expired' else 'waiting' end)`

export async function listApprovals(
  db: Kysely<Database>,
  { filter, sort, after, limit, now }: ApprovalQuery & { now: Temporal.Instant },
): Promise<KeysetPage<ApprovalRow>> {
  const page = await readPage<ListedRow>(
    db,
    {
      columns: sql`approval.approval_id as "approvalId", approval.endpoint, approval.input - approval.withheld as input, approval.consequence,
        approval.asked_at as "askedAt", approval.reason, approval.expires_at as "expiresAt",
        approval.decided_at as "decidedAt", ${stateAt(now)} as state,
        requester.operator_id as "requesterId", requester.name as "requesterName", requester.roles as "requesterRoles",
        requester.invited_by as "requesterInvitedBy", requester.reset_at as "requesterResetAt", requester.created_at as "requesterCreatedAt",
        decider.operator_id as "deciderId", decider.name as "deciderName"`,
      from: sql`approval join operator requester on requester.operator_id = approval.asked_by
        left join operator decider on decider.operator_id = approval.decided_by`,
      where: filter.state === undefined ? [] : [sql`${stateAt(now)} = ${filter.state}`],
      sort: { by: sql`approval.asked_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`approval.approval_id`, type: 'text' },
    },
    { after, limit },
  )
  return { ...page, list: page.list.map(withRequester) }
}

function withRequester(row: ListedRow): ApprovalRow {
  const {
    requesterId,
    requesterName,
    requesterRoles,
    requesterInvitedBy,
    requesterResetAt,
    requesterCreatedAt,
    ...approval
  } = row
  const requester = {
    operatorId: requesterId,
    name: requesterName,
    roles: requesterRoles,
    invitedBy: requesterInvitedBy,
    resetAt: requesterResetAt,
    createdAt: requesterCreatedAt,
  }
  return { ...approval, requester }
}

/** Of others, by endpoint: the caller knows who decides which. */
export async function countWaiting(
  db: Db,
  { not, now }: { not: string; now: Temporal.Instant },
): Promise<{ endpoint: string; count: number }[]> {
  return db
    .selectFrom('approval')
    .select((row) => ['endpoint', row.fn.countAll<number>().as('count')])
    .where('outcome', 'is', null)
    .where('expires_at', '>', now)
    .where('asked_by', '!=', not)
    .groupBy('endpoint')
    .execute()
}

export interface WaitingApproval {
  readonly approvalId: string
  readonly requester: string
  readonly reason: string
  readonly consequence: Readonly<Record<string, unknown>>
  readonly askedAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** Of a call whose consequence has this value in a field; the oldest first. */
export async function findWaiting(
  db: Db,
  { endpoint, field, value, now }: { endpoint: string; field: string; value: string; now: Temporal.Instant },
): Promise<WaitingApproval[]> {
  const { rows } = await sql<WaitingApproval>`
    select a.approval_id as "approvalId", o.name as requester, a.reason, a.consequence, a.asked_at as "askedAt",
      a.expires_at as "expiresAt"
    from approval a join operator o on o.operator_id = a.asked_by
    where a.outcome is null and a.expires_at > ${now} and a.endpoint = ${endpoint}
      and a.consequence ->> ${field}::text = ${value}
    order by a.asked_at, a.approval_id`.execute(db)
  return rows
}
