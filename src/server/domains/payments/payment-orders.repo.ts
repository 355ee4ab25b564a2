import { type Generated, sql } from 'kysely'
import type { PaymentItem, PaymentKind, PaymentPurpose, Terminal } from '#contract/payments.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, jsonOrNull } from '#server/kit/db.ts'
import {
  type OrderState,
  OPEN_STATES,
  type EvidenceEvent,
  type Order,
  type Source,
  type StoredAction,
} from './payment-orders.rules.ts'

type Instant = Temporal.Instant

export interface PaymentOrderTable {
  order_id: string
  order_number: string
  account_id: string | null
  purpose: PaymentPurpose
  purpose_id: string
  ordinal: number
  kind: PaymentKind
  sandbox: boolean
  gateway: string | null
  state: OrderState
  previous_state: OrderState | null
  amount_cents: number
  currency: string
  item: unknown
  language: Language
  terminal: Terminal
  continue_url: string
  cancel_url: string
  provider_reference: string | null
  next_action: unknown
  created_at: Instant
  expires_at: Instant
  query_due_at: Instant | null
  payment_reference: string | null
  paid_cents: number | null
  paid_currency: string | null
  paid_at: Instant | null
  delivered_at: Instant | null
  undeliverable: string | null
  second_of: string | null
  superseded_at: Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    /** A trigger numbers it. */
    payment_order: Omit<PaymentOrderTable, 'order_number'> & { order_number: Generated<string> }
    payment_evidence: {
      order_id: string
      seq: number
      at: Instant
      source: Source
      event: EvidenceEvent
      from_state: OrderState
      to_state: OrderState
      amount_cents: number | null
      currency: string | null
      reference: string | null
    }
    payment_pause: { only_row: boolean; since: Instant }
    payment_dispute: { order_id: string; dispute_id: string; answer_by: Instant }
    payment_check: { only_row: boolean; checked_at: Instant; differences: string[] }
  }
}

export const orderOf = (row: PaymentOrderTable): Order => ({
  orderId: row.order_id,
  orderNumber: row.order_number,
  accountId: row.account_id,
  purpose: row.purpose,
  purposeId: row.purpose_id,
  ordinal: row.ordinal,
  kind: row.kind,
  sandbox: row.sandbox,
  gateway: row.gateway,
  state: row.state,
  previousState: row.previous_state,
  amountCents: row.amount_cents,
  currency: row.currency,
  item: row.item as PaymentItem,
  language: row.language,
  terminal: row.terminal,
  continueUrl: row.continue_url,
  cancelUrl: row.cancel_url,
  providerReference: row.provider_reference,
  nextAction: row.next_action as StoredAction | null,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  queryDueAt: row.query_due_at,
  paymentReference: row.payment_reference,
  paidCents: row.paid_cents,
  paidCurrency: row.paid_currency,
  paidAt: row.paid_at,
  deliveredAt: row.delivered_at,
  undeliverable: row.undeliverable,
  secondOf: row.second_of,
  supersededAt: row.superseded_at,
})

export type NewOrder = Omit<
  PaymentOrderTable,
  | 'order_number'
  | 'state'
  | 'previous_state'
  | 'provider_reference'
  | 'next_action'
  | 'payment_reference'
  | 'paid_cents'
  | 'paid_currency'
  | 'paid_at'
  | 'delivered_at'
  | 'undeliverable'
  | 'second_of'
  | 'superseded_at'
> & { second_of?: string }

