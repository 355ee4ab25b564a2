import { sql } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Db, Tx } from '#server/kit/db.ts'

/**
 * Addresses of accounts whose server said that there is no such mailbox, until one of them proves it. Other accounts of the address may keep
 * their mark: a later proof counts more.
 */
export function createRefusedAddresses({ db, clock }: { db: Db; clock: Clock }) {
  return { isRefused, refuse }

  async function isRefused(address: string): Promise<boolean> {
    const { rows } = await sql<{ isRefused: boolean }>`
      select coalesce(max(email_refused_at) > coalesce(max(email_valid_at), '-infinity'), false) as "isRefused"
      from account where lower(email) = lower(${address})`.execute(db)
    return rows[0]!.isRefused
  }

  /** @returns the accounts that learn of it */
  async function refuse(tx: Tx, address: string): Promise<string[]> {
    const { rows } = await sql<{ accountId: string }>`
      update account set email_refused_at = ${clock.now()}
      where lower(email) = lower(${address}) and email_refused_at is null
      returning account_id as "accountId"`.execute(tx)
    return rows.map(({ accountId }) => accountId)
  }
}
