import { type Generated, type Kysely, sql } from 'kysely'
import type { Role } from '#contract/admin/endpoint.ts'
import type { OPERATOR_STATES } from '#contract/admin/operators.ts'
import { IDLE_MINUTES, SESSION_HOURS } from '#contract/admin/session.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { ListedOperator, Operator, SignedIn } from './operators-model.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    operator: {
      operator_id: string
      email: string
      name: string
      roles: string[]
      password_hash: string | null
      totp_sealed: Buffer | null
      totp_last_step: Generated<number>
      invited_by: string | null
      reset_at: Temporal.Instant | null
      unlocked_at: Temporal.Instant | null
      disabled_at: Temporal.Instant | null
      created_at: Temporal.Instant
      version: Generated<number>
    }
    operator_session: {
      token_hash: Buffer
      operator_id: string
      created_at: Temporal.Instant
      used_at: Temporal.Instant
      ended_at: Temporal.Instant | null
      step_up_at: Temporal.Instant | null
      step_up_failures: Generated<number>
      address: string
    }
    operator_recovery: { operator_id: string; code_hash: string; used_at: Temporal.Instant | null }
    operator_invitation: {
      token_hash: Buffer
      operator_id: string
      totp_sealed: Buffer
      expires_at: Temporal.Instant
      used_at: Temporal.Instant | null
    }
    operator_request: {
      operator_id: string
      request_key: string
      input_hash: Buffer
      answer: unknown
      at: Temporal.Instant
    }
  }
}

const OPERATOR = [
  'operator.operator_id as operatorId',
  'operator.email',
  'operator.name',
  'operator.roles',
  'operator.invited_by as invitedBy',
  'operator.reset_at as resetAt',
  'operator.disabled_at as disabledAt',
  'operator.created_at as createdAt',
  'operator.version',
] as const

const withRoles = <T extends { roles: string[] }>(row: T) => ({ ...row, roles: row.roles as Role[] })

export interface Credentials extends Operator {
  readonly passwordHash: string | null
  readonly totpSealed: Buffer | null
  readonly totpLastStep: number
  /** Wrong tries before do not count. */
  readonly unlockedAt: Temporal.Instant | null
}

const CREDENTIALS = [
  ...OPERATOR,
  'operator.password_hash as passwordHash',
  'operator.totp_sealed as totpSealed',
  'operator.totp_last_step as totpLastStep',
  'operator.unlocked_at as unlockedAt',
] as const

export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const row = await db.selectFrom('operator').select(CREDENTIALS).where('email', '=', email).executeTakeFirst()
  return row && withRoles(row)
}

/** Locked until the transaction ends. */
export async function lockCredentials(tx: Tx, operatorId: string): Promise<Credentials | undefined> {
  const row = await tx
    .selectFrom('operator')
    .select(CREDENTIALS)
    .where('operator_id', '=', operatorId)
    .forUpdate()
    .executeTakeFirst()
  return row && withRoles(row)
}

export async function findOperator(db: Db, operatorId: string): Promise<Operator | undefined> {
  const row = await db.selectFrom('operator').select(OPERATOR).where('operator_id', '=', operatorId).executeTakeFirst()
  return row && withRoles(row)
}

export async function hasOperators(db: Db): Promise<boolean> {
  return (await db.selectFrom('operator').select('operator_id').limit(1).executeTakeFirst()) !== undefined
}

/** Of whom the last administrator is found: nobody changes roles meanwhile. */
export async function lockActiveOperators(tx: Tx): Promise<Operator[]> {
  const rows = await tx
    .selectFrom('operator')
    .select(OPERATOR)
    .where('disabled_at', 'is', null)
    .orderBy('operator_id')
    .forUpdate()
    .execute()
  return rows.map(withRoles)
}

/** Active ones, with a password: who can decide. */
export async function hasOtherWithRole(db: Db, { role, not }: { role: Role; not: string }): Promise<boolean> {
  const row = await db
    .selectFrom('operator')
    .select('operator_id')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .where('operator_id', '!=', not)
    .where(sql<boolean>`${role} = any(roles)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findAdministrators(db: Db): Promise<{ email: string }[]> {
  return db
    .selectFrom('operator')
    .select('email')
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'administrator' = any(roles)`)
    .orderBy('email')
    .execute()
}

type NewOperator = Pick<Operator, 'operatorId' | 'email' | 'name' | 'roles' | 'invitedBy'> & { at: Temporal.Instant }

