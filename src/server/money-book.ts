import { post } from '#server/domains/ledger/index.ts'
import type { MoneyBook, MoneyMovement, PaymentsDeps } from '#server/domains/payments/index.ts'
import type { Db } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { findReceivedDifferences } from './money-check.query.ts'

/** The books that payments keep in the ledger, and their comparison with the orders. */
export const openBooks = ({
  db,
  log,
}: Pick<PaymentsDeps, 'db' | 'log'>): Pick<PaymentsDeps, 'money' | 'differences'> => ({
  money: createMoneyBook(log),
  differences: () => findReceivedDifferences(db),
})

/** The currency of the ledger. */
const CURRENCY = 'HKD'

/**
 * Books payments in the ledger: what a provider owes us against what was received and not delivered yet (`payments_received`), which a
 * delivery turns into what is owed for it. A payment in another currency is only under review, and is not booked.
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
