import { type Db, sql } from '#server/kit/db.ts'

type Notice = { goodsId: string; accountId: string }

export async function insertNotice(
  db: Db,
  { goodsId, accountId, at }: Notice & { at: Temporal.Instant },
): Promise<void> {
  await db
    .insertInto('goods_notice')
    .values({ goods_id: goodsId, account_id: accountId, requested_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteNotice(db: Db, { goodsId, accountId }: Notice): Promise<void> {
  await db.deleteFrom('goods_notice').where('goods_id', '=', goodsId).where('account_id', '=', accountId).execute()
}

export async function findNotices(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('goods_notice')
    .select('goods_id')
    .where('account_id', '=', accountId)
    .orderBy('requested_at')
    .execute()
  return rows.map(({ goods_id }) => goods_id)
}

/** Takes the notices of goods that can be bought now. */
export async function dequeueDueNotices(
  tx: Db,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    delete from goods_notice where (goods_id, account_id) in (
      select n.goods_id, n.account_id
      from goods_notice n join goods g using (goods_id) join sale s using (sale_id)
      where g.supplied > g.sold + g.held and not g.withdrawn and not s.withdrawn
        and s.starts_at <= ${now} and s.ends_at > ${now}
      order by n.requested_at limit ${limit} for update of n skip locked)
    returning goods_id as "goodsId", account_id as "accountId"`.execute(tx)
  return rows
}

export async function deleteNotices(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('goods_notice').where('account_id', '=', accountId).execute()
}
