import type { Db } from '#server/kit/db.ts'

type Hold = { accountId: string; programId: string }

/** Later comments of the account on the title require review. */
export async function insertHold(tx: Db, { accountId, programId, at }: Hold & { at: Temporal.Instant }): Promise<void> {
  await tx
    .insertInto('comment_hold')
    .values({ account_id: accountId, program_id: programId, held_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteHold(tx: Db, { accountId, programId }: Hold): Promise<void> {
  await tx.deleteFrom('comment_hold').where('account_id', '=', accountId).where('program_id', '=', programId).execute()
}

export async function hasHold(tx: Db, { accountId, programId }: Hold): Promise<boolean> {
  const row = await tx
    .selectFrom('comment_hold')
    .select('held_at')
    .where('account_id', '=', accountId)
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row !== undefined
}