/** @returns undefined when the account has an open order for this, or the ordinal is taken */
export async function insertOrder(db: Db, order: NewOrder): Promise<Order | undefined> {
  const row = await db
    .insertInto('payment_order')
    .values({
      state: 'created',
      previous_state: null,
      provider_reference: null,
      next_action: null,
      payment_reference: null,
      paid_cents: null,
      paid_currency: null,
      paid_at: null,
      delivered_at: null,
      undeliverable: null,
      second_of: null,
      superseded_at: null,
      ...order,
      item: JSON.stringify(order.item),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && orderOf(row)
}

export type Wanted = { accountId: string; purpose: PaymentPurpose; purposeId: string }

const ordersFor = (db: Db, { accountId, purpose, purposeId }: Wanted) =>
  db
    .selectFrom('payment_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('purpose_id', '=', purposeId)

export async function findLatest(db: Db, wanted: Wanted): Promise<{ open: Order | undefined; ordinal: number }> {
  const row = await ordersFor(db, wanted).orderBy('ordinal', 'desc').limit(1).executeTakeFirst()
  if (!row) return { open: undefined, ordinal: 0 }
  const isOpenRow = OPEN_STATES.some((state) => state === row.state)
  return { open: isOpenRow ? orderOf(row) : undefined, ordinal: row.ordinal }
}

export async function findOpen(db: Db, { accountId, purpose }: Omit<Wanted, 'purposeId'>): Promise<Order[]> {
  const rows = await db
    .selectFrom('payment_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('state', 'in', OPEN_STATES)
    .execute()
  return rows.map(orderOf)
}

export async function findAttempt(
  db: Db,
  { ordinal, ...wanted }: Wanted & { ordinal?: number | undefined },
): Promise<Order | undefined> {
  const row = await ordersFor(db, wanted)
    .$if(ordinal !== undefined, (query) => query.where('ordinal', '=', ordinal!))
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && orderOf(row)
}

/** Of several attempts of the first charge, the last one. A `purposeId` begins with its subject. */
export async function findFirstCharge(
  db: Db,
  { accountId, purpose, subject }: { accountId: string; purpose: PaymentPurpose; subject: string },
): Promise<Order | undefined> {
  const rows = await db
    .selectFrom('payment_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where(sql<boolean>`starts_with(purpose_id, ${`${subject}.`})`)
    .orderBy('created_at')
    .orderBy('ordinal')
    .execute()
  const row = rows.findLast(({ purpose_id }) => purpose_id === rows[0]?.purpose_id)
  return row && orderOf(row)
}

/** Every transition of an order begins with this lock. */
export async function lockOrder(tx: Db, orderId: string): Promise<Order | undefined> {
  const row = await tx
    .selectFrom('payment_order')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row && orderOf(row)
}

/** @throws when there is none */
export async function lockExisting(tx: Db, orderId: string): Promise<Order> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  return order
}

export async function findOrder(db: Db, orderId: string): Promise<Order | undefined> {
  const row = await db.selectFrom('payment_order').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row && orderOf(row)
}

export async function findOrderId(db: Db, orderNumber: string): Promise<string | undefined> {
  const query = db.selectFrom('payment_order').select('order_id').where('order_number', '=', orderNumber)
  return (await query.executeTakeFirst())?.order_id
}

type OwnOrder = { accountId: string } & ({ orderId: string } | { providerReference: string })

export async function findOwnOrder(db: Db, { accountId, ...by }: OwnOrder): Promise<Order | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'orderId' in by ? 'order_id' : 'provider_reference',
      '=',
      'orderId' in by ? by.orderId : by.providerReference,
    )
    .executeTakeFirst()
  return row && orderOf(row)
}

type Reference = { kinds: readonly PaymentKind[] } & ({ providerReference: string } | { paymentReference: string })

export async function findReferenced(db: Db, { kinds, ...by }: Reference): Promise<Order | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .selectAll()
    .where('kind', 'in', kinds)
    .where(
      'providerReference' in by ? 'provider_reference' : 'payment_reference',
      '=',
      'providerReference' in by ? by.providerReference : by.paymentReference,
    )
    .executeTakeFirst()
  return row && orderOf(row)
}

export type OrderChange = Partial<
  Pick<
    PaymentOrderTable,
    | 'state'
    | 'previous_state'
    | 'provider_reference'
    | 'expires_at'
    | 'query_due_at'
    | 'payment_reference'
    | 'paid_cents'
    | 'paid_currency'
    | 'paid_at'
    | 'delivered_at'
    | 'undeliverable'
    | 'superseded_at'
  >
> & { next_action?: StoredAction | null }

export async function updateOrder(tx: Db, orderId: string, { next_action, ...change }: OrderChange): Promise<Order> {
  const row = await tx
    .updateTable('payment_order')
    .set({
      ...change,
      ...(next_action !== undefined && { next_action: jsonOrNull(next_action) }),
    })
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return orderOf(row)
}
