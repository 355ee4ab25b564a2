import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'

export async function findKept(
  db: Db,
  { accountId, language }: { accountId: string; language: Language },
): Promise<object[]> {
  const title =
    language === 'zh_HK'
      ? sql`coalesce(nullif(t.title_zh, ''), t.title_en, '')`
      : sql`coalesce(nullif(t.title_en, ''), t.title_zh, '')`
  const { rows } = await sql<object>`
    select p.profile_id as "profileId", p.name,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'programId', f.program_id, 'title', ${title}, 'addedAt', f.added_at) order by f.added_at), '[]')
        from favorite f left join title t on t.program_id = f.program_id
        where f.profile_id = p.profile_id) as favorites,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'programId', b.program_id, 'programGuid', b.program_guid, 'title', ${title}, 'season', b.season,
          'episode', b.episode, 'position', b.position, 'duration', b.duration, 'finished', b.finished,
          'watchedAt', b.at) order by b.at), '[]')
        from bookmark b left join title t on t.program_id = b.program_id
        where b.profile_id = p.profile_id) as watched,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'programId', nullif(r.program_id, ''), 'title', ${title}, 'removedAt', r.removed_at) order by r.removed_at), '[]')
        from history_removal r left join title t on t.program_id = r.program_id
        where r.profile_id = p.profile_id) as removed
    from profile p where p.account_id = ${accountId} order by p.created_at, p.profile_id`.execute(db)
  return rows
}

export async function deleteKept(db: Db, accountId: string): Promise<void> {
  const own = sql`any (array(select profile_id from profile where account_id = ${accountId}))`
  await sql`delete from favorite where profile_id = ${own}`.execute(db)
  await sql`delete from bookmark where profile_id = ${own}`.execute(db)
  await sql`delete from history_removal where profile_id = ${own}`.execute(db)
}
