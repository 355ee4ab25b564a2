import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

type Favorite = { profileId: string; programId: string }

/** Serializes additions. @returns false for a deleted profile */
export async function lockProfile(db: Db, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profile where profile_id = ${profileId} and deleted_at is null for no key update`.execute(db)
  return rows.length > 0
}

/** Titles that left the catalogue do not count. */
export async function countFavorites(
  db: Db,
  { profileId, programId }: Favorite,
): Promise<{ count: number; has: boolean }> {
  const { rows } = await sql<{ count: number; has: boolean }>`
    select count(*)::int as count, coalesce(bool_or(f.program_id = ${programId}), false) as has
    from favorite f join title t on t.program_id = f.program_id
    where f.profile_id = ${profileId}`.execute(db)
  return rows[0] ?? { count: 0, has: false }
}

export async function insertFavorite(
  db: Db,
  { profileId, programId, at }: Favorite & { at: Temporal.Instant },
): Promise<void> {
  await db
    .insertInto('favorite')
    .values({ profile_id: profileId, program_id: programId, added_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorites(
  db: Db,
  { profileId, programId }: { profileId: string; programId?: string | undefined },
): Promise<void> {
  const own = db.deleteFrom('favorite').where('profile_id', '=', profileId)
  await (programId === undefined ? own : own.where('program_id', '=', programId)).execute()
}
