import { type Generated, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { CodeReward } from './codes-model.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    gift_card: {
      order_id: string
      account_id: string | null
      sealed: Buffer | null
      code_id: number | null
      paid_cents: number | null
      bought_at: Instant | null
      refund_id: string | null
      closed_at: Instant | null
      recipient_account_id: Generated<string | null>
      resends: Generated<number>
      sent_at: Generated<Instant | null>
    }
  }
}

export interface PaidCard {
  readonly orderId: string
  readonly codeId: number
  readonly paidCents: number
  readonly refundId: string | null
  readonly closedAt: Instant | null
}

const paid = sql`order_id as "orderId", code_id as "codeId", paid_cents as "paidCents", refund_id as "refundId",
  closed_at as "closedAt"`

type Draft = { orderId: string; accountId: string; sealed: Buffer }

export async function insertCard(tx: Db, { orderId, accountId, sealed }: Draft): Promise<void> {
  await tx
    .insertInto('gift_card')
    .values({ order_id: orderId, account_id: accountId, sealed } as never)
    .execute()
}

export async function findSealed(db: Db, orderId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('gift_card').select('sealed').where('order_id', '=', orderId).executeTakeFirst()
  return row?.sealed ?? undefined
}

/** Undefined for a code of another kind. */
export async function findByCode(
  db: Db,
  hash: Buffer,
): Promise<{ orderId: string; sealed: Buffer | null } | undefined> {
  return db
    .selectFrom('gift_card')
    .innerJoin('code', 'code.code_id', 'gift_card.code_id')
    .select(['gift_card.order_id as orderId', 'gift_card.sealed'])
    .where('code.hash', '=', hash)
    .executeTakeFirst()
}

type Sale = { orderId: string; codeId: number; paidCents: number; at: Instant }

export async function openCard(tx: Db, { orderId, codeId, paidCents, at }: Sale): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({ code_id: codeId, paid_cents: paidCents, bought_at: at })
    .where('order_id', '=', orderId)
    .execute()
}

export async function findCard(tx: Db, orderId: string): Promise<PaidCard | undefined> {
  const { rows } = await sql<PaidCard>`
    select ${paid} from gift_card where order_id = ${orderId} and code_id is not null`.execute(tx)
  return rows[0]
}

/** @returns undefined when it is closed already */
export async function closeCard(
  tx: Db,
  { codeId, at }: { codeId: number; at: Instant },
): Promise<PaidCard | undefined> {
  const { rows } = await sql<PaidCard>`
    update gift_card set closed_at = ${at} where code_id = ${codeId} and closed_at is null returning ${paid}`.execute(
    tx,
  )
  return rows[0]
}

export async function updateRefund(tx: Db, { orderId, refundId }: { orderId: string; refundId: string | null }) {
  await tx.updateTable('gift_card').set({ refund_id: refundId }).where('order_id', '=', orderId).execute()
}

export async function findLapsed(db: Db, { now, limit }: { now: Instant; limit: number }): Promise<PaidCard[]> {
  const { rows } = await sql<PaidCard>`
    select ${paid} from gift_card join code using (code_id)
    where code_id is not null and closed_at is null and refund_id is null and code.expires_at <= ${now}
    order by bought_at limit ${limit}`.execute(db)
  return rows
}

export async function eraseUnpaid(db: Db, before: Instant): Promise<void> {
  await sql`
    update gift_card set sealed = null
    where code_id is null and sealed is not null and order_id in (
      select order_id from payment_order where paid_at is null and created_at < ${before})`.execute(db)
}

type OwnCard = { codeId: number; sealed: Buffer | null; resends: number; sentAt: Instant | null }

export async function findOwnCard(
  tx: Db,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<OwnCard | undefined> {
  const { rows } = await sql<OwnCard>`
    select code_id as "codeId", sealed, resends, sent_at as "sentAt" from gift_card
    where order_id = ${orderId} and account_id = ${accountId} and code_id is not null`.execute(tx)
  return rows[0]
}

type Sending = { orderId: string; recipientAccountId: string | undefined; at: Instant }

/** @returns whether the recipient's account was not known before */
export async function recordSending(tx: Db, { orderId, recipientAccountId, at }: Sending): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with before as (select recipient_account_id from gift_card where order_id = ${orderId})
    update gift_card set sent_at = ${at}, resends = resends + case when sent_at is null then 0 else 1 end,
      recipient_account_id = coalesce(gift_card.recipient_account_id, ${recipientAccountId ?? null})
    from before where order_id = ${orderId}
    returning before.recipient_account_id is null as "isNew"`.execute(tx)
  return rows[0]?.isNew === true
}

export interface CardRow {
  readonly orderId: string
  readonly orderNumber: string
  readonly sealed: Buffer | null
  readonly resends: number
  readonly sentAt: Instant | null
  readonly boughtAt: Instant
  readonly expiresAt: Instant
  readonly usesLeft: number
  readonly voidedAt: Instant | null
  readonly grants: readonly CodeReward[]
}

type PageRequest = { accountId: string; page: number; pageSize: number }

const cards = sql`
    select g.order_id as "orderId", p.order_number as "orderNumber", g.sealed, g.resends, g.sent_at as "sentAt", g.bought_at as "boughtAt",
      c.expires_at as "expiresAt", c.uses_left as "usesLeft", c.voided_at as "voidedAt", b.grants
    from gift_card g join payment_order p using (order_id) join code c using (code_id) join code_batch b using (batch_id)`

/** Gift cards that can still be redeemed. */
export async function findReceived(db: Db, { accountId, now }: { accountId: string; now: Instant }) {
  const { rows } = await sql<CardRow>`
    ${cards}
    where g.recipient_account_id = ${accountId} and c.uses_left > 0 and c.voided_at is null and c.expires_at > ${now}
    order by g.bought_at desc, g.order_id`.execute(db)
  return rows
}

export async function findCards(
  db: Db,
  { accountId, page, pageSize }: PageRequest,
): Promise<{ rows: CardRow[]; total: number }> {
  const { rows } = await sql<CardRow>`
    ${cards}
    where g.account_id = ${accountId} and g.code_id is not null
    order by g.bought_at desc, g.order_id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('gift_card')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('code_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findAllSealed(tx: Db, accountId: string): Promise<{ orderId: string; sealed: Buffer | null }[]> {
  return tx
    .selectFrom('gift_card')
    .select(['order_id as orderId', 'sealed'])
    .where('account_id', '=', accountId)
    .where('sealed', 'is not', null)
    .execute()
}

/** The amount owed stays on record; recipient and buyer do not. */
export async function unlinkCards(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('gift_card')
    .set({ recipient_account_id: null })
    .where('recipient_account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('gift_card')
    .set({ account_id: null, sealed: null })
    .where('account_id', '=', accountId)
    .execute()
}
