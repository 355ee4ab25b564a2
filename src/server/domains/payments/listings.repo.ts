import { sql } from 'kysely'
import type { PaymentKind } from '#contract/payments.ts'
import type { Db } from '#server/kit/db.ts'
import type { Period } from './listings.rules.ts'
import { PAYMENT_CHANNEL } from './payment-work.repo.ts'
import type { ListedMovement } from './ports.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    payment_listing: {
      kind: PaymentKind
      sandbox: boolean
      reference: string
      what: ListedMovement['what']
      own_id: string
      mandate_reference: string | null
      amount_cents: number
      currency: string
      at: Instant
      listed_at: Instant
    }
    payment_listing_run: { kind: PaymentKind; sandbox: boolean; since: Instant; until: Instant }
    payment_listing_dismissal: { reference: string; at: Instant }
  }
}

type Listed = { readonly kind: PaymentKind; readonly sandbox: boolean }

export async function findListedUntil(db: Db, { kind, sandbox }: Listed): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('payment_listing_run')
    .select('until')
    .where('kind', '=', kind)
    .where('sandbox', '=', sandbox)
    .executeTakeFirst()
  return row?.until
}

type Listing = Listed & { movements: readonly ListedMovement[]; days: Period; at: Instant }

/** Inserts each movement once, and makes the orders due that are paid there and not here. */
export async function insertListing(tx: Db, { kind, sandbox, movements, days, at }: Listing): Promise<void> {
  const rows = movements.map((one) => ({
    kind,
    sandbox,
    reference: one.reference,
    what: one.what,
    own_id: one.ownId,
    mandate_reference: one.mandateReference ?? null,
    amount_cents: one.amountCents,
    currency: one.currency,
    at: one.at,
    listed_at: at,
  }))
  if (rows.length > 0)
    await tx
      .insertInto('payment_listing')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await sql`
    insert into payment_listing_run (kind, sandbox, since, until) values (${kind}, ${sandbox}, ${days.from}, ${days.until})
    on conflict (kind, sandbox) do update set until = greatest(payment_listing_run.until, excluded.until)`.execute(tx)
  const paid = movements.flatMap(({ what, ownId }) => (what === 'payment' ? [ownId] : []))
  await sql`
    with due as (
      update payment_order set query_due_at = ${at}
      where order_id = any(${paid}::text[]) and state in ('created', 'pending', 'failed', 'expired')
      returning order_id)
    select pg_notify(${PAYMENT_CHANNEL}, '') from due`.execute(tx)
}

/** @returns false for a reference that is neither listed nor ours */
export async function insertDismissal(db: Db, { reference, at }: { reference: string; at: Instant }): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_listing_dismissal (reference, at)
    select ${reference}, ${at}
    where exists (select from payment_listing where reference = ${reference})
      or exists (select from payment_order where payment_reference = ${reference})
      or exists (select from payment_refund where provider_reference = ${reference})
      or exists (select from payment_evidence where event in ('paidAgain', 'disputeLost', 'refundedLate') and reference = ${reference})
    on conflict (reference) do update set at = excluded.at
    returning reference`.execute(db)
  return rows.length > 0
}
