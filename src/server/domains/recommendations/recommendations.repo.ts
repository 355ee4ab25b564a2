import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { LocalizedText } from '../catalogue/index.ts'

/** Whether there is a published title of this id, also one that this viewer may not see: it still has likes that are. */
export async function isPublished(
  db: Db,
  { programId, kidsOnly }: { programId: string; kidsOnly: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from title where program_id = ${programId} and state = 'published'
      and (kids or not ${kidsOnly}::boolean)`.execute(db)
  return rows.length > 0
}

/** The name of a title. */
export async function findName(db: Db, programId: RawBuilder<string | null>): Promise<LocalizedText | undefined> {
  const { rows } = await sql<LocalizedText>`
    select title_zh as zh, title_en as en from title where program_id = ${programId}`.execute(db)
  return rows[0]
}
