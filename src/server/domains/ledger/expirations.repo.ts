import { sql } from 'kysely'
import type { CreditBucket } from '#contract/wallet.ts'
import type { Db } from '#server/kit/db.ts'
import type { Lot } from './ledger-model.ts'
import { lotColumns } from './ledger.repo.ts'

type Instant = Temporal.Instant

export async function findDueWallets(db: Db, { now, limit }: { now: Instant; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ wallet_id: string }>`
    select distinct wallet_id from (
      select wallet_id from lot where remaining > 0 and expires_at <= ${now} order by expires_at limit ${limit}) due
    order by wallet_id`.execute(db)
  return rows.map(({ wallet_id }) => wallet_id)
}

export async function findDueLots(tx: Db, { walletId, now }: { walletId: string; now: Instant }): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select ${lotColumns} from lot
    where wallet_id = ${walletId} and remaining > 0 and expires_at <= ${now} order by lot_id`.execute(tx)
  return rows
}

/** Credits that lapse after `now` and not after `until`. */
type Span = { now: Instant; until: Instant }

const isUntold = ({ now, until }: Span) =>
  sql`remaining > 0 and lapse_told_at is null and expires_at > ${now} and expires_at <= ${until}
    and bucket in ('monthly', 'recharged')`

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

type Lapsing = { accountId: string | null; credits: number; expiresAt: Instant; bucket: CreditBucket }

/** They count as told from now on. */
export async function tellLapsing(tx: Db, { walletId, ...span }: Span & { walletId: string }): Promise<Lapsing[]> {
  const { rows } = await sql<Lapsing>`
    with told as (
      update lot set lapse_told_at = ${span.now} where wallet_id = ${walletId} and ${isUntold(span)}
      returning remaining, expires_at, bucket)
    select (select account_id from wallet where wallet_id = ${walletId}) as "accountId", sum(remaining)::int as credits,
      expires_at as "expiresAt", bucket
    from told group by expires_at, bucket order by expires_at, bucket`.execute(tx)
  return rows
}
