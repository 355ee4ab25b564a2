import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { coWatchedTitles } from '../library/index.ts'
import type { ComparedTitle, SimilarTitle } from './similar.rules.ts'
import type { LocalizedText } from '../catalogue/index.ts'

type ComparedRow = {
  program_id: string
  program_type: 'movie' | 'drama'
  classify: string
  kids: boolean
  is_for_kids: boolean
  genres: string[]
  tags: string[]
  country: string[]
  release_year: number
  popularity: number
  published_at: number
  people: string[]
  other_ids: string[] | null
  strengths: number[] | null
  updated_at: Temporal.Instant
}

export type ComparedState = ComparedTitle & { updatedAt: Temporal.Instant }

export async function findCompared(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ComparedState[]> {
  const { rows } = await sql<ComparedRow>`
    select t.program_id, t.program_type, t.classify, t.kids, t.kids and t.restriction <> 'III' as is_for_kids, t.genres,
      t.tags, t.country, t.release_year, t.popularity, (extract(epoch from t.published_at) * 1000000)::bigint as published_at,
      array(select tp.person_id from title_person tp where tp.program_id = t.program_id
        order by tp.part = 'director' desc, tp.position) as people,
      c.other_ids, c.strengths, t.updated_at
    from title t left join co_watched_title c using (program_id)
    where t.state = 'published' and t.program_id > ${after} order by t.program_id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    programId: row.program_id,
    programType: row.program_type,
    classify: row.classify,
    kids: row.kids,
    isForKids: row.is_for_kids,
    genres: row.genres,
    tags: row.tags,
    country: row.country,
    releaseYear: row.release_year,
    popularity: row.popularity,
    publishedAt: row.published_at,
    people: row.people,
    coWatched: (row.other_ids ?? []).map((programId, n) => ({ programId, strength: row.strengths![n]! })),
    updatedAt: row.updated_at,
  }))
}

/** Since their last change. */
export async function findUncompared(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select t.program_id from title t left join similar_title s using (program_id)
    where t.state = 'published' and s.compared_at is distinct from t.updated_at limit ${limit}`.execute(db)
  return rows.map((row) => row.program_id)
}

export type Compared = Pick<ComparedState, 'programId' | 'updatedAt'> & { similar: readonly SimilarTitle[] }

/** Skips deleted titles. */
export async function upsertSimilar(db: Db, compared: readonly Compared[]): Promise<void> {
  const rows = compared.map(({ programId, updatedAt, similar }) => ({
    program_id: programId,
    similar_ids: similar.map((title) => title.programId),
    reasons: similar.map(({ reason }) => reason),
    reason_keys: similar.map(({ key }) => key),
    compared_at: updatedAt.toString(),
  }))
  await sql`
    insert into similar_title (program_id, similar_ids, reasons, reason_keys, compared_at)
    select r.program_id, r.similar_ids, r.reasons, r.reason_keys, r.compared_at
    from jsonb_populate_recordset(null::similar_title, ${JSON.stringify(rows)}::jsonb) r
      join title t on t.program_id = r.program_id
    order by r.program_id
    on conflict (program_id) do update set similar_ids = excluded.similar_ids, reasons = excluded.reasons,
      reason_keys = excluded.reason_keys, compared_at = excluded.compared_at`.execute(db)
}

export async function replaceCoWatched(db: Db, since: Temporal.Instant): Promise<void> {
  await sql`delete from co_watched_title`.execute(db)
  await sql`
    insert into co_watched_title (program_id, other_ids, strengths)
    select program_id, array_agg(other_id order by strength desc, other_id), array_agg(strength::real order by strength desc, other_id)
    from (${coWatchedTitles(since)}) pair join title t using (program_id)
    group by program_id`.execute(db)
}

const WHOLE = 'similar'

export async function findLastRun(db: Db): Promise<Temporal.Instant | undefined> {
  const row = await db.selectFrom('recommendation_run').select('at').where('name', '=', WHOLE).executeTakeFirst()
  return row?.at
}

export async function saveRun(db: Db, at: Temporal.Instant): Promise<void> {
  await db
    .insertInto('recommendation_run')
    .values({ name: WHOLE, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute()
}

/** Regardless of the viewer: hidden titles have visible similar ones. */
export async function isPublished(
  db: Db,
  { programId, kidsOnly }: { programId: string; kidsOnly: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from title where program_id = ${programId} and state = 'published'
      and (kids or not ${kidsOnly}::boolean)`.execute(db)
  return rows.length > 0
}

export async function findName(db: Db, programId: RawBuilder<string | null>): Promise<LocalizedText | undefined> {
  const { rows } = await sql<LocalizedText>`
    select title_zh as zh, title_en as en from title where program_id = ${programId}`.execute(db)
  return rows[0]
}
