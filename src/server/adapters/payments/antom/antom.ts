import { createHash } from 'node:crypto'
import type { MandateCallbacks, PullProvider } from '#server/domains/agreements/ports.ts'
import type {
  CallbackReport,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
} from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import { type AntomBody, type AntomOptions, createAntomClient, readKeys } from './antom-client.ts'
import {
  creationOf,
  LIFETIME_MINUTES,
  reportOfInquiry,
  reportOfNotification,
  reportOfClaim,
  reportOfRefund,
  reportOfRefundInquiry,
  toAntomAmount,
} from './antom.rules.ts'
import { createAntomMandates } from './antom-mandates.ts'
import { readAuthorization } from './antom-mandates.rules.ts'
import { isSigned } from './antom-signature.ts'

export interface Antom {
  /** By Cashier Payment: AlipayHK, and Octopus where its payment method is named. */
  readonly payments: readonly PaymentProvider[]
  readonly callbacks: PaymentCallbacks
  /** AlipayHK by Auto Debit. */
  readonly mandates: PullProvider
  readonly mandateCallbacks: MandateCallbacks
}

/** A kind of payment at Antom's cashier. */
interface Method {
  readonly kind: 'alipay' | 'octopus'
  /** `paymentMethodType` */
  readonly type: string
  /** Octopus moves multiples of ten cents. */
  readonly stepCents: number
}

const TERMINAL = { web: { terminalType: 'WEB' }, wap: { terminalType: 'WAP' } } as const

/** Antom (Alipay Global): Cashier Payment, Auto Debit of AlipayHK, and their notifications. @throws for settings that are no keys */
export function createAntom(options: AntomOptions): Antom {
  const keys = readKeys(options)
  const call = createAntomClient(options, keys)

  const methods: readonly Method[] = [
    { kind: 'alipay', type: 'ALIPAY_HK', stepCents: 1 },
    ...(options.octopusMethod ? [{ kind: 'octopus', type: options.octopusMethod, stepCents: 10 } as const] : []),
  ]

  const create = (method: Method) => async (order: NewProviderOrder) =>
    creationOf(await call('payments/pay', payBody(order, options, method)), order.terminal)

  const query = async ({ orderId }: ProviderOrder): Promise<PaymentReport> =>
    reportOfInquiry(await call('payments/inquiryPayment', { paymentRequestId: orderId }), orderId)

  /** A payment that was made in this very moment is returned to the payer by Antom itself. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { result } = (await call('payments/cancel', { paymentRequestId: order.orderId })) ?? {}
    if (result?.resultStatus === 'S' || result?.resultCode === 'ORDER_NOT_EXIST') return { state: 'closed' }
    return result?.resultStatus === 'F' ? query(order) : { state: 'unknown' }
  }

  const refund = (method: Method) => async (request: ProviderRefund) => {
    const { refundId, paymentReference, amountCents, currency, providerReference } = request
    if (amountCents % method.stepCents !== 0) return { state: 'refused', reason: 'Octopus: steps of 10 cents' } as const
    if (providerReference !== null) {
      const report = reportOfRefundInquiry(await call('payments/inquiryRefund', { refundRequestId: refundId }))
      return method.kind === 'octopus' ? reportOfClaim(report) : report
    }
    const refundAmount = toAntomAmount(amountCents, currency)
    return reportOfRefund(
      await call('payments/refund', { refundRequestId: refundId, paymentId: paymentReference, refundAmount }),
    )
  }

  function verify({ url, headers, body }: WebhookRequest): Verification {
    const { pathname, search } = new URL(url, 'http://localhost')
    const message = {
      method: 'POST',
      path: pathname + search,
      clientId: options.clientId,
      time: headers['request-time'] ?? '',
      body: body.toString(),
    }
    const isOurs = headers['client-id'] === options.clientId
    if (!isOurs || !isSigned(message, headers.signature, keys.theirs)) return { outcome: 'forged' }
    if (!readNotification(body) && !readAuthorization(body)) return { outcome: 'ignored' }
    // Notifications have no id: a repeated one has the same bytes.
    return { outcome: 'verified', dedupKey: createHash('sha256').update(body).digest('hex') }
  }

  const provider = { name: 'antom', acknowledgement: ACKNOWLEDGEMENT, verify } as const
  return {
    // A cashier payment is taken when the payer agrees: capturing is querying.
    payments: methods.map((method) => ({
      kind: method.kind,
      sandbox: options.sandbox,
      ...(method.kind === 'octopus' && { gateway: 'antom' }),
      stepCents: method.stepCents,
      create: create(method),
      query,
      capture: query,
      cancel,
      refund: refund(method),
    })),
    callbacks: { kinds: methods.map(({ kind }) => kind), provider, read: readNotification },
    mandates: createAntomMandates(options, call),
    mandateCallbacks: { kind: 'alipay', provider, read: readAuthorization },
  }
}

const ACKNOWLEDGEMENT = {
  status: 200,
  contentType: 'application/json',
  body: '{"result":{"resultCode":"SUCCESS","resultStatus":"S","resultMessage":"success"}}',
} as const

/** What a notification says. @returns undefined for one that is not about a payment's result or a refund */
function readNotification(body: Buffer): CallbackReport | undefined {
  const notification = parseObject<AntomBody>(body.toString())
  const { notifyType, paymentRequestId, paymentId, refundRequestId = '' } = notification ?? {}
  if (notification && notifyType === 'PAYMENT_RESULT' && paymentRequestId !== undefined)
    return { of: 'payment', orderId: paymentRequestId, report: reportOfNotification(notification) }
  if (notifyType !== 'REFUND_RESULT') return undefined
  // It names the refund, not its payment; one that was made in Antom's dashboard has an id of Antom's.
  if (/^[0-9a-f]{32}$/.test(refundRequestId)) return { of: 'refund', refundId: refundRequestId }
  return paymentId === undefined ? undefined : { of: 'refund', paymentReference: paymentId }
}

function payBody(order: NewProviderOrder, { notifyUrl }: AntomOptions, method: Method): object {
  const { orderId, amountCents, currency, description, terminal, continueUrl, at } = order
  const amount = toAntomAmount(amountCents, currency)
  return {
    productCode: 'CASHIER_PAYMENT',
    paymentRequestId: orderId,
    order: { referenceOrderId: orderId, orderDescription: description, orderAmount: amount },
    paymentAmount: amount,
    paymentMethod: { paymentMethodType: method.type },
    env: TERMINAL[terminal],
    paymentExpiryTime: at.add({ minutes: LIFETIME_MINUTES }).toString({ smallestUnit: 'second' }),
    paymentRedirectUrl: continueUrl,
    ...(notifyUrl !== undefined && { paymentNotifyUrl: notifyUrl }),
  }
}
