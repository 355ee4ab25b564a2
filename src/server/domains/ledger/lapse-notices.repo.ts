import { sql } from 'kysely'
import type { CreditBucket } from '#contract/wallet-buckets.ts'
import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant
/** Credits that lapse after `now` and not after `until`. */
type Span = { now: Instant; until: Instant }

const isUntold = ({ now, until }: Span) =>
  sql`remaining > 0 and lapse_told_at is null and expires_at > ${now} and expires_at <= ${until}
    and bucket in ('monthly', 'recharged')`

/** Wallets of accounts that have not been told of credits that lapse, other than some. */
export async function findUntoldWallets(
  db: Db,
  { except, limit, ...span }: Span & { except: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ walletId: string }>`
    select distinct l.wallet_id as "walletId" from lot l join wallet w using (wallet_id)
    where ${isUntold(span)} and w.account_id is not null and l.wallet_id <> all(${[...except]}::text[])
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ walletId }) => walletId)
}

/** The credits of a locked wallet that lapse, by instant; they count as told from now on. */
export async function tellLapsing(
  tx: Db,
  { walletId, ...span }: Span & { walletId: string },
): Promise<{ accountId: string | null; credits: number; expiresAt: Instant; bucket: CreditBucket }[]> {
  const { rows } = await sql<{ accountId: string | null; credits: number; expiresAt: Instant; bucket: CreditBucket }>`
    with told as (
      update lot set lapse_told_at = ${span.now} where wallet_id = ${walletId} and ${isUntold(span)}
      returning remaining, expires_at, bucket)
    select (select account_id from wallet where wallet_id = ${walletId}) as "accountId", sum(remaining)::int as credits,
      expires_at as "expiresAt", bucket
    from told group by expires_at, bucket order by expires_at, bucket`.execute(tx)
  return rows
}
