import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import {
  type AgreementCharge,
  type Amount,
  approveAuthorization,
  AUTHORIZATION_CALLS,
  centsOf,
  chargeAuthorization,
  decideAuthorization,
  endAuthorization,
  failed,
  isOrder,
  isTerminal,
  paymentNotification,
  succeeded,
} from './antom-authorizations.ts'
import {
  type Context,
  type Delivery,
  DELAY_MINUTES,
  findPayment,
  json,
  newProviderId,
  queueCallback,
  type Route,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
  SCENARIOS,
} from './sandbox-provider.ts'

export const antom: SandboxProvider = {
  name: 'antom',
  newSecrets,
  settings: (context) => {
    const { key, merchantKey } = secretsOf(context)
    return {
      ANTOM_CLIENT_ID: CLIENT_ID,
      ANTOM_PRIVATE_KEY: merchantKey,
      ANTOM_PUBLIC_KEY: createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' }) as string,
      ANTOM_OCTOPUS_METHOD: 'OCTOPUS',
      ANTOM_API_BASE: context.url(),
    }
  },
  routes,
  pages: [
    { path: '/antom/cashier', parameter: 'id', returns: true },
    { path: '/antom/scan', parameter: 'id', returns: false },
  ],
  nameOf: ({ method }) => (method === 'OCTOPUS' ? 'Octopus' : 'AlipayHK'),
  scenariosOf: ({ method }) => (method === 'OCTOPUS' ? [...SCENARIOS, 'unclaimed'] : SCENARIOS),
  runDue: tellRefunds,
  mandates: {
    name: 'AlipayHK',
    pages: [
      { path: '/antom/authorize', parameter: 'id', returns: true },
      { path: '/antom/authorize/scan', parameter: 'id', returns: false },
    ],
    decide: decideAuthorization,
    approve: approveAuthorization,
    end: endAuthorization,
    returnTo: (url, { authCode, agreementId }) => {
      if (authCode === undefined) return
      url.searchParams.set('authCode', authCode)
      url.searchParams.set('authState', agreementId)
    },
  },
  decide,
  complete,
  retryMinutes: [2, 10, 10, 60, 120, 360, 900],
  contentType: 'application/json',
  headers,
  isAccepted: (status, body) => status === 200 && body.includes('"resultStatus":"S"'),
}

const CLIENT_ID = 'SANDBOX_HARBOUR_0001'

/** PEM: Antom's key signs its responses and notifications, the merchant's our requests. */
interface AntomSecrets {
  readonly key: string
  readonly merchantKey: string
}

const secretsOf = (context: Context): AntomSecrets => context.secretsOf('antom') as AntomSecrets

/** `keys`: what earlier versions kept at the top of the state. */
function newSecrets({ keys }: { readonly keys?: { readonly antom: string; readonly merchant: string } }): AntomSecrets {
  if (keys) return { key: keys.antom, merchantKey: keys.merchant }
  const newKey = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return { key: newKey(), merchantKey: newKey() }
}

/** Requests whose time is further off are refused. */
const REQUEST_MINUTES = 5
/** A wallet's default. */
const LIFETIME_MS = 14 * 60_000

interface PayRequest extends AgreementCharge {
  productCode?: string
  /** Antom refuses ten minutes and more. */
  paymentExpiryTime?: string
  paymentRedirectUrl?: string
  env?: { terminalType?: string }
}

