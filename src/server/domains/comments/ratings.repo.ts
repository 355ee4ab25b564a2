import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Halves } from './comments-model.ts'
import { NO_VOTES } from './comments.rules.ts'

type Vote = { accountId: string; programId: string }

/** Serializes ratings of a title. */
export async function lockCounts(tx: Db, programId: string): Promise<number[]> {
  await sql`insert into rating_total (program_id, counts) values (${programId}, ${[...NO_VOTES]}::int[])
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ counts: number[] }>`
    select counts from rating_total where program_id = ${programId} for no key update`.execute(tx)
  return rows[0]?.counts ?? [...NO_VOTES]
}

export async function writeCounts(
  tx: Db,
  { programId, counts }: { programId: string; counts: readonly number[] },
): Promise<void> {
  await sql`update rating_total set counts = ${[...counts]}::int[] where program_id = ${programId}`.execute(tx)
}

export async function findRating(
  db: Db,
  { accountId, programId }: { accountId: string | undefined; programId: string },
): Promise<{ counts: number[]; mine: Halves | null }> {
  const { rows } = await sql<{ counts: number[] | null; mine: Halves | null }>`
    select (select counts from rating_total where program_id = ${programId}) as counts,
      (select halves from rating where account_id = ${accountId ?? null} and program_id = ${programId}) as mine`.execute(
    db,
  )
  return { counts: rows[0]?.counts ?? [...NO_VOTES], mine: rows[0]?.mine ?? null }
}

export async function findVote(tx: Db, { accountId, programId }: Vote): Promise<Halves | undefined> {
  const row = await tx
    .selectFrom('rating')
    .select('halves')
    .where('account_id', '=', accountId)
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row?.halves
}

export async function upsertVote(
  tx: Db,
  { accountId, programId, halves, at }: Vote & { halves: Halves; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('rating')
    .values({ account_id: accountId, program_id: programId, halves, rated_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'program_id']).doUpdateSet({ halves, rated_at: at }))
    .execute()
}

export async function deleteVote(tx: Db, { accountId, programId }: Vote): Promise<void> {
  await tx.deleteFrom('rating').where('account_id', '=', accountId).where('program_id', '=', programId).execute()
}

/** In locking order. */
export async function findRatedTitles(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rating')
    .select('program_id')
    .where('account_id', '=', accountId)
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}
