import { type Db, sql } from '#server/kit/db.ts'
import type { DisputeEvent, Disputes, OrderState, EvidenceEvent, Source } from './payment-orders.rules.ts'

export type Evidence = {
  source: Source
  event: EvidenceEvent
  from: OrderState
  to: OrderState
  at: Temporal.Instant
  paid?: { amountCents: number; currency: string; paymentReference: string } | undefined
  /** The provider's id of a dispute. */
  reference?: string | undefined
}

export async function insertEvidence(
  tx: Db,
  orderId: string,
  { source, event, from, to, at, paid, reference = paid?.paymentReference }: Evidence,
): Promise<void> {
  await sql`
    insert into payment_evidence (order_id, seq, at, source, event, from_state, to_state, amount_cents, currency, reference)
    select ${orderId}, coalesce(max(seq), 0) + 1, ${at}, ${source}, ${event}, ${from}, ${to},
      ${paid?.amountCents ?? null}, ${paid?.currency ?? null}, ${reference ?? null}
    from payment_evidence where order_id = ${orderId}`.execute(tx)
}

export async function findDisputes(tx: Db, orderId: string): Promise<Disputes> {
  const rows = await tx
    .selectFrom('payment_evidence')
    .select(['reference', 'event'])
    .where('order_id', '=', orderId)
    .where('event', 'in', ['disputeOpened', 'disputeWon', 'disputeLost'])
    .orderBy('seq')
    .execute()
  return new Map(rows.map(({ reference, event }) => [reference, event as DisputeEvent]))
}

type Dispute = { orderId: string; disputeId: string }

export async function keepDeadline(
  tx: Db,
  { orderId, disputeId, answerBy }: Dispute & { answerBy: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into payment_dispute (order_id, dispute_id, answer_by) values (${orderId}, ${disputeId}, ${answerBy})
    on conflict (order_id, dispute_id) do update set answer_by = excluded.answer_by`.execute(tx)
}

export async function forgetDeadline(tx: Db, { orderId, disputeId }: Dispute): Promise<void> {
  await sql`delete from payment_dispute where order_id = ${orderId} and dispute_id = ${disputeId}`.execute(tx)
}

type Recorded = { orderId: string; reference: string; event: 'paidAgain' }

export async function hasEvidence(tx: Db, { orderId, reference, event }: Recorded): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_evidence')
    .select('seq')
    .where('order_id', '=', orderId)
    .where('reference', '=', reference)
    .where('event', '=', event)
    .executeTakeFirst()
  return row !== undefined
}

/** Cents that a provider refunded after we had settled the refund as refused. */
interface LateRefund {
  readonly reference: string
  readonly amountCents: number
}

export async function findLate(db: Db, orderId: string): Promise<LateRefund[]> {
  const { rows } = await sql<LateRefund>`
    select reference, amount_cents as "amountCents" from payment_evidence
    where order_id = ${orderId} and event = 'refundedLate' order by seq`.execute(db)
  return rows
}

export const sumLate = async (db: Db, orderId: string): Promise<number> =>
  (await findLate(db, orderId)).reduce((sum, { amountCents }) => sum + amountCents, 0)

/** What was carried out late of a failed refund of the order `o`. */
export const LATE_CENTS = sql`coalesce((select sum(e.amount_cents) from payment_evidence e
    where e.order_id = o.order_id and e.event = 'refundedLate'), 0)::int8`

/** With second payments of the same order. */
export async function sumLateAtProvider(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(${LATE_CENTS}), 0)::int8 as cents from payment_order o
    where o.order_id = ${orderId} or o.second_of = ${orderId}`.execute(db)
  return rows[0]!.cents
}

export interface StoredEvidence {
  readonly at: Temporal.Instant
  readonly source: Source
  readonly event: EvidenceEvent
  readonly from: OrderState
  readonly to: OrderState
  readonly amountCents: number | null
  readonly currency: string | null
  readonly reference: string | null
}

/** The oldest first. */
export const findEvidence = (db: Db, orderId: string): Promise<StoredEvidence[]> =>
  db
    .selectFrom('payment_evidence')
    .select([
      'at',
      'source',
      'event',
      'from_state as from',
      'to_state as to',
      'amount_cents as amountCents',
      'currency',
      'reference',
    ])
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute()
