import type { Generated } from 'kysely'
import { IDLE_MINUTES, SESSION_HOURS } from '#contract/admin/session.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import type { SignedIn } from './operators-model.ts'
import { OPERATOR, toOperator } from './operators.repo.ts'

declare module '#server/kit/db.ts' {
  interface Database {
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
  }
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
  return row && toOperator(row)
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
export async function takeInvitation(
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

export async function replaceRecoveryCodes(tx: Tx, operatorId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('operator_recovery').where('operator_id', '=', operatorId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('operator_recovery')
    .values(hashes.map((code_hash) => ({ operator_id: operatorId, code_hash, used_at: null })))
    .execute()
}

/** @returns how many are left, undefined for an unknown or used one */
export async function takeRecoveryCode(
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
  return left
}

/** Ended sessions are kept for the time in which a question about them may come. */
const DAYS_KEPT = 90

export async function sweepSessions(db: Db, now: Temporal.Instant): Promise<void> {
  const old = now.subtract({ hours: DAYS_KEPT * 24 })
  await db.deleteFrom('operator_session').where('used_at', '<', old).execute()
  await db.deleteFrom('operator_invitation').where('expires_at', '<', old).execute()
}
