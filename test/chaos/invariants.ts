import type { ClientBase, Pool } from 'pg'

/** What must hold once nothing runs any more (MONEY, "Invariants"): each query returns what breaks it, as one line a row. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a transfer is balanced': `
    select transfer_id || ' ' || commodity || ' ' || sum(amount) from posting group by transfer_id, commodity having sum(amount) <> 0`,
  'a lot has what was posted to it': `
    select l.lot_id || ' has ' || l.remaining || ', posted ' || coalesce(sum(p.amount), 0)
    from lot l left join posting p using (lot_id) group by l.lot_id having l.remaining <> coalesce(sum(p.amount), 0)
      or l.remaining not between 0 and l.granted`,
  'the last balance of a wallet is what its lots have': `
    select b.wallet_id || ' ' || b.bucket || ' says ' || b.balance_after || ', has ' || coalesce(sum(l.remaining), 0)
    from (select distinct on (wallet_id, commodity, bucket) wallet_id, bucket, balance_after from posting where wallet_id is not null
      order by wallet_id, commodity, bucket, seq desc) b
      left join lot l on l.wallet_id = b.wallet_id and l.bucket = b.bucket
    group by b.wallet_id, b.bucket, b.balance_after having b.balance_after <> coalesce(sum(l.remaining), 0)`,
  'postings of a wallet are numbered without a gap': `
    select wallet_id || ' ' || bucket || ' has ' || count(*) || ' up to ' || max(seq) from posting where wallet_id is not null
    group by wallet_id, commodity, bucket having count(*) <> max(seq)`,
  'nothing is spent from a lot that has ended': `
    select t.transfer_id || ' spent lot ' || l.lot_id || ' at ' || t.at || ', it ended ' || l.expires_at
    from posting p join transfer t using (transfer_id) join lot l on l.lot_id = p.lot_id
    where t.kind = 'rent' and p.amount < 0 and t.at >= l.expires_at`,
  'a rental for credits has its transfer, and a transfer its rental': `
    select coalesce('transfer ' || t.transfer_id, 'rental ' || r.rental_id)
    from (select transfer_id from transfer where kind = 'rent') t full join rental r on r.transfer_id = t.transfer_id
    where t.transfer_id is null or r.rental_id is null`,
  'a title is rented once at a time': `
    select a.rental_id || ' and ' || b.rental_id from rental a join rental b on a.wallet_id = b.wallet_id and a.program_id = b.program_id
      and a.rental_id < b.rental_id and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    where a.voided_at is null and b.voided_at is null`,
  'what is paid is delivered, or returned': `
    select o.order_id || ' is ' || o.state || ' since ' || o.paid_at || coalesce(', undeliverable: ' || o.undeliverable, '')
    from payment_order o where o.state = 'paid' and o.delivered_at is null
      and not exists (select from payment_refund f where f.order_id = o.order_id)`,
  'what is delivered was paid by evidence': `
    select o.order_id from payment_order o where o.delivered_at is not null
      and not exists (select from payment_evidence e where e.order_id = o.order_id and e.to_state in ('paid', 'review'))`,
  'a payment for credits makes one lot': `
    select o.order_id || ' has ' || count(t.transfer_id) || ' transfers' from payment_order o
      left join transfer t on t.subject = o.order_id and t.kind = 'topup'
    where o.purpose = 'credits' and o.delivered_at is not null group by o.order_id having count(t.transfer_id) <> 1`,
  'no more is returned than was paid': `
    select o.order_id || ' paid ' || o.paid_cents || ', returned ' || sum(f.amount_cents)
    from payment_order o join payment_refund f using (order_id) where f.state <> 'failed'
    group by o.order_id, o.paid_cents having sum(f.amount_cents) > o.paid_cents`,
  'a payment is booked as received once, and a refund as returned once': `
    select o.order_id || ' was paid ' || o.paid_cents || ', booked ' || coalesce(sum(p.amount), 0)
    from payment_order o left join transfer t on t.subject = o.order_id and t.kind = 'payment'
      left join posting p on p.transfer_id = t.transfer_id and p.ledger_account like 'provider:%'
    where o.paid_at is not null and o.paid_currency = 'HKD'
    group by o.order_id, o.paid_cents having coalesce(sum(p.amount), 0) <> o.paid_cents
    union all
    select f.refund_id || ' ' || f.state || ' of ' || f.amount_cents || ', booked ' || coalesce(sum(-p.amount), 0)
    from payment_refund f left join transfer t on t.idempotency_key = 'refund:' || f.refund_id
      left join posting p on p.transfer_id = t.transfer_id and p.ledger_account like 'provider:%'
    group by f.refund_id, f.state, f.amount_cents
    having coalesce(sum(-p.amount), 0) <> case when f.state = 'succeeded' then f.amount_cents else 0 end`,
  'an order is refunded when all that was paid is returned': `
    select o.order_id || ' is ' || o.state || ', paid ' || o.paid_cents || ', returned ' || f.returned
    from payment_order o join (select order_id, sum(amount_cents) as returned from payment_refund where state = 'succeeded' group by 1) f
      using (order_id)
    where (o.state = 'refunded') <> (f.returned = o.paid_cents) and o.state not in ('charged_back', 'refunding')`,
  'no refund is open once every deadline is over': `
    select refund_id || ' is ' || state || coalesce(', ' || problem, '') from payment_refund where finished_at is null and problem is null
      and state <> 'awaiting_claim'`,
  'a film that was added is there, once and whole': `
    select job_id || ' is ' || state from ingest_job where state <> 'done'
    union all select title_en || ' is there ' || count(*) || ' times' from title where title_en like 'Chaos film %' group by title_en having count(*) > 1
    union all select asset_id || ' is ' || state from asset where state <> 'ready'`,
  'a cycle is charged once': `
    select subscription_id || ' ' || cycle from subscription_cycle where voided_at is null group by 1 having count(*) > 1`,
  'an account has one live plan': `
    select account_id from subscription where state in ('trial', 'active', 'past_due', 'cancelling') and account_id is not null
    group by account_id having count(*) > 1`,
  'a code is redeemed once by an account, and not more often than it may be': `
    select c.code_id || ' has ' || c.uses_left || ' left of ' || b.uses_per_code || ' after ' || count(u.use_id)
    from code c join code_batch b using (batch_id) left join code_use u using (code_id)
    group by c.code_id, c.uses_left, b.uses_per_code having c.uses_left + count(u.use_id) <> b.uses_per_code`,
  'units of goods are sold and held as the orders say': `
    select g.goods_id || ' sold ' || g.sold || ' of ' || coalesce(o.sold, 0) || ', held ' || g.held || ' of ' || coalesce(o.held, 0)
    from goods g left join (
      select goods_id, sum(quantity) filter (where state in ('paid', 'sent', 'delivered') or (state = 'cancelled' and restocked_at is null)) as sold,
        sum(quantity) filter (where state = 'held') as held
      from sale_line join sale_order using (order_id) group by goods_id) o using (goods_id)
    where g.sold <> coalesce(o.sold, 0) or g.held <> coalesce(o.held, 0)`,
  'seats of screenings are sold and held as the screenings say': `
    select s.slot_id || ' sold ' || s.sold || ' of ' || coalesce(x.sold, 0) || ', held ' || s.held || ' of ' || coalesce(x.held, 0)
    from screening_slot s left join (
      select slot_id, sum(seats) filter (where state = 'valid') as sold, sum(seats) filter (where state = 'held') as held
      from screening group by slot_id) x using (slot_id)
    where s.sold <> coalesce(x.sold, 0) or s.held <> coalesce(x.held, 0)`,
}

/** @returns a line for each violation */
export async function checkInvariants(pool: Pool | ClientBase): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(INVARIANTS)) {
    const { rows } = await pool.query<string[]>({ text: query, rowMode: 'array' })
    for (const [line] of rows) found.push(`${rule}: ${line}`)
  }
  return found
}
