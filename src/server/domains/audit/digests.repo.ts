import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Database, type Db, inTransaction, type Tx, lockByName } from '#server/kit/db.ts'
import { hongKongDay, startOfHongKongDay } from '#server/kit/instants.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    audit_digest: { day: Temporal.PlainDate; entries: number; digest: Buffer; at: Temporal.Instant }
  }
}

export interface AuditDigest {
  /** In Hong Kong. */
  readonly day: Temporal.PlainDate
  readonly entries: number
  readonly digest: Buffer
}

/** Until then the last transaction of a day is over. */
const AFTER_MIDNIGHT_HOURS = 1

/** Writes the digests of the days that are over. Several workers may run it at once. @returns the new ones, oldest first */
export function writeDigests(db: Db, now: Temporal.Instant): Promise<AuditDigest[]> {
  return inTransaction(db, async (tx) => {
    await lockByName(tx, 'audit digests')
    const until = hongKongDay(now.subtract({ hours: AFTER_MIDNIGHT_HOURS }))
    let last = await findLastDigest(tx)
    let day = last ? last.day.add({ days: 1 }) : await firstDay(tx)
    const written: AuditDigest[] = []
    while (day && Temporal.PlainDate.compare(day, until) < 0) {
      last = await digestOf(tx, day, last)
      await tx
        .insertInto('audit_digest')
        .values({ ...last, at: now })
        .execute()
      written.push(last)
      day = day.add({ days: 1 })
    }
    return written
  })
}

/** @returns how many digests agree with the log, and the first day that does not */
export async function checkDigests(
  db: Kysely<Database>,
): Promise<{ days: number; wrong: Temporal.PlainDate | undefined }> {
  const stored = await db.selectFrom('audit_digest').select(['day', 'entries', 'digest']).orderBy('day').execute()
  let last: AuditDigest | undefined
  for (const [days, digest] of stored.entries()) {
    const own = await digestOf(db, digest.day, last)
    if (!own.digest.equals(digest.digest)) return { days, wrong: digest.day }
    last = digest
  }
  return { days: stored.length, wrong: undefined }
}

const findLastDigest = (db: Db): Promise<AuditDigest | undefined> =>
  db.selectFrom('audit_digest').select(['day', 'entries', 'digest']).orderBy('day', 'desc').limit(1).executeTakeFirst()

async function firstDay(tx: Tx): Promise<Temporal.PlainDate | undefined> {
  const first = await tx.selectFrom('audit_entry').select('at').orderBy('at').limit(1).executeTakeFirst()
  return first && hongKongDay(first.at)
}

/** The columns by name, since later migrations may add some. */
const ENTRY = sql`jsonb_build_array(audit_entry_id, extract(epoch from at), actor, action, subject, reason, details, operator_id,
  request_id, host(address), before, after, bulk_id)::text`

async function digestOf(db: Db, day: Temporal.PlainDate, before: AuditDigest | undefined): Promise<AuditDigest> {
  const [from, until] = [startOfHongKongDay(day), startOfHongKongDay(day.add({ days: 1 }))]
  const { rows } = await sql<{ entries: number; content: Buffer }>`
    select count(*) as entries,
      sha256(convert_to(coalesce(string_agg(${ENTRY}, chr(10) order by audit_entry_id), ''), 'UTF8')) as content
    from audit_entry where at >= ${from} and at < ${until}`.execute(db)
  const { entries, content } = rows[0]!
  const chain = createHash('sha256')
    .update(before?.digest ?? Buffer.alloc(0))
    .update(day.toString())
    .update(content)
  return { day, entries, digest: chain.digest() }
}
