import type { Kysely } from 'kysely'
import { type Database, sql } from '#server/kit/db.ts'
import { BUCKETS, COMMODITY_OF } from './ledger-model.ts'

const LISTED = 20

const COMMODITY = sql.join(
  BUCKETS.map((bucket) => sql`when ${sql.lit(bucket)} then ${sql.lit(COMMODITY_OF[bucket])}`),
  sql` `,
)

const LOCK_KEY = 'ledger check'

export type LedgerCheck = { postings: number; differences: string[] }

/** From one snapshot. Undefined while another node does it. */
export async function checkPostings(db: Kysely<Database>): Promise<LedgerCheck | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: lock } = await sql<{ held: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${LOCK_KEY}, 0)) as held`.execute(tx)
      if (!lock[0]?.held) return undefined
      await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true)`.execute(tx)
      const { rows } = await sql<{ difference: string }>`
        (select format('transfer %s: %s adds up to %s', transfer_id, commodity, sum(amount)) as difference
          from posting group by transfer_id, commodity having sum(amount) <> 0 limit ${LISTED})
        union all
        (select format('lot %s: %s remaining, its postings add up to %s', l.lot_id, l.remaining, coalesce(p.total, 0))
          from lot l left join (
            select lot_id, sum(amount) as total from posting where lot_id is not null group by lot_id
          ) p on p.lot_id = l.lot_id
          where l.remaining <> coalesce(p.total, 0) limit ${LISTED})
        union all
        (select format('wallet %s, %s: the last balance is %s, its postings add up to %s in %s of %s numbers, its lots hold %s',
            b.wallet_id, b.bucket, b.last[2], b.total, b.count, b.last[1], coalesce(l.held, 0))
          from (
            select wallet_id, bucket, commodity, max(array[seq, balance_after]) as last, sum(amount) as total,
              count(*) as count
            from posting where wallet_id is not null group by wallet_id, bucket, commodity) b
          left join (select wallet_id, bucket, sum(remaining) as held from lot group by wallet_id, bucket) l
            on l.wallet_id = b.wallet_id and l.bucket = b.bucket
          where b.last[2] <> b.total or b.last[2] <> coalesce(l.held, 0) or b.last[1] <> b.count
            or b.commodity <> case b.bucket ${COMMODITY} end limit ${LISTED})`.execute(tx)
      const { rows: counted } = await sql<{ postings: number }>`select count(*) as postings from posting`.execute(tx)
      return { postings: counted[0]!.postings, differences: rows.map(({ difference }) => difference) }
    })
}

export type StoredCheck = LedgerCheck & { checkedAt: Temporal.Instant; milliseconds: number }

export async function insertCheck(db: Kysely<Database>, check: StoredCheck): Promise<void> {
  await db
    .insertInto('ledger_check')
    .values({
      checked_at: check.checkedAt,
      postings: check.postings,
      milliseconds: check.milliseconds,
      differences: check.differences,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`delete from ledger_check where checked_at < (
    select checked_at from ledger_check order by checked_at desc offset 100 limit 1)`.execute(db)
}

export async function findLastCheck(
  db: Kysely<Database>,
): Promise<{ checkedAt: Temporal.Instant; differences: string[] } | undefined> {
  return db
    .selectFrom('ledger_check')
    .select(['checked_at as checkedAt', 'differences'])
    .orderBy('checked_at', 'desc')
    .executeTakeFirst()
}
