import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Agreement, MandateNotice } from '#server/domains/agreements/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { PaymentsDeps } from '#server/domains/payments/index.ts'
import type { TestClock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { connectCommerce } from '#server/commerce.ts'
import { TestPullProvider, TestPushProvider } from './mandate-provider.ts'
import { TestProvider } from './payment-provider.ts'

/** The pages that a payer is returned to. */
export const RETURN_PAGES = {
  continueURL: 'https://harbour.test/#/paypiont',
  cancelURL: 'https://harbour.test/#/paypiont',
}

export interface WirePayments extends ReturnType<typeof connectCommerce> {
  /** A pending payment of 50 credits. @returns its id and PayPal's */
  startPayment(accountId: string): Promise<{ orderId: string; paypalToken: string }>
  /** An agreement that waits for its payer; of the promotional plan by default. */
  startAgreement(accountId: string, planId?: string): Promise<Agreement>
  /** A plan that renews, unless there is one. @returns its agreement */
  subscribe(accountId: string): Promise<string>
  /** A plan whose renewal has failed. */
  fallBehind(accountId: string): Promise<void>
  /** The payer approves an order with PayPal. */
  approve(orderId: string): void
  /** A payment of 50 credits that was paid. @returns its id */
  makePayment(accountId: string): Promise<string>
}

interface Deps extends Pick<PaymentsDeps, 'db'> {
  readonly clock: TestClock
  readonly accounts: Accounts
  readonly messages: Messages
  readonly ledger: Ledger
}

/** Payments, top-ups, and plans with their agreements, with providers in memory. */
export function createWirePayments({ db, clock, messages, accounts, ledger }: Deps): WirePayments {
  const log = createLog({ level: 'silent', role: 'test' })
  const paypal = new TestProvider('paypal', { capturing: true })
  const alipay = new TestProvider('alipay', { capturing: false })
  const pull = new TestPullProvider(alipay, () => clock.now())
  const sales = connectCommerce({
    db,
    clock,
    log,
    masterKey: Buffer.alloc(32, 7),
    messages,
    accounts,
    ledger,
    providers: [paypal, alipay],
    callbacks: [],
    mandates: [new TestPushProvider(), pull],
    mandateCallbacks: [
      {
        kind: 'alipay',
        provider: { name: 'alipay', acknowledgement: { status: 200 }, verify: () => ({ outcome: 'ignored' }) },
        read: (body) => JSON.parse(body.toString()) as MandateNotice,
      },
    ],
    voidPaidFrom: async () => {},
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: (origin) => origin === 'https://harbour.test',
    redeemLink: (code) => `https://harbour.test/#/giftcard?gift=${code}`,
  })
  const { payments, agreements, subscriptions } = sales

  const startAgreement = (accountId: string, planId = 'promotional-pass') =>
    subscriptions.starts.start({
      accountId,
      planId,
      kind: 'alipay',
      isPartnerCall: true,
      language: 'en_US',
      terminal: 'web',
      continueUrl: RETURN_PAGES.continueURL,
      cancelUrl: RETURN_PAGES.cancelURL,
    })

  /** The payer approves, and the provider says so. */
  async function approveAgreement(agreementId: string): Promise<void> {
    pull.side(agreementId).payer = `payer of ${agreementId}`
    const body = Buffer.from(JSON.stringify({ agreementId, mandateCode: { code: pull.approve(agreementId) } }))
    const [hook] = agreements.domainModule.webhooks ?? []
    await hook!.process({ body, receivedAt: clock.now(), signal: new AbortController().signal })
  }

  async function fallBehind(accountId: string): Promise<void> {
    await subscribe(accountId)
    await db
      .updateTable('subscription')
      .set({ state: 'past_due', failed_at: clock.now(), charge_due_at: null })
      .where('account_id', '=', accountId)
      .where('cycle', '>', 0)
      .execute()
  }

  async function subscribe(accountId: string): Promise<string> {
    const own = db.selectFrom('agreement').select('agreement_id').where('account_id', '=', accountId)
    const existing = await own.where('activated_at', 'is not', null).executeTakeFirst()
    if (existing) return existing.agreement_id
    const { agreementId } = await startAgreement(accountId, 'entertainment-pass')
    await approveAgreement(agreementId)
    // Without a free month the first one is charged now.
    await subscriptions.runDue()
    return agreementId
  }

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

  return {
    ...sales,
    approve: (orderId) => paypal.approve(orderId),
    startPayment,
    makePayment,
    startAgreement,
    subscribe,
    fallBehind,
  }
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

/** An order that was paid and brought nothing: `fixture-reviewed` with another amount, `fixture-undelivered` for nothing that can be had. */
async function markPaid(db: Db, name: string, marks: { state: 'review' | 'paid'; undeliverable?: string }) {
  const { amount_cents, currency, created_at } = await db
    .selectFrom('payment_order')
    .select(['amount_cents', 'currency', 'created_at'])
    .where('order_id', '=', name)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment_order')
    .set({
      ...marks,
      next_action: null,
      query_due_at: null,
      payment_reference: `capture-${name}`,
      paid_cents: marks.state === 'review' ? amount_cents - 100 : amount_cents,
      paid_currency: currency,
      paid_at: created_at,
    })
    .where('order_id', '=', name)
    .execute()
}

/**
 * The payments of the fixtures' member `buyer`: `fixture-paid`, `fixture-reviewed`, `fixture-undelivered`, and `fixture-pending`, which its
 * provider does not know.
 */
export async function addFixturePayments(db: Db, { startPayment, makePayment }: WirePayments): Promise<void> {
  const { account_id } = await db
    .selectFrom('session')
    .select('account_id')
    .where('session_id', '=', 'buyer')
    .executeTakeFirstOrThrow()
  await renameOrder(db, await makePayment(account_id), 'fixture-paid')
  await renameOrder(db, (await startPayment(account_id)).orderId, 'fixture-reviewed')
  await markPaid(db, 'fixture-reviewed', { state: 'review' })
  await renameOrder(db, (await startPayment(account_id)).orderId, 'fixture-undelivered')
  await markPaid(db, 'fixture-undelivered', { state: 'paid', undeliverable: 'sold out' })
  const { orderId } = await startPayment(account_id)
  await renameOrder(db, orderId, 'fixture-pending')
}

/**
 * Agreements of the fixtures: `fixture-agreement` renews the plan of the member `renewer`, `fixture-waiting` waits for `waiter`;
 * `canceller` has a plan, and that of `debtor` is past due.
 */
export async function addFixtureAgreements(
  db: Db,
  { startAgreement, subscribe, fallBehind }: WirePayments,
): Promise<void> {
  const accountOf = async (member: string) => {
    const session = db.selectFrom('session').select('account_id').where('session_id', '=', member)
    return (await session.executeTakeFirstOrThrow()).account_id
  }
  const rename = async (agreementId: string, name: string) => {
    const wasNamed = ['agreement_id', '=', agreementId] as const
    await db
      .updateTable('agreement')
      .set({ agreement_id: name })
      .where(...wasNamed)
      .execute()
    await db
      .updateTable('subscription')
      .set({ agreement_id: name })
      .where(...wasNamed)
      .execute()
  }
  await rename(await subscribe(await accountOf('renewer')), 'fixture-agreement')
  await rename((await startAgreement(await accountOf('waiter'))).agreementId, 'fixture-waiting')
  await subscribe(await accountOf('canceller'))
  await fallBehind(await accountOf('debtor'))
}
