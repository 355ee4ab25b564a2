import { type Kysely, type RawBuilder, sql } from 'kysely'
import { CREDIT_BUCKETS, STATEMENT_KINDS, type StatementKind } from '#contract/wallet.ts'
import type { Database, Db } from '#server/kit/db.ts'
import {
  type Bucket,
  BUCKETS,
  type Commodity,
  COMMODITY_OF,
  type LedgerAccount,
  type Spendable,
  type StatementEntry,
  type StatementFilter,
} from './ledger-model.ts'
import { TRANSFER_KINDS } from './ledger.rules.ts'

type BalanceRow = { isBlocked: boolean; bucket: Bucket | null; amount: number; expiresAt: Temporal.Instant }

export async function findBalance(
  db: Db,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<{ spendable: Spendable[]; isBlocked: boolean }> {
  const { rows } = await sql<BalanceRow>`
    select w.blocked_at is not null as "isBlocked", l.bucket, l.expires_at as "expiresAt",
      coalesce(sum(l.remaining), 0)::bigint as amount
    from wallet w left join lot l on l.wallet_id = w.wallet_id and l.remaining > 0 and l.expires_at > ${now}
    where w.account_id = ${accountId}
    group by w.wallet_id, l.bucket, l.expires_at
    order by l.expires_at, array_position(${[...BUCKETS]}::text[], l.bucket)`.execute(db)
  const spendable = rows.flatMap(({ bucket, amount, expiresAt }) => (bucket ? [{ bucket, amount, expiresAt }] : []))
  return { spendable, isBlocked: rows[0]?.isBlocked ?? false }
}

export async function creditsOf(
  tx: Db,
  { accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum(l.remaining), 0)::int as credits from wallet w join lot l on l.wallet_id = w.wallet_id
    where w.account_id = ${accountId} and l.remaining > 0 and l.expires_at > ${now}
      and l.bucket in ('monthly', 'recharged')`.execute(tx)
  return rows[0]!.credits
}

/** A multiple of the lines of a page: a transfer may take from several lots. */
const POSTINGS_READ = 200

type PostingRow = Omit<StatementEntry, 'change'> & { transferId: number; amount: number }

/**
 * The lines of a statement before `before` (a posting id), the newest first: one for each transfer and bucket. Reads along the index of the
 * wallet's postings, so that a page costs the same anywhere.
 */
export async function findStatement(
  db: Db,
  {
    accountId,
    filter,
    before,
    limit,
  }: { accountId: string; filter: StatementFilter; before?: number | undefined; limit: number },
): Promise<StatementEntry[]> {
  const lines: StatementEntry[] = []
  let open: (StatementEntry & { transferId: number }) | undefined
  let position = before ?? Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await findPostings(db, { accountId, filter, before: position })
    for (const { amount, ...row } of rows) {
      if (open && open.transferId === row.transferId && open.bucket === row.bucket) {
        open.change += amount
        open.postingId = row.postingId
        continue
      }
      if (open) lines.push(lineOf(open))
      if (lines.length === limit) return lines
      open = { ...row, change: amount }
    }
    if (rows.length < POSTINGS_READ) return open ? [...lines, lineOf(open)] : lines
    position = rows.at(-1)!.postingId
  }
}

function lineOf(open: StatementEntry & { transferId: number }): StatementEntry {
  const { transferId: _, ...line } = open
  return line
}

type PostingsBefore = { accountId: string; filter: StatementFilter; before: number }

/**
 * A whole statement reads the index of the wallet's postings, a narrowed one that of each bucket and kind. A period is found in
 * these indexes; postings of earlier releases have no time there, so that their transfers are read.
 */
async function findPostings(db: Db, { accountId, filter, before }: PostingsBefore): Promise<PostingRow[]> {
  const { from, until } = filter
  const isIn = (at: RawBuilder<unknown>) =>
    allOf([...(from ? [sql`${at} >= ${from}`] : []), ...(until ? [sql`${at} < ${until}`] : [])])
  const times =
    from || until ? [isIn(sql`n.at`), sql`n.at is null and ${transferIs(isIn(sql`t.at`))}`] : [sql<boolean>`true`]
  const parts = times.map((time) => sql`select * from ${postingsOf({ accountId, filter, before }, time)}`)
  const { rows } = await sql<PostingRow>`
    select p.posting_id as "postingId", p.transfer_id as "transferId", t.at, t.kind, t.subject, t.reason, p.bucket,
      p.amount, p.balance_after as balance
    from (select * from (${sql.join(parts, sql` union all `)}) as found order by posting_id desc limit ${POSTINGS_READ}) p
      join transfer t on t.transfer_id = p.transfer_id
    order by p.posting_id desc`.execute(db)
  return rows
}

function postingsOf({ accountId, filter: { bucket, kind }, before }: PostingsBefore, condition: RawBuilder<unknown>) {
  const wallet = sql`(select wallet_id from wallet where account_id = ${accountId})`
  if (!bucket && !kind)
    return sql`(select n.* from posting n
      where n.wallet_id = ${wallet} and n.commodity = 'CREDIT' and n.posting_id < ${before} and ${condition}
      order by n.posting_id desc limit ${POSTINGS_READ}) p`
  const isKind = kind ? sql`(k.kind <> ${NOT_SAID} or ${transferIs(isOfKind(kind))})` : sql`true`
  return sql`(select p.* from unnest(${bucket ? [bucket] : [...CREDIT_BUCKETS]}::text[]) as b (bucket)
    cross join unnest(${kind ? [kind, NOT_SAID] : [...STATEMENT_KINDS, NOT_SAID]}::text[]) as k (kind)
    cross join lateral (
      select n.* from posting n
      where n.wallet_id = ${wallet} and n.bucket = b.bucket and n.statement_kind = k.kind
        and n.posting_id < ${before} and ${condition} and ${isKind}
      order by n.posting_id desc limit ${POSTINGS_READ}) p
    order by p.posting_id desc limit ${POSTINGS_READ}) p`
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join([...conditions], sql` and `)})`

/** A scalar subquery, so that it is never turned into a join that begins with all transfers. */
const transferIs = (condition: RawBuilder<unknown>) =>
  sql`(select ${condition} from transfer t where t.transfer_id = n.transfer_id)`

const NOT_SAID = ''

function isOfKind(kind: StatementKind) {
  const named = Object.values(TRANSFER_KINDS).flat()
  return kind === 'other' ? sql`t.kind <> all(${named}::text[])` : sql`t.kind = any(${TRANSFER_KINDS[kind]}::text[])`
}

/** Cents. */
export type JournalRow = {
  day: Temporal.PlainDate
  kind: string
  account: string
  debitCents: number
  creditCents: number
}

export async function findJournal(
  db: Db,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select (t.at at time zone 'Asia/Hong_Kong')::date as day, t.kind, p.ledger_account as account,
      coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as "debitCents",
      coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::bigint as "creditCents"
    from transfer t join posting p on p.transfer_id = t.transfer_id
    where t.at >= ${from} and t.at < ${until} and p.commodity = 'HKD_CENT'
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** In cents. */
export async function findOwed(
  db: Db,
  { account, until }: { account: LedgerAccount; until: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(p.amount), 0)::bigint as cents
    from posting p join transfer t on t.transfer_id = p.transfer_id
    where p.ledger_account = ${account} and p.commodity = 'HKD_CENT' and t.at < ${until}`.execute(db)
  return rows[0]!.cents
}

const LISTED = 20

const COMMODITY = sql.join(
  BUCKETS.map((bucket) => sql`when ${sql.lit(bucket)} then ${sql.lit(COMMODITY_OF[bucket])}`),
  sql` `,
)

const LOCK_KEY = 'ledger check'

export type LedgerCheck = { postings: number; differences: string[] }

/** From one snapshot: therefore the isolation level. Undefined while another node does it. */
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
