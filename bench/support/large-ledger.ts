import { Client } from 'pg'

/** The account whose wallet has 100 000 postings. */
export const LARGE_WALLET = 'large'
const LARGE_POSTINGS = 100_000
/** Postings in each of the other wallets. */
const SMALL_POSTINGS = 100

/**
 * Fills the ledger up to `postings`: grants of 10 credits to lots of their own, of which the last two of a wallet are left and the others
 * are spent, one booking a minute until now; the oldest of them is of a kind of its own. Half of the postings are the service's side. Written as superuser without triggers, which would take hours.
 * @returns the buffers that a balance of the large wallet reads
 */
export async function fillLedger(superuserUrl: string, postings: number): Promise<number> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set statement_timeout = 0; set work_mem = '512MB';
      set maintenance_work_mem = '512MB'`)
    const wallets = Math.ceil((postings / 2 - LARGE_POSTINGS) / SMALL_POSTINGS)
    await client.query(
      `insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash,
         parental_hash, terms_agreed_at, privacy_agreed_at, created_at)
       values ($1, '+85360000000', 'large', 'large@example.invalid', '1990-01-01', 'female', 'zh_HK', 'anyplex', '', '',
         now(), now(), now())`,
      [LARGE_WALLET],
    )
    await client.query(`insert into wallet (wallet_id, account_id, created_at)
      select 'large-' || n, case n when 0 then '${LARGE_WALLET}' end, now() from generate_series(0, ${wallets}) n`)
    await client.query(FILL_PLAN, [wallets, LARGE_POSTINGS, SMALL_POSTINGS])
    for (const statement of FILL) await client.query(statement)
    await client.query('vacuum analyze posting, transfer, lot, wallet')
    return await readBuffers(client)
  } finally {
    await client.end()
  }
}

/** Every posting of a wallet, with its number: odd ones grant a lot, even ones spend the lot before. */
const FILL_PLAN = `
  create unlogged table fill as
  select row_number() over () as id, w as wallet, n
  from generate_series(0, $1::int) w,
    lateral generate_series(1, case w when 0 then $2::int else $3::int end) n`

const FIRST_TRANSFER = `(select coalesce(max(transfer_id), 0) from transfer)`
const FILL = [
  `alter table fill add transfer_id bigint, add lot_id bigint, add last_n int`,
  `create unlogged table filled as
     select f.wallet, f.n, t.base + f.id as transfer_id, t.lots + f.id - (1 - f.n % 2) as lot_id,
       max(f.n) over (partition by f.wallet) as last_n
     from fill f, (select ${FIRST_TRANSFER} as base, (select coalesce(max(lot_id), 0) from lot) as lots) t`,
  `insert into transfer (transfer_id, kind, idempotency_key, payload_hash, at, actor) overriding system value
     select transfer_id, case when n % 2 = 1 then 'topup' when n = 2 then 'capture' else 'test' end, 'fill:' || transfer_id, '',
       now() - make_interval(mins => last_n - n), 'system'
     from filled`,
  // The last grant of each wallet is not spent.
  `insert into lot (lot_id, wallet_id, bucket, granted, remaining, expires_at, granted_at) overriding system value
     select lot_id, 'large-' || wallet, 'recharged', 10, case when n = last_n - 1 then 5 else 0 end,
       now() + interval '1 year', now()
     from filled where n % 2 = 1`,
  `insert into posting (transfer_id, ledger_account, wallet_id, lot_id, bucket, commodity, amount, seq, balance_after,
       statement_kind, at)
     select transfer_id, 'wallet', 'large-' || wallet, lot_id, 'recharged', 'CREDIT',
       case when n % 2 = 1 then 10 when n = last_n then -5 else -10 end, n,
       case when n % 2 = 1 then 10 when n = last_n then 5 else 0 end,
       case when n % 2 = 1 then 'topups' when n = 2 then 'refunds' else 'other' end,
       now() - make_interval(mins => last_n - n)
     from filled order by transfer_id`,
  `insert into posting (transfer_id, ledger_account, commodity, amount)
     select transfer_id, case n % 2 when 1 then 'credit_issued' else 'rent_revenue' end, 'CREDIT',
       case when n % 2 = 1 then -10 when n = last_n then 5 else 10 end
     from filled order by transfer_id`,
  `drop table fill, filled`,
]

/** Shared buffers that the statement of a balance touches. */
async function readBuffers(client: Client): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json)
    select w.blocked_at, l.bucket, l.expires_at, sum(l.remaining)
    from wallet w left join lot l on l.wallet_id = w.wallet_id and l.remaining > 0 and l.expires_at > now()
    where w.account_id = '${LARGE_WALLET}' group by w.wallet_id, l.bucket, l.expires_at order by l.expires_at`)
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
