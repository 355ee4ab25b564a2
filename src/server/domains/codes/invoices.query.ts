import { type Db, sql } from '#server/kit/db.ts'
import type { Granted } from './codes-model.ts'

export interface InvoiceRow {
  readonly partner: string
  readonly kind: Granted['kind']
  readonly codes: number
  readonly amount: number
}

/** By partner and kind. Uses outlive the accounts that made them, so that an erasure changes no invoice. */
export async function findInvoiceRows(
  db: Db,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select b.partner, given.value ->> 'kind' as kind, count(*)::int as codes,
      sum((given.value ->> 'amount')::int)::int as amount
    from code_use u join code c using (code_id) join code_batch b using (batch_id)
      cross join lateral jsonb_array_elements(u.granted) as given
    where b.partner is not null and u.used_at >= ${from} and u.used_at < ${until}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
