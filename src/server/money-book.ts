import type { Kysely } from 'kysely'
import { post } from '#server/domains/ledger/index.ts'
import type { MoneyBook, MoneyMovement, PaymentsDeps } from '#server/domains/payments/index.ts'
import { type Database, type Db, sql } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'

export const openBooks = ({
  db,
  log,
}: Pick<PaymentsDeps, 'db' | 'log'>): Pick<PaymentsDeps, 'money' | 'differences'> => ({
  money: createMoneyBook(log),
  differences: () => findReceivedDifferences(db),
})

const CURRENCY = 'HKD'

/**
 * What a provider owes us against what was received and not delivered yet (`payments_received`). A payment in another currency is under
 * review, and is not booked.
 */
function createMoneyBook(log: Pick<Log, 'error'>): MoneyBook {
  const book = async (tx: Db, movement: MoneyMovement, kind: string) => {
    const { orderId, refundId, amountCents, currency, at } = movement
    if (currency !== CURRENCY) log.error({ orderId, currency }, 'payment in another currency is not booked')
    if (currency !== CURRENCY || amountCents === 0) return
    const idempotencyKey = `${kind}:${refundId ?? orderId}`
    await post(tx, { kind, entries: entriesOf(kind, movement), idempotencyKey, actor: 'system', subject: orderId, at })
  }
  return {
    received: (tx, movement) => book(tx, movement, 'payment'),
    returned: (tx, movement) => book(tx, movement, 'refund'),
    chargedBack: (tx, movement) => book(tx, movement, 'chargeback'),
  }
}

type Entry = Parameters<typeof post>[1]['entries'][number]

function entriesOf(kind: string, { kind: provider, amountCents }: MoneyMovement): Entry[] {
  const sign = kind === 'payment' ? 1 : -1
  const other = kind === 'chargeback' ? 'dispute_loss' : 'payments_received'
  return [
    { account: `provider:${provider}`, commodity: 'HKD_CENT', amount: sign * amountCents },
    { account: other, commodity: 'HKD_CENT', amount: -sign * amountCents },
  ]
}

const LISTED = 20

/**
 * Orders of which the ledger holds another sum as received than was paid and is neither delivered nor returned; 0 once they are over. Money
 * in another currency is not booked.
 * @returns the first ones, as sentences
 */
async function findReceivedDifferences(db: Kysely<Database>): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    const { rows } = await sql<{ difference: string }>`
    with held as (
      select t.subject as order_id, -sum(p.amount)::bigint as cents
      from posting p join transfer t on t.transfer_id = p.transfer_id
      where p.ledger_account = 'payments_received' group by t.subject),
    owed as (
      select o.order_id, o.state,
        case when o.delivered_at is not null or o.state in ('refunded', 'charged_back') then 0
          else o.paid_cents - coalesce((select sum(r.amount_cents) from payment_refund r
            where r.order_id = o.order_id and r.state = 'succeeded'), 0) end::bigint as cents
      from payment_order o where o.paid_at is not null and o.paid_currency = 'HKD')
    select format('order %s (%s): %s cents are booked as received, %s should be',
      coalesce(o.order_id, h.order_id, 'unknown'), coalesce(o.state, 'not paid'), coalesce(h.cents, 0), coalesce(o.cents, 0)) as difference
    from owed o full join held h on h.order_id = o.order_id
    where coalesce(h.cents, 0) <> coalesce(o.cents, 0)
    order by 1 limit ${LISTED}`.execute(tx)
    return rows.map(({ difference }) => difference)
  })
}
