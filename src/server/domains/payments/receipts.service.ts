import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentItem } from '#contract/payments.ts'
import { sumLate } from './evidence.repo.ts'
import { openRefundState, statusOf, type Refund } from './payment-orders.rules.ts'
import { findOwnOrder } from './payment-orders.repo.ts'
import type { PaymentsDeps } from './ports.ts'
import { findPaid, findReceipt } from './receipts.repo.ts'
import { findRefunds } from './refunds.repo.ts'

export function createReceipts({ db, itemName }: Pick<PaymentsDeps, 'db' | 'itemName'>) {
  return { status, list, receipt }

  type OwnRequest = { accountId: string; language: Language; orderId: string }

  /** @throws NOT_FOUND */
  async function status({ accountId, language, orderId }: OwnRequest) {
    const order = await findOwnOrder(db, { accountId, orderId })
    if (!order) throw new AppError('NOT_FOUND')
    const refunds = order.paidAt ? await findRefunds(db, orderId) : []
    const done = refunds.filter(({ state }) => state === 'succeeded')
    const late = order.paidAt ? await sumLate(db, orderId) : 0
    return {
      ...order,
      status: statusOf(order.state),
      item: itemName(order.item, language),
      credits: creditsOf(order.item),
      refundedCents: done.reduce((sum, { amountCents }) => sum + amountCents, late),
      receiptNumber: order.paidAt ? (await findReceipt(db, orderId))?.receiptNumber : undefined,
    }
  }

  type ListRequest = { accountId: string; language: Language; page: number; pageSize: number }

  async function list({ accountId, language, page, pageSize }: ListRequest) {
    const { rows, total } = await findPaid(db, { accountId, page, pageSize })
    const payments = rows.map(({ snapshot, item, state, lastRefund, ...row }) => ({
      ...row,
      openRefund: openRefundState(lastRefund),
      status: statusOf(state),
      item: snapshot.item[language],
      credits: creditsOf(item),
    }))
    return { list: payments, page, pageSize, total }
  }

  /** The receipt as it was issued, and its refund notes. @throws NOT_FOUND */
  async function receipt({ accountId, language, orderId }: OwnRequest) {
    const order = await findOwnOrder(db, { accountId, orderId })
    const found = order && (await findReceipt(db, orderId))
    if (!order || !found) throw new AppError('NOT_FOUND')
    const { receiptNumber, issuedAt, snapshot } = found
    const all = await findRefunds(db, orderId)
    const refunds = all.flatMap(({ noteNumber, amountCents, finishedAt }) =>
      noteNumber && finishedAt ? [{ noteNumber, amountCents, at: finishedAt }] : [],
    )
    return {
      orderId,
      orderNumber: order.orderNumber,
      receiptNumber,
      issuedAt,
      paidAt: order.paidAt ?? issuedAt,
      seller: snapshot.seller[language],
      item: snapshot.item[language],
      amountCents: order.paidCents ?? order.amountCents,
      currency: order.paidCurrency ?? order.currency,
      kind: order.kind,
      paymentReference: order.paymentReference ?? '',
      refunds,
      openRefund: openRefundOf(all.at(-1)),
    }
  }
}

function openRefundOf(refund: Refund | undefined) {
  const state = openRefundState(refund?.state ?? null)
  return refund && state && { state, amountCents: refund.amountCents, claimUrl: refund.claimUrl ?? undefined }
}

const creditsOf = (item: PaymentItem): number | undefined =>
  item.template === 'credits' ? item.params.credits : undefined
