import { type Db, sql } from '#server/kit/db.ts'
import './accounts.repo.ts'

type Instant = Temporal.Instant

export interface CustomerList {
  readonly partner: string
  readonly customers: number
  readonly importedAt: Instant
}

/** Those that are not empty. */
export async function countCustomers(db: Db): Promise<CustomerList[]> {
  const { rows } = await sql<CustomerList>`
    select partner, count(*)::int as customers, max(imported_at) as "importedAt"
    from partner_customer group by partner order by partner`.execute(db)
  return rows
}

type PartnerNumbers = { partner: string; numberHashes: readonly Buffer[] }

export async function compareCustomers(
  db: Db,
  { partner, numberHashes }: PartnerNumbers,
): Promise<{ before: number; kept: number; importedAt: Instant | null }> {
  const { rows } = await sql<{ before: number; kept: number; importedAt: Instant | null }>`
    select count(*)::int as before, max(imported_at) as "importedAt",
      count(*) filter (where number_hash in (
        select decode(hash, 'hex') from unnest(${numberHashes.map((hash) => hash.toString('hex'))}::text[]) as given (hash)
      ))::int as kept
    from partner_customer where partner = ${partner}`.execute(db)
  return rows[0]!
}

/** Two replacements of one list take turns. */
export async function lockCustomerList(tx: Db, partner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`partner customers ${partner}`}, 0))`.execute(tx)
}

/** Numbers per statement. */
const BATCH = 5_000

export async function replaceCustomers(
  db: Db,
  { partner, numberHashes, at }: { partner: string; numberHashes: readonly Buffer[]; at: Temporal.Instant },
): Promise<void> {
  await sql`delete from partner_customer where partner = ${partner}`.execute(db)
  for (let from = 0; from < numberHashes.length; from += BATCH) {
    const hashes = numberHashes.slice(from, from + BATCH).map((hash) => hash.toString('hex'))
    await sql`
      insert into partner_customer (partner, number_hash, imported_at)
      select ${partner}, decode(hash, 'hex'), ${at} from unnest(${hashes}::text[]) as given (hash)
      on conflict do nothing`.execute(db)
  }
}
