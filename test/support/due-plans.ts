import type { Pool } from 'pg'
import { cycleEnd } from '#server/domains/plans/index.ts'

const ZONE = 'Asia/Hong_Kong'
const CENTS = 8_800

/** What the provider of a charging node has taken; it outlives the node. */
export const createProviderTable = (pool: Pool) =>
  pool.query('create table provider_charge (order_id text primary key, cents bigint not null)')

const addAccounts = (pool: Pool, name: string, count: number) =>
  pool.query(
    `insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash,
       parental_hash, terms_agreed_at, privacy_agreed_at, created_at)
     select $2 || '-' || n, '+853' || $3::text || lpad(n::text, 7, '0'), 'bench', 'bench@example.invalid', '1990-01-01', 'female', 'zh_HK',
       'anyplex', '', '', now(), now(), now() from generate_series(1, $1::int) as n`,
    [count, name, name.length],
  )

type Due = { now: Temporal.Instant; count: number }

/** Members whose cycle ends tonight, and whose next one is due to be charged now. */
export async function addDuePlans(pool: Pool, { now, count }: Due): Promise<void> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const anchor = today.subtract({ months: 1 }).toZonedDateTime(ZONE).toInstant()
  const end = cycleEnd(anchor, 1)
  await addAccounts(pool, 'due', count)
  await pool.query(
    `insert into agreement (agreement_id, account_id, ordinal, kind, mode, sandbox, state, plan_version_id, amount_cents,
       currency, name, trial, first_charge_at, first_cycle_ends_at, language, terminal, continue_url, cancel_url, created_at, expires_at,
       activated_at)
     select 'due' || n, 'due-' || n, 1, 'alipay', 'pull', true, 'active', 'entertainment-pass.1', $2, 'HKD',
       '{"zh_HK": "", "en_US": ""}', true, now(), $3, 'zh_HK', 'web', '', '', now(), now(), now()
     from generate_series(1, $1::int) as n`,
    [count, CENTS, end.toString()],
  )
  await pool.query(
    `insert into subscription (subscription_id, account_id, plan_version_id, state, agreement_id, agreement_kind,
       agreement_mode, anchor, cycle, cycle_starts_at, cycle_ends_at, last_cycle, paid_until, entitled_until,
       charge_due_at, noticed_cycle, tick_due_at, started_at)
     select 'due-' || n, 'due-' || n, 'entertainment-pass.1', 'trial', 'due' || n, 'alipay', 'pull', $2, 1, $2, $3, 1,
       $3, $3, $4, 2, $4, $2 from generate_series(1, $1::int) as n`,
    [count, anchor.toString(), end.toString(), now.subtract({ seconds: 1 }).toString()],
  )
  await pool.query(
    `insert into subscription_cycle (subscription_id, cycle, kind, starts_at, ends_at, plan_version_id)
     select 'due-' || n, 1, 'trial', $2, $3, 'entertainment-pass.1' from generate_series(1, $1::int) as n`,
    [count, anchor.toString(), end.toString()],
  )
}

/** Members who have paid for a month, which nobody has told us: their orders are due to be queried. */
export async function addPaidOrders(pool: Pool, { now, count }: Due): Promise<void> {
  const item = { template: 'plan', params: { planVersionId: 'entertainment-pass.1', name: { zh_HK: '', en_US: '' } } }
  await addAccounts(pool, 'paid', count)
  await pool.query(
    `insert into payment_order (order_id, account_id, purpose, purpose_id, ordinal, kind, sandbox, state, amount_cents,
       currency, item, language, terminal, continue_url, cancel_url, created_at, expires_at, query_due_at)
     select md5(n::text), 'paid-' || n, 'plan', 'entertainment-pass', 1, 'wechat', true, 'pending', $2, 'HKD', $3,
       'zh_HK', 'web', '', '', $4, $4::timestamptz + interval '1 hour', $4 from generate_series(1, $1::int) as n`,
    [count, CENTS, item, now.subtract({ minutes: 1 }).toString()],
  )
  await pool.query('insert into provider_charge select order_id, amount_cents from payment_order where kind = $1', [
    'wechat',
  ])
}

/** What was taken, and what was given for it. */
export async function chargedAndEntitled(pool: Pool) {
  const { rows } = await pool.query<{ taken: number; booked: number; paid: number; cycles: number; twice: number }>(`
    select (select coalesce(sum(cents), 0)::int from provider_charge c
        where exists (select from payment_order o where o.order_id = c.order_id and o.paid_at is not null)) as taken,
      (select coalesce(sum(paid_cents), 0)::int from payment_order where delivered_at is not null) as booked,
      (select count(*)::int from provider_charge) as paid,
      (select count(*)::int from subscription_cycle where kind in ('charged', 'prepaid') and order_id is not null) as cycles,
      (select count(*)::int from (select purpose_id, account_id from payment_order join provider_charge using (order_id)
        group by 1, 2 having count(*) > 1) as twice) as twice`)
  return rows[0]!
}
