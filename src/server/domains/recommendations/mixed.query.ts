import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { genreTaste, knownTitles, lastWatchedTitle, recentTitles } from '../library/index.ts'
import type { Taste } from './mixed.rules.ts'

/** Titles watched last, and similar ones of each. */
const [RECENT, LIKE_EACH] = [5, 12]

/** `condition`: visibility of title `t`. */
export async function findTaste(
  db: Db,
  { profileId, condition }: { profileId: string; condition: RawBuilder<SqlBool> },
): Promise<Taste> {
  const { rows } = await sql<Taste>`
    select
      (select coalesce(jsonb_object_agg(genre, share), '{}') from (${genreTaste(profileId)}) taste) as shares,
      (select coalesce(jsonb_agg(jsonb_build_object('name', jsonb_build_object('zh', w.title_zh, 'en', w.title_en),
          'likes', to_jsonb(st.similar_ids[1:${sql.lit(LIKE_EACH)}])) order by recent.rank), '[]')
        from (${recentTitles(profileId, { limit: RECENT, condition })}) recent
          join title w on w.program_id = recent.program_id
          left join similar_title st on st.program_id = recent.program_id) as recent,
      ${knownTitles(profileId)} as known`.execute(db)
  return rows[0]!
}

export type LastWatched = {
  programId: string | null
  /** Most alike first; null until compared. */
  likes: string[] | null
  known: string[]
}

export async function findLastWatched(
  db: Db,
  { profileId, condition }: { profileId: string; condition: RawBuilder<SqlBool> },
): Promise<LastWatched> {
  const { rows } = await sql<LastWatched>`
    select last.program_id as "programId", st.similar_ids as likes, ${knownTitles(profileId)} as known
    from (select ${lastWatchedTitle(profileId, condition)} as program_id) last
      left join similar_title st on st.program_id = last.program_id`.execute(db)
  return rows[0]!
}
