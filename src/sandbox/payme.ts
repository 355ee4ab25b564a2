import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  type Context,
  DELAY_MINUTES,
  findPayment,
  json,
  queueCallback,
  type Route,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

export const payme: SandboxProvider = {
  name: 'payme',
  newSecrets,
  settings: (context) => {
    const { clientId, clientSecret, signingKeyId, signingKey } = secretsOf(context)
    return {
      PAYME_CLIENT_ID: clientId,
      PAYME_CLIENT_SECRET: clientSecret,
      PAYME_SIGNING_KEY_ID: signingKeyId,
      PAYME_SIGNING_KEY: signingKey,
      PAYME_API_BASE: context.url(),
    }
  },
  routes,
  pages: [{ path: '/payme/pay', parameter: 'id', returns: true }],
  nameOf: () => 'PayMe',
  decide,
  complete,
  retryMinutes: [1, 5, 15],
  contentType: 'application/json',
  headers: () => ({}),
  isAccepted: (status) => status >= 200 && status < 300,
}

/** Requests whose time is further off are refused. */
const CLOCK_MS = 5 * 60_000
const TOKEN_MS = 60 * 60_000

interface PaymeSecrets {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingKeyId: string
  readonly signingKey: string
}

function newSecrets(): PaymeSecrets {
  return {
    clientId: randomUUID(),
    clientSecret: randomBytes(24).toString('base64url'),
    signingKeyId: randomUUID(),
    signingKey: randomBytes(32).toString('base64'),
  }
}

const secretsOf = (context: Context): PaymeSecrets => context.secretsOf('payme') as PaymeSecrets

/** What a request's signature covers, in this order. */
const SIGNED = '(request-target) Api-Version Request-Date-Time Content-Type Digest Accept Trace-Id Authorization'.split(
  ' ',
)

