import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { StoredComment, StoredDecision, Undecided } from './comments-model.ts'

type Instant = Temporal.Instant

/** Writes what a decision makes of a comment. @returns the version after it */
export async function writeDecided(
  tx: Db,
  {
    commentId,
    status,
    reviewReasons,
    spoiler,
  }: Pick<StoredComment, 'commentId' | 'status' | 'reviewReasons' | 'spoiler'>,
): Promise<number> {
  const { version } = await tx
    .updateTable('comment')
    .set({ status, review_reasons: reviewReasons, spoiler, version: sql`version + 1` })
    .where('comment_id', '=', commentId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export type NewDecision = StoredDecision & {
  batchId: string
  operatorId: string | null
  actor: string
  toldAt: Instant | null
}

export async function insertDecision(tx: Db, { before, at, toldAt, ...decision }: NewDecision): Promise<void> {
  await tx
    .insertInto('comment_decision')
    .values({
      decision_id: decision.decisionId,
      batch_id: decision.batchId,
      comment_id: decision.commentId,
      operator_id: decision.operatorId,
      actor: decision.actor,
      status: decision.status,
      reasons: [...decision.reasons],
      note: decision.note,
      before: JSON.stringify(before satisfies Undecided),
      version: decision.version,
      decided_at: at,
      told_at: toldAt,
    })
    .execute()
}

const stored = sql`d.decision_id as "decisionId", d.comment_id as "commentId", d.status, d.reasons, d.note, d.before, d.version,
  d.decided_at as at`

/** Of one call of this operator, whose author is not told yet and which nothing has followed; in locking order. */
export async function lockUndoable(
  tx: Db,
  { batchId, operatorId }: { batchId: string; operatorId: string },
): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select ${stored} from comment c join comment_decision d on d.comment_id = c.comment_id
    where d.batch_id = ${batchId} and d.operator_id = ${operatorId} and d.told_at is null and d.undone_at is null
      and c.version = d.version
    order by d.comment_id for no key update`.execute(tx)
  return rows
}

export async function hasBatch(
  tx: Db,
  { batchId, operatorId }: { batchId: string; operatorId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from comment_decision where batch_id = ${batchId} and operator_id = ${operatorId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Opens the reports again that the decision handled. */
export async function markUndone(tx: Db, decisionId: string, at: Instant): Promise<void> {
  await sql`
    update comment_report r set handled_at = null from comment_decision d
    where d.decision_id = ${decisionId} and r.comment_id = d.comment_id and r.handled_at = d.decided_at`.execute(tx)
  await sql`update comment_decision set undone_at = ${at} where decision_id = ${decisionId}`.execute(tx)
}

/** Of which the author is to be told now; another worker’s are left to it. */
export async function lockUntold(
  tx: Db,
  { before, limit }: { before: Instant; limit: number },
): Promise<(StoredDecision & { accountId: string; programId: string })[]> {
  const { rows } = await sql<StoredDecision & { accountId: string; programId: string }>`
    select ${stored}, c.account_id as "accountId", c.program_id as "programId"
    from comment_decision d join comment c on c.comment_id = d.comment_id
    where d.told_at is null and d.undone_at is null and d.decided_at <= ${before}
    order by d.decided_at limit ${limit} for update of d skip locked`.execute(tx)
  return rows
}

export async function markTold(tx: Db, decisionIds: readonly string[], at: Instant): Promise<void> {
  await tx
    .updateTable('comment_decision')
    .set({ told_at: at })
    .where('decision_id', 'in', [...decisionIds])
    .execute()
}
