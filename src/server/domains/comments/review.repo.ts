import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { ReviewedComment } from './comments-model.ts'

/** Oldest first. */
export async function findReviewable(db: Db, limit: number): Promise<Omit<ReviewedComment, 'version'>[]> {
  const { rows } = await sql<Omit<ReviewedComment, 'version'>>`
    select c.comment_id as "commentId", c.program_id as "programId", coalesce(nullif(t.title_zh, ''), t.title_en) as title,
      p.name, c.text, c.spoiler, c.status, c.review_reasons as "reviewReasons", c.created_at as "createdAt",
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
