import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type AgreementCharge, AUTHORIZATION_CALLS, chargeAuthorization } from './antom-authorizations.ts'
import { inquireRefund, refund } from './antom-refunds.ts'
import { type Amount, centsOf, failed, paymentNotification, succeeded } from './antom-results.ts'
import { type Context, findPayment, newProviderId, queueCallback } from './context.ts'
import { json, type Route, type SandboxRequest, type SandboxResponse } from './http.ts'
import { ANTOM_CLIENT_ID, DELAY_MINUTES, type SandboxPayment } from './sandbox-model.ts'

/** Requests whose time is further off are refused. */
const REQUEST_MINUTES = 5
const LIFETIME_MS = 30 * 60_000

interface PayRequest {
  productCode?: string
  paymentRequestId?: string
  order?: { orderDescription?: string }
  paymentAmount?: Amount
  paymentMethod?: { paymentMethodType?: string }
  paymentExpiryTime?: string
  paymentRedirectUrl?: string
  paymentNotifyUrl?: string
  env?: { terminalType?: string }
}

/** Antom's API as far as Cashier Payment and refunds need it. Requests and responses are signed. */
export function createAntomRoutes(context: Context): Route[] {
  const { state } = context
  const merchantKey = createPublicKey(createPrivateKey(state.keys.merchant))

  return [
    [
      'POST',
      /^\/ams\/sandbox\/api\/v1\/([\w/]+)$/,
      (request, name = '') => {
        const call = CALLS[name]
        if (!call) return json(404, {})
        return signed(
          request,
          isSigned(request) ? call(context, JSON.parse(request.body) as never) : failed('INVALID_SIGNATURE'),
        )
      },
    ],
  ]

  function isSigned({ target, headers, body }: SandboxRequest): boolean {
    const time = headers['request-time'] ?? ''
    const ageMs = Math.abs(millisecondsOf(time) - Temporal.Now.instant().epochMilliseconds)
    const [, signature = ''] =
      /^algorithm=RSA256, ?keyVersion=\d+, ?signature=(\S+)$/.exec(headers.signature ?? '') ?? []
    const text = `POST ${target}\n${ANTOM_CLIENT_ID}.${time}.${body}`
    return (
      headers['client-id'] === ANTOM_CLIENT_ID &&
      ageMs <= REQUEST_MINUTES * 60_000 &&
      verify('sha256', Buffer.from(text), merchantKey, Buffer.from(decodeURIComponent(signature), 'base64'))
    )
  }

  function signed({ target }: SandboxRequest, answer: object): SandboxResponse {
    const body = JSON.stringify(answer)
    const time = String(Temporal.Now.instant().epochMilliseconds)
    const headers = { 'client-id': ANTOM_CLIENT_ID, 'response-time': time }
    return json(200, answer, {
      ...headers,
      signature: antomSignature(context, `POST ${target}\n${ANTOM_CLIENT_ID}.${time}.${body}`),
    })
  }
}

/** Milliseconds, or ISO 8601 as Antom's SDKs write it. @returns NaN for neither */
function millisecondsOf(time: string): number {
  if (/^\d+$/.test(time)) return Number(time)
  try {
    return Temporal.Instant.from(time).epochMilliseconds
  } catch {
    return Number.NaN
  }
}

function pay(context: Context, body: object): object {
  return (body as PayRequest).productCode === 'AGREEMENT_PAYMENT'
    ? chargeAuthorization(context, body as AgreementCharge)
    : payAtCashier(context, body)
}

function payAtCashier(context: Context, body: object): object {
  const { paymentRequestId = '', paymentAmount, paymentRedirectUrl = '', ...request } = body as PayRequest
  const amountCents = centsOf(paymentAmount)
  const method = request.paymentMethod?.paymentMethodType
  const isRight =
    request.productCode === 'CASHIER_PAYMENT' &&
    (method === 'ALIPAY_HK' || (method === 'OCTOPUS' && paymentAmount?.value?.endsWith('0'))) &&
    /^[\w-]{1,64}$/.test(paymentRequestId)
  if (!isRight || !amountCents || !paymentRedirectUrl) return failed('PARAM_ILLEGAL')
  const key = JSON.stringify([paymentAmount, request.productCode, request.paymentMethod])
  const known = findPayment(context, 'antom', { orderId: paymentRequestId })
  if (known && known.request !== key) return failed('REPEAT_REQ_INCONSISTENT')
  const payment =
    known ?? open(context, { paymentRequestId, amountCents, key, paymentRedirectUrl, ...request, paymentAmount })
  if (payment.state === 'paid') return { ...succeeded(), paymentId: payment.id }
  const pending = { resultStatus: 'U', resultCode: 'PAYMENT_IN_PROCESS', resultMessage: 'payment in process' }
  const scan = `${context.url()}/antom/scan?id=${payment.id}`
  const cashier = `${context.url()}/antom/cashier?id=${payment.id}`
  return {
    result: pending,
    paymentRequestId,
    paymentId: payment.id,
    normalUrl: cashier,
    ...(request.env?.terminalType === 'WAP'
      ? {
          applinkUrl: cashier,
          schemeUrl: `${method === 'OCTOPUS' ? 'octopus' : 'alipayhk'}://sandbox?id=${payment.id}`,
        }
      : // Octopus shows its code on a page of its own.
        method === 'ALIPAY_HK' && {
          orderCodeForm: { paymentMethodType: method, codeDetails: [{ codeValue: scan, displayType: 'TEXT' }] },
        }),
  }
}

