import { sql } from 'kysely'
import type { ReportReason } from '#contract/comments.ts'
import type { Db } from '#server/kit/db.ts'
import type { ReviewReason } from '#contract/admin/comments.ts'
import type { StoredComment, Halves } from './comments-model.ts'
import { NO_VOTES } from './comments.rules.ts'

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

type Vote = { accountId: string; programId: string }

/** Serializes ratings of a title. */
export async function lockCounts(tx: Db, programId: string): Promise<number[]> {
  await sql`insert into rating_total (program_id, counts) values (${programId}, ${[...NO_VOTES]}::int[])
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ counts: number[] }>`
    select counts from rating_total where program_id = ${programId} for no key update`.execute(tx)
  return rows[0]?.counts ?? [...NO_VOTES]
}

export async function writeCounts(
  tx: Db,
  { programId, counts }: { programId: string; counts: readonly number[] },
): Promise<void> {
  await sql`update rating_total set counts = ${[...counts]}::int[] where program_id = ${programId}`.execute(tx)
}

export async function findRating(
  db: Db,
  { accountId, programId }: { accountId: string | undefined; programId: string },
): Promise<{ counts: number[]; mine: Halves | null }> {
  const { rows } = await sql<{ counts: number[] | null; mine: Halves | null }>`
    select (select counts from rating_total where program_id = ${programId}) as counts,
      (select halves from rating where account_id = ${accountId ?? null} and program_id = ${programId}) as mine`.execute(
    db,
  )
  return { counts: rows[0]?.counts ?? [...NO_VOTES], mine: rows[0]?.mine ?? null }
}

export async function findVote(tx: Db, { accountId, programId }: Vote): Promise<Halves | undefined> {
  const row = await tx
    .selectFrom('rating')
    .select('halves')
    .where('account_id', '=', accountId)
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row?.halves
}

export async function upsertVote(
  tx: Db,
  { accountId, programId, halves, at }: Vote & { halves: Halves; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('rating')
    .values({ account_id: accountId, program_id: programId, halves, rated_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'program_id']).doUpdateSet({ halves, rated_at: at }))
    .execute()
}

export async function deleteVote(tx: Db, { accountId, programId }: Vote): Promise<void> {
  await tx.deleteFrom('rating').where('account_id', '=', accountId).where('program_id', '=', programId).execute()
}

/** In locking order. */
export async function findRatedTitles(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rating')
    .select('program_id')
    .where('account_id', '=', accountId)
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}