function routes(context: Context): Route[] {
  const { clientId, clientSecret, signingKeyId, signingKey } = secretsOf(context)

  /** The access token of an hour, in real time, as the adapter counts it: the service's own clock may be moved. */
  const tokenOf = (hour: number) => createHash('sha256').update(`${clientSecret} ${hour}`).digest('base64url')
  const hourNow = () => Math.floor(Temporal.Now.instant().epochMilliseconds / TOKEN_MS)

  function logIn({ body }: SandboxRequest): SandboxResponse {
    const form = new URLSearchParams(body)
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return problem(401, 'EA001', 'Client')
    const expiresOn = Temporal.Now.instant().add({ hours: 1 }).toString()
    return json(200, { accessToken: tokenOf(hourNow()), tokenType: 'Bearer', expiresOn })
  }

  const call =
    (handle: (body: Record<string, never>, id: string) => SandboxResponse) =>
    (request: SandboxRequest, id = '') =>
      problemOf(request) ?? handle((request.body ? JSON.parse(request.body) : {}) as Record<string, never>, id)

  /** In the order and with the codes of PayMe's gateway. */
  function problemOf(request: SandboxRequest): SandboxResponse | undefined {
    const { headers } = request
    if (headers['api-version'] !== '0.12') return json(404, { message: 'Resource not found' })
    if (headers['accept'] !== 'application/json') return problem(406, 'EA008', 'Header Accept')
    if (headers['content-type'] !== 'application/json') return problem(415, 'EA002', 'Content type not supported')
    if (!isKnown(request)) return problem(401, 'EA001', 'Error validating JWT')
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(headers['trace-id'] ?? ''))
      return problem(400, 'EA002', 'Header Trace-Id')
    if (!headers['signature']) return problem(400, 'EA002', 'Header Signature was not found in the request')
    if (!isRecent(headers['request-date-time'])) return problem(400, 'EA002', 'Request timestamp')
    return isSigned(request) ? undefined : problem(401, 'EA001', 'Unable to verify signature')
  }

  const isKnown = ({ headers }: SandboxRequest) =>
    [hourNow(), hourNow() - 1].some((hour) => headers['authorization'] === `Bearer ${tokenOf(hour)}`)

  function isSigned({ method, path, headers, body }: SandboxRequest): boolean {
    const given = Object.fromEntries(
      [...(headers['signature'] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const lines = SIGNED.map((name) =>
      name.startsWith('(')
        ? `${name}: ${method.toLowerCase()} ${path}`
        : `${name.toLowerCase()}: ${headers[name.toLowerCase()]}`,
    )
    const expected = createHmac('sha256', Buffer.from(signingKey, 'base64')).update(lines.join('\n')).digest()
    const actual = Buffer.from(given['signature'] ?? '', 'base64')
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`
    return (
      given['keyId'] === signingKeyId &&
      given['algorithm'] === 'hmac-sha256' &&
      // Their case does not count.
      given['headers']?.toLowerCase() === SIGNED.join(' ').toLowerCase() &&
      headers['digest'] === digest &&
      actual.length === expected.length &&
      timingSafeEqual(actual, expected)
    )
  }

  const request = '/payments/paymentrequests/([\\w-]{36})'
  const transaction = '/payments/transactions/([\\w-]{36})'
  return [
    ['POST', /^\/oauth2\/token$/, logIn],
    ['POST', /^\/payments\/paymentrequests$/, call((body) => open(context, body))],
    ['GET', new RegExp(`^${request}$`), call((_, id) => show(context, id))],
    ['PUT', new RegExp(`^${request}/cancel$`), call((_, id) => cancel(context, id))],
    ['GET', new RegExp(`^${transaction}$`), call((_, id) => showTransaction(context, id))],
    ['POST', new RegExp(`^${transaction}/refunds$`), call((body, id) => refund(context, body, id))],
  ]
}

function isRecent(time = ''): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time)) return false
  const now = Temporal.Now.instant().epochMilliseconds
  return Math.abs(Temporal.Instant.from(time).epochMilliseconds - now) <= CLOCK_MS
}

const problem = (status: number, errorCode: string, errorDescription: string): SandboxResponse =>
  json(status, { errors: [{ errorCode, errorDescription }] })

const NO_REQUEST = problem(400, 'EB008', 'PayCode not found')
const NO_TRANSACTION = problem(400, 'EB009', 'Transaction not found')

interface PaymentRequest {
  totalAmount?: number
  currencyCode?: string
  effectiveDuration?: number
  notificationUri?: string
  appSuccessCallback?: string
  appFailCallback?: string
  merchantData?: { orderId?: string; orderDescription?: string }
}

/** The cents of a number of dollars with at most two decimals. */
function centsOf(amount: number | undefined): number | undefined {
  const cents = Math.round((amount ?? 0) * 100)
  return typeof amount === 'number' && cents > 0 && cents / 100 === amount ? cents : undefined
}

/** Each request opens another one: PayMe knows no idempotency keys. */
function open(context: Context, body: PaymentRequest): SandboxResponse {
  const { effectiveDuration = 600, merchantData, appSuccessCallback = '', appFailCallback = '' } = body
  const amountCents = centsOf(body.totalAmount)
  const isRight = body.currencyCode === 'HKD' && effectiveDuration >= 15 && merchantData?.orderId && appSuccessCallback
  if (!amountCents || !isRight) return problem(400, 'EA002', 'Field error')
  const payment: SandboxPayment = {
    provider: 'payme',
    id: randomUUID(),
    orderId: merchantData.orderId!,
    request: '',
    amountCents,
    currency: 'HKD',
    description: merchantData.orderDescription ?? '',
    returnUrl: appSuccessCallback,
    cancelUrl: appFailCallback,
    notifyUrl: body.notificationUri,
    createdAt: context.now(),
    expiresAt: context.now() + effectiveDuration * 1000,
    state: 'open',
    scenario: 'approve',
    paidCents: amountCents,
    refunds: [],
  }
  context.state.payments.push(payment)
  return json(201, requestOf(context, payment))
}

const CODES = {
  open: ['PR001', 'PaymentRequestInitiated'],
  approved: ['PR001', 'PaymentRequestInitiated'],
  processing: ['PR001', 'PaymentRequestInitiated'],
  paid: ['PR005', 'PaymentSuccess'],
  declined: ['PR004', 'PaymentRequestRejected'],
  cancelled: ['PR007', 'PaymentRequestExpired'],
} as const satisfies Record<SandboxPayment['state'], readonly [string, string]>

/** Only a payment has transactions. They name the merchant's order. */
const transactionsOf = ({ orderId, description, captureId, paidCents, currency }: SandboxPayment) =>
  captureId !== undefined && {
    transactions: [
      {
        transactionId: captureId,
        transactionType: '003',
        orderId,
        orderDescription: description,
        transactionAmount: paidCents / 100,
        transactionCurrencyCode: currency,
      },
    ],
  }

function requestOf(context: Context, payment: SandboxPayment): object {
  const { id, orderId, description, paidCents, currency, state, expiresAt } = payment
  const isOver = state === 'open' && expiresAt <= context.now()
  const [statusCode, statusDescription] = CODES[isOver ? 'cancelled' : state]
  const link = `${context.url()}/payme/pay?id=${id}`
  return {
    paymentRequestId: id,
    totalAmount: paidCents / 100,
    currencyCode: currency,
    statusCode,
    statusDescription,
    merchantData: { orderId, orderDescription: description },
    ...transactionsOf(payment),
    webLink: link,
    // The real one opens the app.
    appLink: link,
  }
}

function show(context: Context, id: string): SandboxResponse {
  const payment = findPayment(context, 'payme', { id })
  return payment ? json(200, requestOf(context, payment)) : NO_REQUEST
}

function cancel(context: Context, id: string): SandboxResponse {
  const payment = findPayment(context, 'payme', { id })
  if (!payment) return NO_REQUEST
  if (payment.state !== 'open' || payment.expiresAt <= context.now()) return problem(400, 'EB007', 'Expired pay code')
  payment.state = 'cancelled'
  return json(200, requestOf(context, payment))
}

/** A payment, then its refunds. */
function showTransaction(context: Context, captureId: string): SandboxResponse {
  const payment = findPayment(context, 'payme', { captureId })
  if (!payment) return NO_TRANSACTION
  const refunds = payment.refunds.map((made) => ({
    transactionId: made.id,
    transactionType: '004',
    transactionAmount: made.amountCents / 100,
    transactionCurrencyCode: payment.currency,
    reasonCode: '00',
    reasonMessage: made.requestId,
  }))
  const { transactions } = transactionsOf(payment) || { transactions: [] }
  return json(200, { transactions: [...transactions, ...refunds] })
}

interface RefundRequest {
  amount?: number
  currencyCode?: string
  reasonCode?: string
  reasonMessage?: string
}

/** Asked for twice, it is carried out twice. */
function refund(context: Context, body: RefundRequest, captureId: string): SandboxResponse {
  const payment = findPayment(context, 'payme', { captureId })
  if (!payment) return NO_TRANSACTION
  const amountCents = centsOf(body.amount)
  const rest = payment.refunds.reduce((sum, one) => sum - one.amountCents, payment.paidCents)
  const { currencyCode, reasonCode, reasonMessage } = body
  if (!amountCents || currencyCode !== payment.currency || !reasonCode) return problem(400, 'EA002', 'Field error')
  if (amountCents > rest) return problem(400, 'EB010', 'Refund amount entered > net refundable amount')
  const made = { id: randomUUID(), requestId: reasonMessage ?? '', amountCents }
  payment.refunds.push(made)
  return json(201, {
    refundId: made.id,
    transactionId: captureId,
    refundAmount: amountCents / 100,
    refundCurrencyCode: currencyCode,
    reasonCode,
    reasonMessage,
  })
}

/**
 * A callback, whose signature the service does not know: a forged one says what the real one would. It names the merchant's order in its
 * transactions, or the payment request where there is none.
 */
function callbackOf(payment: SandboxPayment) {
  const { id, state, paidCents, currency } = payment
  const [statusCode, statusDescription] = CODES[state]
  const named = transactionsOf(payment) || { paymentRequestId: id }
  const body = { totalAmount: paidCents / 100, currencyCode: currency, statusCode, statusDescription, ...named }
  return { body: JSON.stringify(body) }
}

function decide(context: Context, payment: SandboxPayment): void {
  const { scenario, amountCents } = payment
  if (scenario === 'forged') {
    const told = { ...payment, state: 'paid', captureId: randomUUID() } as const
    queueCallback(context, payment, { ...callbackOf(told), forged: true })
  } else if (scenario === 'delay') {
    payment.state = 'processing'
    payment.completesAt = context.now() + DELAY_MINUTES * 60_000
  } else if (scenario === 'decline') {
    payment.state = 'declined'
    queueCallback(context, payment, callbackOf(payment))
  } else {
    if (scenario === 'wrongAmount') payment.paidCents = amountCents - 100
    complete(context, payment)
  }
}

function complete(context: Context, payment: SandboxPayment): void {
  payment.state = 'paid'
  payment.completesAt = undefined
  payment.captureId = randomUUID()
  queueCallback(context, payment, callbackOf(payment))
}
