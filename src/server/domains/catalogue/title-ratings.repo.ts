import type { Db } from '#server/kit/db.ts'

type TitleRating = { programId: string; votes: number; rating: number; score: number }

/** Writes the rating of a title. */
export async function updateRating(tx: Db, { programId, votes, rating, score }: TitleRating): Promise<void> {
  await tx.updateTable('title').set({ votes, rating, score }).where('program_id', '=', programId).execute()
}
