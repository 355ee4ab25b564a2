import type { Db, Tx } from '#server/kit/db.ts'
import { sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    comment_pause: { account_id: string; until: Instant; operator_id: string; at: Instant }
  }
}

interface Pause {
  readonly accountId: string
  readonly operatorId: string
  readonly at: Instant
  readonly until: Instant
}

/** Replaces the former one. */
export async function upsertPause(tx: Tx, { accountId, operatorId, at, until }: Pause): Promise<void> {
  await sql`
    insert into comment_pause (account_id, until, operator_id, at) values (${accountId}, ${until}, ${operatorId}, ${at})
    on conflict (account_id) do update set until = excluded.until, operator_id = excluded.operator_id, at = excluded.at`.execute(
    tx,
  )
}

/** Undefined once it is over. */
export async function findPause(
  db: Db,
  { accountId, now }: { accountId: string; now: Instant },
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('comment_pause')
    .select('until')
    .where('account_id', '=', accountId)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.until
}

export async function deletePause(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('comment_pause').where('account_id', '=', accountId).execute()
}
