import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import { createCallbacks } from './callbacks.service.ts'
import { createCases } from './cases.service.ts'
import { createListings } from './listings.service.ts'
import { createOperatorOrders } from './operator-orders.service.ts'
import { createOrders } from './orders.service.ts'
import * as work from './payment-work.repo.ts'
import { type PaymentsDeps, takes } from './ports.ts'
import { readOrderNumber } from './payment-ids.rules.ts'
import { findOrderId } from './payment-orders.repo.ts'
import { createReceipts } from './receipts.service.ts'
import { queryDue } from './reconcile.service.ts'
import { createRefunds } from './refunds.service.ts'
import { createRenewals } from './renewals.service.ts'
import * as settlement from './settlement.service.ts'

/**
 * Payments: orders for money, their providers, refunds and receipts.
 * Owns the tables payment_order, payment_evidence, payment_refund, payment_receipt, payment_pause, payment_check,
 * payment_dispute, payment_waiver, payment_listing and its _run and _dismissal. The state of an order moves only on a
 * verified callback or our own query. Does not know what is sold: a product delivers in the order's transaction.
 */
export type { ListedCase, PaymentCase } from './cases.query.ts'
export type { ListedOrder, OperatorOrders, OrderEvidence, Refunder } from './operator-orders.service.ts'
export { LATE_CENTS } from './evidence.repo.ts'
export type { OrderQuery } from './order-list.query.ts'
export { retryAfterHold } from './holds.rules.ts'
export { type Order, type PaidOrder, type Refund, type SettledOrder, statusOf } from './payment-orders.rules.ts'
export { hasLiveOrders, pausePayments } from './payment-work.repo.ts'
export type {
  CallbackReport,
  Creation,
  Delivery,
  PurchaseDetails,
  ItemName,
  ListedMovement,
  MoneyBook,
  MoneyMovement,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  PaymentsDeps,
  ProviderOrder,
  ProductRefund,
  ProviderRefund,
  Product,
  Wanted,
  Quote,
  RefundReport,
  TakenPayment,
} from './ports.ts'
export type { RefundOutcome, RefundRequest } from './refunds.service.ts'
export type { ChargeRequest, ProviderChargeRecord } from './renewals.service.ts'
export { requireReturnUrls } from './return-urls.rules.ts'

export type Payments = ReturnType<typeof createPayments>

const DUE_EVERY_MS = 5_000
const LIST_EVERY_MS = 3_600_000
const CHECK_EVERY_MS = 60_000
const EXPORT_MAX = 10_000

export function createPayments(deps: PaymentsDeps) {
  const { db, clock, log, providers } = deps
  const { createOrder, closeOpen, supersedeOpen, orderOf, returned, firstRenewalOf } = createOrders(deps)
  const { charge, recordProviderCharge } = createRenewals(deps)
  const { refund, refundUndeliverable, refundDue, settleRefund } = createRefunds(deps)
  const operatorOrders = createOperatorOrders(deps, { refund })
  const { status, list, receipt } = createReceipts(deps)
  const { listDue, dismissListed } = createListings(deps)
  const { cases, caseList, differences, checkDue, gauges, health } = createCases(deps)
  const { handleCallback, handleUnsignedCallback } = createCallbacks(deps)

  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'payments', everyMs: DUE_EVERY_MS, wakeOn: work.PAYMENT_CHANNEL, run: runDue },
      { name: 'payment listings', everyMs: LIST_EVERY_MS, run: listDue },
      { name: 'payments check', everyMs: CHECK_EVERY_MS, run: checkDue },
    ],
    webhooks: deps.callbacks.map((one): WebhookEndpoint => ({
      provider: one.provider,
      process: ({ body }) => handleCallback(one, body),
      processUnsigned: (body) => handleUnsignedCallback(one, body),
    })),
    personalData: { name: 'payments', collect, erase },
    gauges,
    health,
  }
  return {
    kindsFor,
    createOrder,
    closeOpen,
    supersedeOpen,
    orderOf,
    orderIdFor,
    returned,
    status,
    list,
    receipt,
    hasPaid,
    hasUnfinished: work.hasUnfinished,
    charge,
    recordProviderCharge,
    firstRenewalOf,
    refund,
    operatorOrders,
    settleRefund,
    acceptReview,
    cases,
    caseList,
    dismissListed,
    differences,
    reconcile,
    isPaused,
    runDue,
    domainModule,
  }

  function kindsFor(amountCents: number): readonly PaymentKind[] {
    return providers
      .filter((provider) => takes(provider, amountCents) && !deps.isKindPaused?.(provider.kind))
      .map(({ kind }) => kind)
  }

  /** For an operator, who types its number or its id. @returns what is no number as it is */
  async function orderIdFor(typed: string, on: Db = db): Promise<string> {
    const orderNumber = readOrderNumber(typed)
    const orderId = orderNumber === undefined ? undefined : await findOrderId(on, orderNumber)
    return orderId ?? typed.trim()
  }

  async function hasPaid(accountId: string, tx: Db = db): Promise<boolean> {
    return work.hasPaid(tx, accountId)
  }

  async function isPaused(): Promise<boolean> {
    return work.isPaused(db)
  }

  async function acceptReview(orderId: string, on: Db = db) {
    return settlement.acceptReview(deps, orderId, on)
  }

  async function runDue(): Promise<void> {
    await queryDue(deps)
    await refundUndeliverable()
    await refundDue()
  }

  /** Makes every order since an instant due, and ends the pause after a restore. @returns how many */
  async function reconcile(since: Temporal.Instant, on: Db = db): Promise<number> {
    return work.makeDue(on, { since, at: clock.now() })
  }

  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { list: payments } = await list({ accountId, language, page: 1, pageSize: EXPORT_MAX })
    return { payments }
  }

  /** @throws when a payment is not finished: the erasure is repeated later */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if (await work.hasUnfinished(tx, accountId)) {
      log.info({ accountId }, 'erasure waits for a payment')
      throw new Error('a payment is not finished')
    }
    await work.unlinkAccount(tx, accountId)
  }
}
