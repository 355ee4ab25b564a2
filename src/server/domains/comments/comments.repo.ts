import { type RawBuilder, sql } from 'kysely'
import type { CommentSort } from '#contract/comments.ts'
import type { Db } from '#server/kit/db.ts'
import type { CommentRequest, Draft, ListedComment, ReviewReason, StoredComment } from './comments-model.ts'

type Reading = { accountId: string | undefined; programId: string }

const columnsFor = (accountId: string | undefined): RawBuilder<unknown> => sql`
  c.comment_id as "commentId", c.text, c.spoiler, p.name, p.avatar_id as "avatarId", r.halves, c.likes, c.status,
  c.created_at as "createdAt", c.edited_at as "editedAt", c.account_id = ${accountId ?? ''} as own,
  exists (select from comment_like l where l.comment_id = c.comment_id and l.account_id = ${accountId ?? ''}) as liked,
  exists (select from comment_report m where m.comment_id = c.comment_id and m.account_id = ${accountId ?? ''}) as reported`

const joins = sql`
  from comment c join profile p on p.profile_id = c.profile_id
    left join rating r on r.account_id = c.account_id and r.program_id = c.program_id`

const ORDER: Readonly<Record<CommentSort, RawBuilder<unknown>>> = {
  newest: sql`c.created_at desc, c.comment_id`,
  liked: sql`c.likes desc, c.created_at desc, c.comment_id`,
}

export async function findPublished(
  db: Db,
  { accountId, programId, sort, page, pageSize }: CommentRequest & Reading,
): Promise<ListedComment[]> {
  const { rows } = await sql<ListedComment>`
    select ${columnsFor(accountId)} ${joins}
    where c.program_id = ${programId} and c.status = 'published'
    order by ${ORDER[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return rows
}

export async function countPublished(db: Db, programId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment where program_id = ${programId} and status = 'published'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Newest first. */
export async function findUnpublished(
  db: Db,
  { accountId, programId }: { accountId: string; programId: string },
): Promise<ListedComment[]> {
  const { rows } = await sql<ListedComment>`
    select ${columnsFor(accountId)} ${joins}
    where c.account_id = ${accountId} and c.program_id = ${programId} and c.status <> 'published'
    order by ${ORDER.newest}`.execute(db)
  return rows
}

const stored = sql`comment_id as "commentId", program_id as "programId", account_id as "accountId", text, spoiler, status,
  review_reasons as "reviewReasons", likes`

/** Of a published comment. */
export async function findTitleOf(db: Db, commentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('comment')
    .select('program_id')
    .where('comment_id', '=', commentId)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return row?.program_id
}

export async function lockComment(tx: Db, commentId: string): Promise<StoredComment | undefined> {
  const { rows } = await sql<StoredComment>`
    select ${stored} from comment where comment_id = ${commentId} for no key update`.execute(tx)
  return rows[0]
}

export async function findWritten(
  tx: Db,
  { accountId, programId }: { accountId: string; programId: string },
): Promise<StoredComment[]> {
  const { rows } = await sql<StoredComment>`
    select ${stored} from comment where account_id = ${accountId} and program_id = ${programId}`.execute(tx)
  return rows
}

export async function hasPublished(
  tx: Db,
  { accountId, except }: { accountId: string; except: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from comment where account_id = ${accountId} and status = 'published' and comment_id <> ${except} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

type Reviewed = { status: StoredComment['status']; reviewReasons: readonly ReviewReason[] }
type NewComment = Draft &
  Reviewed & { commentId: string; programId: string; accountId: string; profileId: string; at: Temporal.Instant }

/** @returns false when the profile is gone */
export async function insertComment(tx: Db, comment: NewComment): Promise<boolean> {
  const { commentId, programId, accountId, profileId, text, spoiler, status, reviewReasons, at } = comment
  const { rows } = await sql`
    insert into comment (comment_id, program_id, account_id, profile_id, text, spoiler, status, review_reasons, created_at)
    select ${commentId}, ${programId}, ${accountId}, p.profile_id, ${text}, ${spoiler}, ${status}, ${[...reviewReasons]}::text[],
      ${at}::timestamptz
    from profile p where p.profile_id = ${profileId} and p.deleted_at is null for key share
    returning comment_id`.execute(tx)
  return rows.length > 0
}

export async function updateComment(
  tx: Db,
  {
    commentId,
    text,
    spoiler,
    status,
    reviewReasons,
    at,
  }: Draft & Reviewed & { commentId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ text, spoiler, status, review_reasons: [...reviewReasons], edited_at: at })
    .where('comment_id', '=', commentId)
    .execute()
}

export async function removeComment(tx: Db, commentId: string): Promise<void> {
  await tx.deleteFrom('comment').where('comment_id', '=', commentId).execute()
}

/** Words that require review, as `compact` returns them. */
export async function findListedWords(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('comment_word').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}
