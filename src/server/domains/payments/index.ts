/**
 * Payments: orders for money, their providers, refunds and receipts.
 * Owns the tables payment_order, payment_evidence, payment_refund, payment_receipt, payment_pause, payment_check,
 * payment_listing and its _run and _dismissal. The state of an order moves only on a
 * verified callback or our own query. Does not know what is sold: a product delivers in the order's transaction.
 */
export type { PaymentCase } from './cases.query.ts'
export { createPayments, type Payments } from './payments.service.ts'
export type { PaymentsDeps } from './payments-deps.ts'
export { hasLiveOrders, pausePayments } from './payment-work.repo.ts'
export { retryAfterHold } from './holds.rules.ts'
export { requireReturnUrls } from './return-urls.rules.ts'
export { statusOf } from './payment-orders.rules.ts'
export type { RefundOutcome, RefundRequest } from './refund-requests.service.ts'
export type { ChargeRequest, ProviderChargeRecord } from './renewals.service.ts'
export type { Order, PaidOrder, Refund } from './payments-model.ts'
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
  ProviderOrder,
  ProviderRefund,
  Product,
  Wanted,
  Quote,
  RefundReport,
  TakenPayment,
} from './ports.ts'
