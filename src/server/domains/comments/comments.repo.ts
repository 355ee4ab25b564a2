import { type RawBuilder, sql } from 'kysely'
import type { ReviewReason } from '#contract/admin/comments.ts'
import type { CommentSort } from '#contract/comments.ts'
import type { Db } from '#server/kit/db.ts'
import type { CommentRequest, Draft, ListedComment, StoredComment, ReviewedComment } from './comments-model.ts'
import type { Language } from '#contract/languages.ts'

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
  review_reasons as "reviewReasons", likes, version`

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
    .set({ text, spoiler, status, review_reasons: [...reviewReasons], edited_at: at, version: sql`version + 1` })
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

type CommentHold = { accountId: string; programId: string }

/** Later comments of the account on the title require review. */
export async function insertCommentHold(
  tx: Db,
  { accountId, programId, at }: CommentHold & { at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('comment_hold')
    .values({ account_id: accountId, program_id: programId, held_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteCommentHold(tx: Db, { accountId, programId }: CommentHold): Promise<void> {
  await tx.deleteFrom('comment_hold').where('account_id', '=', accountId).where('program_id', '=', programId).execute()
}

export async function hasCommentHold(tx: Db, { accountId, programId }: CommentHold): Promise<boolean> {
  const row = await tx
    .selectFrom('comment_hold')
    .select('held_at')
    .where('account_id', '=', accountId)
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row !== undefined
}

export async function findGiven(
  db: Db,
  { accountId, language }: { accountId: string; language: Language },
): Promise<object> {
  const title =
    language === 'zh_HK'
      ? sql`coalesce(nullif(t.title_zh, ''), t.title_en)`
      : sql`coalesce(nullif(t.title_en, ''), t.title_zh)`
  const { rows } = await sql<object>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('programId', r.program_id, 'title', ${title},
          'score', r.halves / 2.0, 'ratedAt', r.rated_at) order by r.rated_at), '[]')
        from rating r join title t on t.program_id = r.program_id where r.account_id = ${accountId}) as ratings,
      (select coalesce(jsonb_agg(jsonb_build_object('commentId', c.comment_id, 'programId', c.program_id, 'title', ${title},
          'profileId', c.profile_id, 'text', c.text, 'spoiler', c.spoiler, 'status', c.status, 'likes', c.likes,
          'createdAt', c.created_at, 'editedAt', c.edited_at, 'decisions', (
            select coalesce(jsonb_agg(jsonb_build_object('status', d.status, 'reasons', d.reasons, 'note', d.note,
              'at', d.decided_at) order by d.decided_at), '[]')
            from comment_decision d where d.comment_id = c.comment_id and d.undone_at is null)) order by c.created_at), '[]')
        from comment c join title t on t.program_id = c.program_id where c.account_id = ${accountId}) as comments,
      (select coalesce(jsonb_agg(l.comment_id order by l.comment_id), '[]')
        from comment_like l where l.account_id = ${accountId}) as "likedComments",
      (select coalesce(jsonb_agg(jsonb_build_object('commentId', m.comment_id, 'reason', m.reason,
          'reportedAt', m.reported_at) order by m.reported_at), '[]')
        from comment_report m where m.account_id = ${accountId}) as "reportedComments",
      (select coalesce(jsonb_agg(h.program_id order by h.program_id), '[]')
        from comment_hold h where h.account_id = ${accountId}) as "reviewedTitles"`.execute(db)
  return rows[0] ?? {}
}

/** Without votes, which are erased with their totals. */
export async function deleteGiven(tx: Db, accountId: string): Promise<void> {
  await sql`delete from comment where account_id = ${accountId}`.execute(tx)
  // Locks in the order of `like` and `edit`, against deadlocks.
  await sql`
    select from comment where comment_id in (select comment_id from comment_like where account_id = ${accountId})
    order by comment_id for no key update`.execute(tx)
  await sql`
    with gone as (delete from comment_like where account_id = ${accountId} returning comment_id)
    update comment set likes = likes - 1 where comment_id in (select comment_id from gone)`.execute(tx)
  await sql`delete from comment_report where account_id = ${accountId}`.execute(tx)
  await sql`delete from comment_hold where account_id = ${accountId}`.execute(tx)
  await sql`delete from comment_pause where account_id = ${accountId}`.execute(tx)
}

/** Oldest first. */
export async function findReviewable(db: Db, limit: number): Promise<ReviewedComment[]> {
  const { rows } = await sql<ReviewedComment>`
    select c.comment_id as "commentId", c.program_id as "programId", coalesce(nullif(t.title_zh, ''), t.title_en) as title,
      p.name, c.text, c.spoiler, c.status, c.version, c.review_reasons as "reviewReasons", c.created_at as "createdAt",
      coalesce(m.reports, '[]') as reports
    from comment c join title t on t.program_id = c.program_id join profile p on p.profile_id = c.profile_id
      left join lateral (
        select jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason) as reports
        from (select reason, count(*)::int as count from comment_report
          where comment_id = c.comment_id and handled_at is null group by reason) r
      ) m on true
    where c.status = 'waiting'
      or (c.status = 'published' and c.comment_id in (select comment_id from comment_report where handled_at is null))
    order by c.created_at, c.comment_id limit ${limit}`.execute(db)
  return rows
}

/** Falls back to the other language. */
export async function findTitleNames(tx: Db, programId: string): Promise<Readonly<Record<Language, string>>> {
  const { title_zh, title_en } = await tx
    .selectFrom('title')
    .select(['title_zh', 'title_en'])
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()
  return { zh_HK: title_zh || title_en, en_US: title_en || title_zh }
}

export async function insertListedWord(tx: Db, word: string): Promise<void> {
  await tx
    .insertInto('comment_word')
    .values({ word })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns false when it is not on the list */
export async function deleteListedWord(tx: Db, word: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('comment_word').where('word', '=', word).executeTakeFirst()
  return numDeletedRows > 0n
}
