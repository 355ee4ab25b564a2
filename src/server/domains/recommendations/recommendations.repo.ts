import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { LocalizedText } from '../catalogue/index.ts'

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
