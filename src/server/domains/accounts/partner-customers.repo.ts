import { type Db, sql } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    partner_customer: { partner: string; number_hash: Buffer; imported_at: Temporal.Instant }
  }
}

type PartnerNumber = { partner: string; numberHash: Buffer }

export async function isPartnerCustomer(db: Db, { partner, numberHash }: PartnerNumber): Promise<boolean> {
  const { rows } = await sql`
    select from partner_customer where partner = ${partner} and number_hash = ${numberHash}`.execute(db)
  return rows.length > 0
}

/** Numbers of one statement. */
const BATCH = 5_000

/** Replaces the customers of a partner. Runs in the caller's transaction. */
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
