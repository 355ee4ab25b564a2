import { expect } from 'vitest'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Payments } from '#server/domains/payments/index.ts'
import { type Db, sql } from '#server/kit/db.ts'

export interface Books {
  readonly ledger: Pick<Ledger, 'check'>
  readonly payments: Pick<Payments, 'differences'>
}

/** After each test of money: every transfer is balanced, and what was booked is what the orders say. */
export async function expectBooksToAgree({ ledger, payments }: Books): Promise<void> {
  expect(await ledger.check()).toMatchObject({ differences: [] })
  expect(await payments.differences()).toEqual([])
}

/** The cents of each account of the ledger, over all that was booked for some orders or uses of codes; an account that is even is left out. */
export async function bookedCents(db: Db, ...subjects: string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select ledger_account as account, sum(amount)::bigint as cents
    from posting join transfer using (transfer_id)
    where subject = any(${subjects}) and commodity = 'HKD_CENT'
    group by 1 having sum(amount) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** The instants of what was booked for an order beside the money that came in. */
export async function deliveryInstants(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ at: Temporal.Instant }>`
    select distinct at from transfer where subject = ${orderId} and kind <> 'payment' order by at`.execute(db)
  return rows.map(({ at }) => at.toString())
}
