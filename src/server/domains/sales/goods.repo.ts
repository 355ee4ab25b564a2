import { type Db, sql } from '#server/kit/db.ts'
import type { SaleLine } from '#contract/goods.ts'
import type { FreightZone, Goods, Locker, Sale } from './sales-model.ts'

type Instant = Temporal.Instant

const translated = (name: string) =>
  sql`jsonb_build_object('zh_HK', ${sql.ref(`${name}_zh`)}, 'en_US', ${sql.ref(`${name}_en`)})`

/**
 * Units that an account's own payment holds, and when the first of the payments of others is over. It begins at the held orders, which are
 * few.
 */
const held = (accountId: string | null) => sql`
  select l.goods_id, coalesce(sum(l.quantity) filter (where o.account_id = ${accountId}), 0)::int as own,
    min(p.expires_at) filter (where o.account_id is distinct from ${accountId}) as until
  from sale_order o join sale_line l using (order_id) join payment_order p using (order_id)
  where o.state = 'held' group by l.goods_id`

export async function findSales(
  db: Db,
  { now, saleId }: { now: Instant; saleId?: string | undefined },
): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select s.sale_id as "saleId", ${translated('s.title')} as title, ${translated('s.description')} as description,
      coalesce(t.art_image, '') as image, s.starts_at as "startsAt", s.ends_at as "endsAt"
    from sale s left join title t on t.program_id = s.program_id
    where not s.withdrawn and s.starts_at <= ${now} and s.ends_at > ${now}
      and (${saleId ?? null}::text is null or s.sale_id = ${saleId ?? null})
    order by s.ends_at, s.sale_id`.execute(db)
  return rows
}

type GoodsQuery = { saleIds: readonly string[]; accountId?: string | undefined }

/**
 * The goods of sales, in their order. For an account, units that its own payment holds do not count as held: the same order continues that
 * payment, and another order ends it first.
 */
export async function findGoods(db: Db, { saleIds, accountId }: GoodsQuery): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    with held as materialized (${held(accountId ?? null)})
    select g.goods_id as "goodsId", g.sale_id as "saleId", g.program_id as "programId", coalesce(t.classify, 'mixed') as classify,
      g.medium, ${translated('g.name')} as name, ${translated('g.detail')} as detail,
      ${translated('g.description')} as description, coalesce(t.keyart_image, '') as image, g.amount_cents as "amountCents",
      g.supplied, g.sold, g.held - coalesce(h.own, 0) as held, g.restock_on as "restockOn", g.added_at as "addedAt",
      h.until as "heldUntil"
    from goods g left join held h using (goods_id) left join title t on t.program_id = g.program_id
    where g.sale_id = any(${saleIds}) and not g.withdrawn
    order by g.position, g.goods_id`.execute(db)
  return rows
}

export async function findLockers(db: Db): Promise<Locker[]> {
  const { rows } = await sql<Locker>`
    select locker_code as "lockerCode", region, ${translated('locker.district')} as district,
      ${translated('locker.address')} as address
    from locker where not withdrawn order by region, locker_code`.execute(db)
  return rows
}

export async function findZones(db: Db): Promise<FreightZone[]> {
  const { rows } = await sql<FreightZone>`
    select countries, first_cents as "firstCents", further_cents as "furtherCents"
    from freight_zone where not withdrawn order by first_cents, zone_id`.execute(db)
  return rows
}

/** Goods of a sale with their prices, locked in the order of their ids until the transaction ends. */
export async function lockGoods(
  tx: Db,
  { goodsIds, saleId }: { goodsIds: readonly string[]; saleId: string },
): Promise<Pick<Goods, 'goodsId' | 'amountCents' | 'supplied' | 'sold' | 'held'>[]> {
  const { rows } = await sql<Goods>`
    select goods_id as "goodsId", amount_cents as "amountCents", supplied, sold, held from goods
    where goods_id = any(${goodsIds}) and sale_id = ${saleId} and not withdrawn
    order by goods_id collate "C" for update`.execute(tx)
  return rows
}

/** How units move: `hold` and `free` those of a payment, `sell` those that it held, `take` others, `restock` returned ones. */
const MOVES = {
  hold: { held: 1, sold: 0 },
  free: { held: -1, sold: 0 },
  sell: { held: -1, sold: 1 },
  take: { held: 0, sold: 1 },
  restock: { held: 0, sold: -1 },
} as const

/** Moves the units of an order's lines, in the order of their ids. @returns the goods of which there are too few; all others moved */
export async function moveUnits(
  tx: Db,
  { move, lines }: { move: keyof typeof MOVES; lines: readonly SaleLine[] },
): Promise<string[]> {
  const { held, sold } = MOVES[move]
  const short: string[] = []
  for (const { goodsId, quantity } of lines.toSorted((one, other) => (one.goodsId < other.goodsId ? -1 : 1))) {
    const { numAffectedRows } = await sql`
      update goods set held = held + ${held * quantity}, sold = sold + ${sold * quantity}
      where goods_id = ${goodsId} and held + sold + ${(held + sold) * quantity} <= supplied`.execute(tx)
    if (numAffectedRows !== 1n) short.push(goodsId)
  }
  return short
}

export async function findHeldUntil(db: Db, goodsId: string): Promise<Instant | undefined> {
  const { rows } = await sql<{ until: Instant | null }>`
    with held as materialized (${held(null)}) select until from held where goods_id = ${goodsId}`.execute(db)
  return rows[0]?.until ?? undefined
}

export async function findName(db: Db, goodsId: string): Promise<Goods['name'] | undefined> {
  const { rows } = await sql<Pick<Goods, 'name'>>`
    select ${translated('goods.name')} as name from goods where goods_id = ${goodsId}`.execute(db)
  return rows[0]?.name
}

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

/** @returns those of the ids that exist */
export async function knownGoods(db: Db, goodsIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (goodsIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('goods')
    .select('goods_id')
    .where('goods_id', 'in', [...goodsIds])
    .execute()
  return new Set(rows.map(({ goods_id }) => goods_id))
}
