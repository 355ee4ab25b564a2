import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Commodity } from './ledger-model.ts'

/** A transfer with all its postings, which add up to 0 for each commodity. */
export interface SubjectTransfer {
  readonly transferId: number
  readonly at: Temporal.Instant
  readonly kind: string
  readonly actor: string
  readonly entries: readonly {
    readonly account: string
    readonly commodity: Commodity
    readonly amount: number
    readonly lotId: number | null
  }[]
}

/** What was booked for a subject, such as an order; the oldest first. */
export async function findTransfersOf(db: Db, subject: string): Promise<SubjectTransfer[]> {
  const { rows } = await sql<SubjectTransfer>`
    select t.transfer_id as "transferId", t.at, t.kind, t.actor, (
      select jsonb_agg(jsonb_build_object('account', p.ledger_account, 'commodity', p.commodity, 'amount', p.amount,
        'lotId', p.lot_id) order by p.posting_id)
      from posting p where p.transfer_id = t.transfer_id) as entries
    from transfer t where t.subject = ${subject} order by t.transfer_id`.execute(db)
  return rows
}
