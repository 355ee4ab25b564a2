import { createPayments, type Payments } from '#server/domains/payments/index.ts'
import { createTopups, type Topups } from '#server/domains/topups/index.ts'
import type { TestClock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { formatPaymentItem } from '#server/jobs/payments.presenter.ts'
import { createMoneyBook } from '#server/money-book.ts'
import { TestProvider } from './payment-provider.ts'

/** The pages that a payer is returned to. */
export const RETURN_PAGES = {
  continueURL: 'https://harbour.test/#/paypiont',
  cancelURL: 'https://harbour.test/#/paypiont',
}

export interface WirePayments {
  readonly payments: Payments
  readonly topups: Topups
  /** A pending payment of 50 credits. @returns its id and PayPal's */
  startPayment(accountId: string): Promise<{ orderId: string; paypalToken: string }>
  /** A payment of 50 credits that was paid. @returns its id */
  makePayment(accountId: string): Promise<string>
}

type Deps = Pick<Parameters<typeof createPayments>[0], 'db' | 'messages'> & { clock: TestClock }

/** Payments and top-ups with providers in memory. */
export function createWirePayments({ db, clock, messages }: Deps): WirePayments {
  const log = createLog({ level: 'silent', role: 'test' })
  const paypal = new TestProvider('paypal', { capturing: true })
  const topups = createTopups({ clock, voidPaidFrom: async () => {} })
  const payments = createPayments({
    db,
    clock,
    log,
    messages,
    masterKey: Buffer.alloc(32, 7),
    money: createMoneyBook(log),
    providers: [paypal, new TestProvider('alipay', { capturing: false })],
    callbacks: [],
    purposes: () => [topups.purpose],
    itemName: formatPaymentItem,
    seller: { zh_HK: '港映', en_US: 'Harbour' },
    isReturnOrigin: (origin) => origin === 'https://harbour.test',
  })

  async function startPayment(accountId: string) {
    const order = await payments.createOrder({
      accountId,
      language: 'en_US',
      purpose: 'credits',
      purposeId: 'credits-50',
      kind: 'paypal',
      amountCents: 5_000,
      continueUrl: RETURN_PAGES.continueURL,
      cancelUrl: RETURN_PAGES.cancelURL,
      terminal: 'web',
    })
    return { orderId: order.orderId, paypalToken: order.providerReference ?? '' }
  }

  async function makePayment(accountId: string): Promise<string> {
    const { orderId } = await startPayment(accountId)
    paypal.approve(orderId)
    await payments.returned({ accountId, orderId })
    return orderId
  }

  return { payments, topups, startPayment, makePayment }
}

/** Gives an order and what belongs to it a known id, for fixtures. */
async function renameOrder(db: Db, orderId: string, name: string): Promise<void> {
  const row = await db.selectFrom('payment_order').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const receipt = await db.selectFrom('payment_receipt').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  await db.deleteFrom('payment_receipt').where('order_id', '=', orderId).execute()
  await db.deleteFrom('payment_evidence').where('order_id', '=', orderId).execute()
  await db.deleteFrom('topup').where('order_id', '=', orderId).execute()
  await db.deleteFrom('payment_order').where('order_id', '=', orderId).execute()
  await db
    .insertInto('payment_order')
    .values({
      ...row,
      order_id: name,
      provider_reference: `paypal-${name}`,
      item: JSON.stringify(row.item),
      next_action: row.next_action === null ? null : JSON.stringify(row.next_action),
    })
    .execute()
  if (receipt)
    await db
      .insertInto('payment_receipt')
      .values({
        ...receipt,
        order_id: name,
        receipt_number: '20261121-FIXTURE',
        snapshot: JSON.stringify(receipt.snapshot),
      })
      .execute()
}

/** The payments of the fixtures' member `buyer`: `fixture-paid`, and `fixture-pending`, which its provider does not know. */
export async function addFixturePayments(db: Db, { startPayment, makePayment }: WirePayments): Promise<void> {
  const { account_id } = await db
    .selectFrom('session')
    .select('account_id')
    .where('session_id', '=', 'buyer')
    .executeTakeFirstOrThrow()
  await renameOrder(db, await makePayment(account_id), 'fixture-paid')
  const { orderId } = await startPayment(account_id)
  await renameOrder(db, orderId, 'fixture-pending')
}
