import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { ViewerScope } from './titles-model.ts'
import { visible } from './visible.query.ts'

/** A title that everybody may see, for search engines. */
export interface PublicTitle {
  programId: string
  publishedAt: Temporal.Instant
}

/** The number of titles that a viewer may see. */
export async function countPublic(db: Db, scope: ViewerScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from title t where ${visible(scope)}`.execute(db)
  return rows[0]!.count
}

/** A page of them, in the order of their ids. */
export async function findPublic(
  db: Db,
  scope: ViewerScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<PublicTitle[]> {
  const { rows } = await sql<PublicTitle>`
    select t.program_id as "programId", t.published_at as "publishedAt" from title t
    where ${visible(scope)} order by t.program_id offset ${offset} limit ${limit}`.execute(db)
  return rows
}