type Opening = PayRequest & { paymentRequestId: string; amountCents: number; key: string; paymentRedirectUrl: string }

function open(
  context: Context,
  { paymentRequestId, amountCents, key, paymentRedirectUrl, ...request }: Opening,
): SandboxPayment {
  const expiry = request.paymentExpiryTime && Temporal.Instant.from(request.paymentExpiryTime).epochMilliseconds
  const payment: SandboxPayment = {
    provider: 'antom',
    id: newProviderId(24),
    orderId: paymentRequestId,
    request: key,
    method: request.paymentMethod?.paymentMethodType,
    amountCents,
    currency: request.paymentAmount?.currency ?? '',
    description: request.order?.orderDescription ?? '',
    returnUrl: paymentRedirectUrl,
    cancelUrl: paymentRedirectUrl,
    notifyUrl: request.paymentNotifyUrl,
    createdAt: context.now(),
    expiresAt: expiry || context.now() + LIFETIME_MS,
    state: 'open',
    scenario: 'approve',
    paidCents: amountCents,
    refunds: [],
  }
  context.state.payments.push(payment)
  return payment
}

function inquire(context: Context, { paymentRequestId }: { paymentRequestId?: string }): object {
  const payment = findPayment(context, 'antom', { orderId: paymentRequestId ?? '' })
  if (!payment) return failed('ORDER_NOT_EXIST')
  const isOver = payment.state === 'open' && payment.expiresAt <= context.now()
  const { id, paidCents, currency } = payment
  const paymentAmount = { currency, value: String(paidCents) }
  return {
    ...succeeded(),
    paymentRequestId,
    paymentId: id,
    paymentAmount,
    paymentStatus: isOver ? 'CANCELLED' : STATUS[payment.state],
  }
}

/** A payment that was made is returned to its payer. */
function cancel(context: Context, { paymentRequestId }: { paymentRequestId?: string }): object {
  const payment = findPayment(context, 'antom', { orderId: paymentRequestId ?? '' })
  if (!payment) return failed('ORDER_NOT_EXIST')
  if (payment.refunds.length > 0) return failed('ORDER_STATUS_INVALID')
  payment.state = 'cancelled'
  return { ...succeeded(), paymentRequestId, paymentId: payment.id }
}

/** The calls, below the version. */
const CALLS: Readonly<Record<string, (context: Context, body: Record<string, never>) => object>> = {
  ...AUTHORIZATION_CALLS,
  'payments/pay': pay,
  'payments/inquiryPayment': inquire,
  'payments/cancel': cancel,
  'payments/refund': refund,
  'payments/inquiryRefund': inquireRefund,
}

const STATUS = {
  open: 'PROCESSING',
  approved: 'PROCESSING',
  processing: 'PROCESSING',
  paid: 'SUCCESS',
  declined: 'FAIL',
  cancelled: 'CANCELLED',
} as const satisfies Record<SandboxPayment['state'], string>

/** The value of the header Signature, with Antom's key. */
export function antomSignature({ state }: Context, text: string): string {
  const signature = sign('sha256', Buffer.from(text), createPrivateKey(state.keys.antom)).toString('base64')
  return `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`
}

/** The payer has decided in the wallet. */
export function approveAntom(context: Context, payment: SandboxPayment): void {
  const { scenario } = payment
  if (scenario === 'forged') {
    queueCallback(context, payment, { body: paymentNotification(payment, 'S'), forged: true })
    return
  }
  if (scenario === 'delay') {
    payment.state = 'processing'
    payment.completesAt = context.now() + DELAY_MINUTES * 60_000
    return
  }
  if (scenario === 'wrongAmount') payment.paidCents = payment.amountCents - 100
  if (scenario === 'decline') {
    payment.state = 'declined'
    queueCallback(context, payment, { body: paymentNotification(payment, 'F') })
  } else completeAntom(context, payment)
}

/** Takes the money and tells the merchant. */
export function completeAntom(context: Context, payment: SandboxPayment): void {
  payment.state = 'paid'
  payment.completesAt = undefined
  queueCallback(context, payment, { body: paymentNotification(payment, 'S') })
}
