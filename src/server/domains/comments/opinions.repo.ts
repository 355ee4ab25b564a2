import { sql } from 'kysely'
import type { ReportReason } from '#contract/comments.ts'
import type { Db } from '#server/kit/db.ts'
import type { ReviewReason, StoredComment } from './comments-model.ts'

type Opinion = { commentId: string; accountId: string }

/** Idempotent; requires the comment's lock. @returns the number of likes */
export async function writeLike(
  tx: Db,
  { commentId, accountId, liked }: Opinion & { liked: boolean },
): Promise<number> {
  const changed = liked
    ? sql`insert into comment_like (comment_id, account_id) values (${commentId}, ${accountId})
        on conflict do nothing returning 1 as change`
    : sql`delete from comment_like where comment_id = ${commentId} and account_id = ${accountId} returning -1 as change`
  const { rows } = await sql<{ likes: number }>`
    with changed as (${changed})
    update comment set likes = likes + coalesce((select change from changed), 0)
    where comment_id = ${commentId} returning likes`.execute(tx)
  return rows[0]?.likes ?? 0
}

export async function deleteLikes(tx: Db, commentId: string): Promise<void> {
  await tx.deleteFrom('comment_like').where('comment_id', '=', commentId).execute()
  await tx.updateTable('comment').set({ likes: 0 }).where('comment_id', '=', commentId).execute()
}

/** Idempotent. @returns how many accounts report the comment */
export async function insertReport(
  tx: Db,
  { commentId, accountId, reason, at }: Opinion & { reason: ReportReason; at: Temporal.Instant },
): Promise<number> {
  await tx
    .insertInto('comment_report')
    .values({ comment_id: commentId, account_id: accountId, reason, reported_at: at, handled_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return countReports(tx, commentId)
}

/** Open reports. */
export async function countReports(tx: Db, commentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment_report where comment_id = ${commentId} and handled_at is null`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function handleReports(tx: Db, { commentId, at }: { commentId: string; at: Temporal.Instant }) {
  await tx
    .updateTable('comment_report')
    .set({ handled_at: at })
    .where('comment_id', '=', commentId)
    .where('handled_at', 'is', null)
    .execute()
}

export async function writeStatus(
  tx: Db,
  {
    commentId,
    status,
    reviewReasons,
  }: Pick<StoredComment, 'commentId' | 'status'> & { reviewReasons: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ status, review_reasons: [...reviewReasons] })
    .where('comment_id', '=', commentId)
    .execute()
}

export const withReason = (reasons: readonly string[], reason: ReviewReason): string[] => [
  ...new Set([...reasons, reason]),
]