/** Antom's API as far as Cashier Payment and refunds need it. Requests and responses are signed. */
function routes(context: Context): Route[] {
  const merchantKey = createPublicKey(createPrivateKey(secretsOf(context).merchantKey))

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
    const text = `POST ${target}\n${CLIENT_ID}.${time}.${body}`
    return (
      headers['client-id'] === CLIENT_ID &&
      ageMs <= REQUEST_MINUTES * 60_000 &&
      verify('sha256', Buffer.from(text), merchantKey, Buffer.from(decodeURIComponent(signature), 'base64'))
    )
  }

  function signed({ target }: SandboxRequest, answer: object): SandboxResponse {
    const body = JSON.stringify(answer)
    const time = String(Temporal.Now.instant().epochMilliseconds)
    const headers = { 'client-id': CLIENT_ID, 'response-time': time }
    return json(200, answer, {
      ...headers,
      signature: signatureOf(context, `POST ${target}\n${CLIENT_ID}.${time}.${body}`),
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
    /^[\w-]{1,64}$/.test(paymentRequestId) &&
    /^https?:.{1,2040}$/.test(paymentRedirectUrl) &&
    isOrder(request.order) &&
    isTerminal(request.env) &&
    request.paymentExpiryTime === undefined
  if (!isRight || !amountCents) return failed('PARAM_ILLEGAL')
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
    expiresAt: context.now() + LIFETIME_MS,
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
function signatureOf(context: Context, text: string): string {
  const signature = sign('sha256', Buffer.from(text), createPrivateKey(secretsOf(context).key)).toString('base64')
  return `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`
}

/** The payer has decided in the wallet. */
function decide(context: Context, payment: SandboxPayment): void {
  const { scenario } = payment
  if (scenario === 'forged')
    return queueCallback(context, payment, { body: paymentNotification(payment, 'S'), forged: true })
  if (scenario === 'delay') {
    payment.state = 'processing'
    payment.completesAt = context.now() + DELAY_MINUTES * 60_000
    return
  }
  if (scenario === 'wrongAmount') payment.paidCents = payment.amountCents - 100
  if (scenario === 'decline') {
    payment.state = 'declined'
    queueCallback(context, payment, { body: paymentNotification(payment, 'F') })
  } else complete(context, payment)
}

/** Takes the money and tells the merchant. */
function complete(context: Context, payment: SandboxPayment): void {
  payment.state = 'paid'
  payment.completesAt = undefined
  queueCallback(context, payment, { body: paymentNotification(payment, 'S') })
}

const DAY_MS = 24 * 3_600_000
/** Days after its payment in which a refund can be requested. */
const REFUND_DAYS = { OCTOPUS: 90, ALIPAY_HK: 365 } as const

const isOctopus = ({ method }: SandboxPayment) => method === 'OCTOPUS'

interface RefundRequest {
  refundRequestId?: string
  paymentId?: string
  refundAmount?: Amount
  refundNotifyUrl?: string
}

/** A refund to AlipayHK is carried out at once; one to an Octopus on the next day, if it is claimed. */
function refund(
  context: Context,
  { paymentId, refundRequestId, refundAmount, refundNotifyUrl }: RefundRequest,
): object {
  const payment = findPayment(context, 'antom', { id: paymentId ?? '' })
  if (!payment || payment.state !== 'paid' || !refundRequestId) return failed('ORDER_NOT_EXIST')
  const known = payment.refunds.find((one) => one.requestId === refundRequestId)
  const problem = known ? undefined : problemOf(context, payment, refundAmount)
  if (problem) return failed(problem)
  const made = known ?? {
    id: newProviderId(24),
    requestId: refundRequestId,
    amountCents: centsOf(refundAmount)!,
    at: context.now(),
    notifyUrl: refundNotifyUrl,
  }
  if (!known) payment.refunds.push(made)
  // It is named once it has succeeded.
  if (isOctopus(payment))
    return { result: { resultStatus: 'U', resultCode: 'REFUND_IN_PROCESS', resultMessage: 'refund in process' } }
  return { ...succeeded(), refundRequestId, refundId: made.id, paymentId: payment.id, refundAmount }
}

function problemOf({ now }: Context, payment: SandboxPayment, amount: Amount | undefined): string | undefined {
  const days = REFUND_DAYS[isOctopus(payment) ? 'OCTOPUS' : 'ALIPAY_HK']
  if (now() - payment.createdAt > days * DAY_MS) return 'REFUND_WINDOW_EXCEED'
  const amountCents = centsOf(amount)
  if (!amountCents || (isOctopus(payment) && amountCents % 10 !== 0)) return 'PARAM_ILLEGAL'
  const rest = payment.refunds.reduce((sum, one) => sum - one.amountCents, payment.paidCents)
  return amountCents > rest ? 'REFUND_AMOUNT_EXCEED' : undefined
}

function inquireRefund(context: Context, { refundRequestId }: { refundRequestId?: string }): object {
  for (const payment of antomPayments(context)) {
    const made = payment.refunds.find((one) => one.requestId === refundRequestId)
    if (made)
      return { ...succeeded(), refundRequestId, refundId: made.id, refundStatus: statusOf(context, payment, made) }
  }
  return failed('REFUND_NOT_EXIST')
}

const antomPayments = ({ state }: Context) => state.payments.filter(({ provider }) => provider === 'antom')

function statusOf({ now }: Context, payment: SandboxPayment, { at = 0 }: SandboxRefund): string {
  if (isOctopus(payment) && now() - at < DAY_MS) return 'PROCESSING'
  return payment.scenario === 'unclaimed' ? 'FAIL' : 'SUCCESS'
}

/** Tells once of each refund to an Octopus that has ended, where the refund was requested with an address. */
export function tellRefunds(context: Context): void {
  for (const payment of antomPayments(context).filter(isOctopus)) {
    for (const made of payment.refunds) {
      const status = statusOf(context, payment, made)
      if (made.isTold || status === 'PROCESSING') continue
      made.isTold = true
      if (!made.notifyUrl) continue
      const body = {
        notifyType: 'REFUND_RESULT',
        result: { resultStatus: status === 'SUCCESS' ? 'S' : 'F', resultCode: status, resultMessage: '' },
        refundStatus: status,
        refundRequestId: made.requestId,
        refundId: made.id,
        refundAmount: { currency: payment.currency, value: String(made.amountCents) },
        refundTime: Temporal.Instant.fromEpochMilliseconds(context.now()).toString({ smallestUnit: 'second' }),
      }
      queueCallback(context, { ...payment, notifyUrl: made.notifyUrl }, { body: JSON.stringify(body) })
    }
  }
}

function headers(context: Context, url: string, { body, forged }: Delivery): Record<string, string> {
  const { pathname, search } = new URL(url)
  const time = String(Temporal.Now.instant().epochMilliseconds)
  // A forged one carries the signature of another message.
  const text = `POST ${pathname}${search}\n${CLIENT_ID}.${time}.${forged ? randomUUID() : body}`
  return { 'client-id': CLIENT_ID, 'request-time': time, signature: signatureOf(context, text) }
}