/** @returns false when the address is taken */
export async function insertOperator(
  tx: Tx,
  { operatorId, email, name, roles, invitedBy, at }: NewOperator,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('operator')
    .values({
      operator_id: operatorId,
      email,
      name,
      roles: [...roles],
      password_hash: null,
      totp_sealed: null,
      invited_by: invitedBy,
      reset_at: null,
      unlocked_at: null,
      disabled_at: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('operator_id')
    .executeTakeFirst()
  return inserted !== undefined
}

type OperatorChange = Partial<{
  roles: readonly Role[]
  disabledAt: Temporal.Instant
  resetAt: Temporal.Instant
  unlockedAt: Temporal.Instant
  credentials: { passwordHash: string; totpSealed: Buffer; totpLastStep: number } | null
}>

/** @returns the new version */
export async function updateOperator(tx: Tx, operatorId: string, change: OperatorChange): Promise<number> {
  const { roles, disabledAt, resetAt, unlockedAt, credentials } = change
  const { version } = await tx
    .updateTable('operator')
    .set((row) => ({
      version: row('version', '+', 1),
      ...(roles && { roles: [...roles] }),
      ...(disabledAt && { disabled_at: disabledAt }),
      ...(resetAt && { reset_at: resetAt }),
      ...(unlockedAt && { unlocked_at: unlockedAt }),
      ...(credentials !== undefined && {
        password_hash: credentials?.passwordHash ?? null,
        totp_sealed: credentials?.totpSealed ?? null,
        totp_last_step: credentials?.totpLastStep ?? 0,
      }),
    }))
    .where('operator_id', '=', operatorId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** @returns false when this step or a later one was used */
export async function useTotpStep(
  tx: Tx,
  { operatorId, step }: { operatorId: string; step: number },
): Promise<boolean> {
  const updated = await tx
    .updateTable('operator')
    .set({ totp_last_step: step })
    .where('operator_id', '=', operatorId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(tx: Tx, operatorId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('operator_recovery').where('operator_id', '=', operatorId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('operator_recovery')
    .values(hashes.map((code_hash) => ({ operator_id: operatorId, code_hash, used_at: null })))
    .execute()
}

/** @returns how many are left, undefined for an unknown or used one */
export async function useRecoveryCode(
  tx: Tx,
  { operatorId, codeHash, at }: { operatorId: string; codeHash: string; at: Temporal.Instant },
): Promise<number | undefined> {
  const used = await tx
    .updateTable('operator_recovery')
    .set({ used_at: at })
    .where('operator_id', '=', operatorId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) return undefined
  const { left } = await tx
    .selectFrom('operator_recovery')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

type NewSession = { tokenHash: Buffer; operatorId: string; at: Temporal.Instant; address: string }

export async function insertSession(tx: Tx, { tokenHash, operatorId, at, address }: NewSession): Promise<void> {
  await tx
    .insertInto('operator_session')
    .values({
      token_hash: tokenHash,
      operator_id: operatorId,
      created_at: at,
      used_at: at,
      ended_at: null,
      step_up_at: at,
      address,
    })
    .execute()
}

/** A session that neither ended nor has been idle for too long, of an operator who is not disabled. */
export async function findSession(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Temporal.Instant },
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('operator_session as session')
    .innerJoin('operator', 'operator.operator_id', 'session.operator_id')
    .select([
      ...OPERATOR,
      'session.token_hash as tokenHash',
      'session.created_at as signedInAt',
      'session.used_at as usedAt',
      'session.step_up_at as stepUpAt',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('operator.disabled_at', 'is', null)
    .where('session.created_at', '>', now.subtract({ hours: SESSION_HOURS }))
    .where('session.used_at', '>', now.subtract({ minutes: IDLE_MINUTES }))
    .executeTakeFirst()
  return row && withRoles(row)
}

export async function touchSession(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Temporal.Instant },
): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', '<', now)
    .execute()
}

export async function writeStepUp(
  tx: Tx,
  { tokenHash, at }: { tokenHash: Buffer; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('operator_session')
    .set({ step_up_at: at, step_up_failures: 0 })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** @returns how many wrong codes there have been in a row */
export async function countStepUpFailure(tx: Tx, tokenHash: Buffer): Promise<number> {
  const row = await tx
    .updateTable('operator_session')
    .set((session) => ({ step_up_failures: session('step_up_failures', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .returning('step_up_failures as failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

export async function endSession(
  db: Db,
  { tokenHash, at }: { tokenHash: Buffer; at: Temporal.Instant },
): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ ended_at: at })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}

/** @returns how many ended */
export async function endSessionsOf(
  tx: Tx,
  { operatorId, at }: { operatorId: string; at: Temporal.Instant },
): Promise<number> {
  const ended = await tx
    .updateTable('operator_session')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

export interface Invitation {
  readonly operatorId: string
  readonly totpSealed: Buffer
  readonly email: string
  readonly disabledAt: Temporal.Instant | null
}

/** Earlier ones of the operator end. */
export async function insertInvitation(
  tx: Tx,
  {
    tokenHash,
    operatorId,
    totpSealed,
    expiresAt,
    at,
  }: { tokenHash: Buffer; operatorId: string; totpSealed: Buffer; expiresAt: Temporal.Instant; at: Temporal.Instant },
): Promise<void> {
  await voidInvitations(tx, { operatorId, at })
  await tx
    .insertInto('operator_invitation')
    .values({
      token_hash: tokenHash,
      operator_id: operatorId,
      totp_sealed: totpSealed,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
}

export async function voidInvitations(
  tx: Tx,
  { operatorId, at }: { operatorId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('operator_invitation')
    .set({ used_at: at })
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .execute()
}

export async function findInvitation(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Temporal.Instant },
): Promise<Invitation | undefined> {
  return db
    .selectFrom('operator_invitation as invitation')
    .innerJoin('operator', 'operator.operator_id', 'invitation.operator_id')
    .select([
      'invitation.operator_id as operatorId',
      'invitation.totp_sealed as totpSealed',
      'operator.email',
      'operator.disabled_at as disabledAt',
    ])
    .where('invitation.token_hash', '=', tokenHash)
    .where('invitation.used_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst()
}

/** @returns false when it was used meanwhile */
export async function useInvitation(
  tx: Tx,
  { tokenHash, at }: { tokenHash: Buffer; at: Temporal.Instant },
): Promise<boolean> {
  const used = await tx
    .updateTable('operator_invitation')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

export interface OperatorQuery {
  readonly filter: {
    readonly text?: string | undefined
    readonly state?: (typeof OPERATOR_STATES)[number] | undefined
    readonly role?: Role | undefined
  }
  readonly sort: string
  readonly after?: string | undefined
  readonly limit: number
}

const STATE = sql<(typeof OPERATOR_STATES)[number]>`
  case when operator.disabled_at is not null then 'disabled' when operator.password_hash is null then 'invited' else 'active' end`

const SORTS = {
  name: { by: sql`lower(operator.name)`, type: 'text' },
  email: { by: sql`operator.email`, type: 'text' },
  createdAt: { by: sql`operator.created_at`, type: 'timestamptz' },
} as const

export function listOperators(db: Kysely<Database>, query: OperatorQuery): Promise<KeysetPage<ListedOperator>> {
  const { filter, sort, after, limit } = query
  const { text, state, role } = filter
  const key = sort.replace('-', '') as keyof typeof SORTS
  const pattern = `%${(text ?? '').toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return readPage<ListedOperator>(
    db,
    {
      columns: sql`operator.operator_id as "operatorId", operator.email, operator.name, operator.roles, ${STATE} as state,
        operator.created_at as "createdAt", operator.version,
        (select max(used_at) from operator_session s where s.operator_id = operator.operator_id) as "lastUsedAt"`,
      from: sql`operator`,
      where: [
        ...(text ? [sql`(lower(operator.name) like ${pattern} or operator.email like ${pattern})`] : []),
        ...(state ? [sql`${STATE} = ${state}`] : []),
        ...(role ? [sql`${role} = any(operator.roles)`] : []),
      ],
      sort: { ...SORTS[key], descending: sort.startsWith('-') },
      id: { by: sql`operator.operator_id`, type: 'text' },
    },
    { after, limit },
  )
}

/** How long the answer of a change is kept. */
const REQUEST_HOURS = 24

type RequestKey = { operatorId: string; requestKey: string }

/**
 * Reserves the key of a change for this transaction; another one with the same key waits for it.
 * @returns undefined for a new key, else what was asked and answered
 */
export async function reserveRequest(
  tx: Tx,
  { operatorId, requestKey, inputHash, now }: RequestKey & { inputHash: Buffer; now: Temporal.Instant },
): Promise<{ inputHash: Buffer; answer: unknown } | undefined> {
  const fresh = now.subtract({ hours: REQUEST_HOURS })
  const inserted = await tx
    .insertInto('operator_request')
    .values({ operator_id: operatorId, request_key: requestKey, input_hash: inputHash, answer: '{}', at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['operator_id', 'request_key'])
        .doUpdateSet({ input_hash: inputHash, answer: '{}', at: now })
        .where('operator_request.at', '<=', fresh),
    )
    .returning('request_key')
    .executeTakeFirst()
  if (inserted) return undefined
  return tx
    .selectFrom('operator_request')
    .select(['input_hash as inputHash', 'answer'])
    .where('operator_id', '=', operatorId)
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
}

export async function writeAnswer(
  tx: Tx,
  { operatorId, requestKey, answer }: RequestKey & { answer: object },
): Promise<void> {
  await tx
    .updateTable('operator_request')
    .set({ answer: JSON.stringify(answer) })
    .where('operator_id', '=', operatorId)
    .where('request_key', '=', requestKey)
    .execute()
}

/** Ended sessions are kept for the time in which somebody may ask about them. */
const SESSION_DAYS_KEPT = 90

export async function sweepOperators(db: Db, now: Temporal.Instant): Promise<void> {
  const old = now.subtract({ hours: SESSION_DAYS_KEPT * 24 })
  await db
    .deleteFrom('operator_request')
    .where('at', '<=', now.subtract({ hours: REQUEST_HOURS }))
    .execute()
  await db.deleteFrom('operator_session').where('used_at', '<', old).execute()
  await db.deleteFrom('operator_invitation').where('expires_at', '<', old).execute()
}
