import type { Db } from '#server/kit/db.ts'

type Check = { checkedAt: Temporal.Instant; differences: readonly string[] }

/** The last comparison of the orders with the books. */
export async function findCheck(db: Db): Promise<Check | undefined> {
  return db.selectFrom('payment_check').select(['checked_at as checkedAt', 'differences']).executeTakeFirst()
}

export async function storeCheck(db: Db, { checkedAt, differences }: Check): Promise<void> {
  const check = { checked_at: checkedAt, differences: [...differences] }
  await db
    .insertInto('payment_check')
    .values({ only_row: true, ...check })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(check))
    .execute()
}
