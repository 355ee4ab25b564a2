import type {
  CallbackReport,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
} from '#server/domains/payments/ports.ts'
import type { WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import { createPaymeClient, type PaymeBody, type PaymeOptions } from './payme-client.ts'
import {
  answered,
  creationOf,
  LIFETIME_MINUTES,
  reportOfQuery,
  reportOfRefund,
  reportOfTransaction,
  toPaymeAmount,
} from './payme.rules.ts'

export interface Payme {
  readonly payments: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

/** PayMe for Business: payment requests, their refunds, and notifications, which are not signed. */
export function createPayme(options: PaymeOptions): Payme {
  const send = createPaymeClient(options)
  const requests = '/payments/paymentrequests'
  const pathOf = (id: string) => `${requests}/${encodeURIComponent(id)}`

  const create = async (order: NewProviderOrder) =>
    creationOf(await send({ method: 'POST', path: requests, body: requestBody(order, options) }), order.terminal)

  /** A payment request whose id we never learnt has a link that nobody has seen. */
  async function query({ orderId, providerReference }: ProviderOrder): Promise<PaymentReport> {
    if (providerReference === null) return { state: 'absent' }
    return reportOfQuery(await send({ method: 'GET', path: pathOf(providerReference) }), orderId)
  }

  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { providerReference } = order
    if (providerReference === null) return { state: 'closed' }
    const response = answered(await send({ method: 'PUT', path: `${pathOf(providerReference)}/cancel` }))
    if (!response) return { state: 'unknown' }
    // Refused: it is paid or over, as the query says.
    return response.status < 300 || response.status === 404 ? { state: 'closed' } : query(order)
  }

  /** Looked for before it is asked for: its answer may have been lost, or a restored backup may have forgotten it. */
  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const { refundId, amountCents, currency, paymentReference } = request
    const path = `/payments/transactions/${encodeURIComponent(paymentReference)}`
    const made = reportOfTransaction(await send({ method: 'GET', path }), refundId)
    if (made) return made
    const amount = toPaymeAmount(amountCents)
    const body = { amount, currencyCode: currency, reasonCode: '00', reasonMessage: refundId }
    return reportOfRefund(await send({ method: 'POST', path: `${path}/refunds`, body }))
  }

  return {
    // The money is taken when the payer agrees: capturing is querying.
    payments: { kind: 'payme', sandbox: options.sandbox, create, query, capture: query, cancel, refund },
    callbacks: { kinds: ['payme'], provider: { name: 'payme', acknowledgement: { status: 200 }, verify }, read },
  }
}

/** No signature is published: whatever a notification says, PayMe is asked. */
const verify = ({ body }: WebhookRequest) => ({ outcome: read(body) ? 'unsigned' : 'ignored' }) as const

function read(body: Buffer): CallbackReport | undefined {
  const id = parseObject<PaymeBody>(body.toString())?.paymentRequestId
  return typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? { of: 'payment', providerReference: id } : undefined
}

function requestBody(order: NewProviderOrder, { notifyUrl }: PaymeOptions): object {
  const { orderId, amountCents, currency, description, continueUrl, cancelUrl } = order
  return {
    totalAmount: toPaymeAmount(amountCents),
    currencyCode: currency,
    effectiveDuration: LIFETIME_MINUTES * 60,
    appSuccessCallback: continueUrl,
    appFailCallback: cancelUrl,
    merchantData: { orderId, orderDescription: description },
    ...(notifyUrl !== undefined && { notificationUri: notifyUrl }),
  }
}
