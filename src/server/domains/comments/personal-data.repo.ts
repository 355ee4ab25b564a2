import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'

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
          'createdAt', c.created_at, 'editedAt', c.edited_at) order by c.created_at), '[]')
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
}
