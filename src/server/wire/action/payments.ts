import * as endpoints from '#contract/payments.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { type Order, type Payments, statusOf } from '#server/domains/payments/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { toNextAction } from './payments.presenter.ts'

export const payments = bind(endpoints, ({ payments, topups, screenings }) => {
  const start = async (viewer: MemberViewer, input: StartInput, call: CallInfo) => {
    if (input.purpose === 'cinema') await screenings.slots.requireSale(viewer, input.purposeId)
    return toStarted(await payments.createOrder(toStart(viewer, input, call)))
  }

  return {
    setupPaypal: start,
    setExpressCheckout: start,
    funncoinSubscribe: start,

    getExpressCheckoutDetails: async ({ accountId }, { paypalToken }) =>
      toCheckout(await payments.orderOf({ accountId, providerReference: paypalToken })),

    doExpressCheckoutPayment: async ({ accountId }, { paypalToken }) =>
      toCheckout(await payments.returned({ accountId, providerReference: paypalToken })),

    savePaymentRecord: async ({ accountId }, { outTradeNo }) => ({
      status: statusOf((await payments.returned({ accountId, orderId: outTradeNo })).state),
    }),

    paymentStatus: async ({ accountId, language }, { outTradeNo }) => {
      const payment = await payments.status({ accountId, language, orderId: outTradeNo })
      const { receiptNumber, status, expiresAt, paidAt, undeliverable } = payment
      return {
        ...toPayment(payment),
        ...(receiptNumber && { receiptNumber }),
        ...(status === 'pending' && !paidAt && { expiresAt: wireInstant(expiresAt) }),
        ...(status === 'paid' && undeliverable !== null && { undelivered: true }),
        ...toNextAction(payment),
      }
    },

    paymentList: async ({ accountId, language }, { page, pageSize = PAGE_SIZE.landscape }) => {
      const { list, ...counts } = await payments.list({ accountId, language, page, pageSize })
      return {
        ...counts,
        list: list.map(({ receiptNumber, openRefund, ...row }) => ({
          ...toPayment(row),
          receiptNumber,
          ...(openRefund && { openRefund }),
        })),
      }
    },

    paymentReceipt: async ({ accountId, language }, { outTradeNo }) => {
      return toReceipt(await payments.receipt({ accountId, language, orderId: outTradeNo }))
    },

    paymentPacks: async (viewer) => {
      const packs = await topups.packs(viewer.kind === 'member' ? viewer.accountId : undefined)
      return {
        list: packs.map(({ packId, credits, amountCents, currency, expiresInMonths }) => ({
          packId,
          credits,
          amount: amountCents,
          currency,
          expiresInMonths,
          providers: [...payments.kindsFor(amountCents)],
        })),
      }
    },
  }
})

type StartInput = ParsedInputOf<typeof endpoints.setupPaypal>

function toStart({ accountId, language, region }: MemberViewer, input: StartInput, { address }: CallInfo) {
  const { amount, continueURL, cancelURL, provider, recipient, message, giverName, design, ...what } = input
  return {
    ...what,
    accountId,
    language,
    address,
    kind: provider,
    details: {
      recipient,
      region,
      ...(message && { message }),
      ...(giverName && { giverName }),
      ...(design && { design }),
    },
    amountCents: amount,
    continueUrl: continueURL,
    cancelUrl: cancelURL,
  }
}

const toStarted = (order: Order) => ({
  outTradeNo: order.orderId,
  status: statusOf(order.state),
  ...(order.providerReference && { paypalToken: order.providerReference }),
  ...(order.nextAction && { paymentUrl: order.nextAction.url }),
  ...toNextAction(order),
})

const toCheckout = ({ orderId, state, amountCents }: Order) => ({
  status: statusOf(state),
  outTradeNo: orderId,
  amount: amountCents,
})

type Payment = Pick<
  Order,
  'orderId' | 'orderNumber' | 'amountCents' | 'currency' | 'kind' | 'purpose' | 'purposeId' | 'createdAt' | 'paidAt'
> & { status: endpoints.PaymentStatus; refundedCents: number; item: string; credits: number | undefined }

const toPayment = (payment: Payment) => ({
  outTradeNo: payment.orderId,
  orderNumber: payment.orderNumber,
  status: payment.status,
  amount: payment.amountCents,
  currency: payment.currency,
  provider: payment.kind,
  purpose: payment.purpose,
  purposeId: payment.purposeId,
  createdAt: wireInstant(payment.createdAt),
  ...(payment.paidAt && { paidAt: wireInstant(payment.paidAt) }),
  refunded: payment.refundedCents,
  item: payment.item,
  ...(payment.credits !== undefined && { credits: payment.credits }),
})

type Receipt = Awaited<ReturnType<Payments['receipt']>>

const toReceipt = ({
  orderId,
  issuedAt,
  paidAt,
  amountCents,
  kind,
  paymentReference,
  refunds,
  openRefund,
  ...receipt
}: Receipt) => ({
  ...receipt,
  outTradeNo: orderId,
  issuedAt: wireInstant(issuedAt),
  paidAt: wireInstant(paidAt),
  amount: amountCents,
  provider: kind,
  providerReference: paymentReference,
  refunds: refunds.map(({ noteNumber, amountCents: amount, at }) => ({ noteNumber, amount, at: wireInstant(at) })),
  ...(openRefund && {
    openRefund: {
      state: openRefund.state,
      amount: openRefund.amountCents,
      ...(openRefund.claimUrl !== undefined && { claimURL: openRefund.claimUrl }),
    },
  }),
})
