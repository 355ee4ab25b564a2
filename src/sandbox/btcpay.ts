import { createHmac, randomBytes } from 'node:crypto'
import {
  type Context,
  type Delivery,
  DELAY_MINUTES,
  decimalOf,
  findPayment,
  done,
  html,
  json,
  newProviderId,
  queueCallback,
  type Route,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

export const btcpay: SandboxProvider = {
  name: 'btcpay',
  newSecrets: (): BtcpaySecrets => ({
    apiKey: randomBytes(20).toString('hex'),
    storeId: newProviderId(44),
    webhookSecret: randomBytes(20).toString('base64url'),
  }),
  settings: (context) => {
    const { apiKey, storeId, webhookSecret } = secretsOf(context)
    return {
      BTCPAY_URL: context.url(),
      BTCPAY_API_KEY: apiKey,
      BTCPAY_STORE_ID: storeId,
      BTCPAY_WEBHOOK_SECRET: webhookSecret,
    }
  },
  routes: createRoutes,
  pages: [{ path: '/btcpay/checkout', parameter: 'id', returns: true }],
  scenariosOf: () => ['approve', 'delay', 'late', 'double', 'wrongAmount', 'tooMuch', 'forged', 'silent'],
  nameOf: () => 'BTCPay Server',
  decide,
  complete,
  // About an hour.
  retryMinutes: [1, 10, 10, 10, 10, 10, 10],
  contentType: 'application/json',
  headers,
  isAccepted: (status) => status === 200,
}

/** A payment that comes too late comes this long after the invoice has expired. */
const LATE_MS = 60_000

interface BtcpaySecrets {
  readonly apiKey: string
  readonly storeId: string
  readonly webhookSecret: string
}

const secretsOf = (context: Context): BtcpaySecrets => context.secretsOf('btcpay') as BtcpaySecrets

interface InvoiceRequest {
  amount?: string
  currency?: string
  metadata?: { orderId?: string; itemDesc?: string }
  checkout?: { redirectURL?: string; expirationMinutes?: number }
}

interface RefundRequest {
  name?: string
  payoutMethods?: string[]
  refundVariant?: string
  customAmount?: string
  customCurrency?: string
}

/** BTCPay Server's API as far as invoices and their refunds need it, and the page on which a refund is claimed. */
function createRoutes(context: Context): Route[] {
  const { apiKey, storeId } = secretsOf(context)
  const merchant =
    (handle: (request: SandboxRequest, id: string) => SandboxResponse) =>
    (request: SandboxRequest, id = ''): SandboxResponse =>
      request.headers.authorization === `token ${apiKey}` ? handle(request, id) : json(401, { code: 'unauthenticated' })
  const invoice = (handle: (payment: SandboxPayment, request: SandboxRequest) => SandboxResponse) =>
    merchant((request, id) => {
      const payment = findPayment(context, 'btcpay', { id })
      return payment ? handle(payment, request) : json(404, { code: 'invoice-not-found' })
    })
  const claim =
    (handle: (made: SandboxRefund, request: SandboxRequest) => SandboxResponse) =>
    (request: SandboxRequest, id = '') => {
      const made = claimsOf(context).find((one) => one.id === id)
      return made ? handle(made, request) : json(404, { code: 'pullpayment-not-found' })
    }
  const store = `^/api/v1/stores/${storeId}`
  const at = (path: string) => new RegExp(`${store}${path}$`)
  return [
    ['POST', at('/invoices'), merchant(({ body }) => createInvoice(context, JSON.parse(body) as InvoiceRequest))],
    ['GET', at('/invoices'), merchant(({ query }) => json(200, invoicesOf(context, query.get('orderId') ?? '')))],
    ['GET', at('/invoices/(\\w+)'), invoice((payment) => json(200, invoiceBody(context, payment)))],
    ['GET', at('/invoices/(\\w+)/payment-methods'), invoice((payment) => json(200, methodsOf(payment)))],
    ['POST', at('/invoices/(\\w+)/status'), invoice((payment) => mark(context, payment))],
    [
      'POST',
      at('/invoices/(\\w+)/refund'),
      invoice((payment, { body }) => refund(context, payment, JSON.parse(body) as RefundRequest)),
    ],
    [
      'GET',
      at('/pull-payments'),
      merchant(() =>
        json(
          200,
          claimsOf(context).map((made) => claimBody(context, made)),
        ),
      ),
    ],
    ['DELETE', at('/pull-payments/(\\w+)'), merchant((request, id) => claim(close)(request, id))],
    ['GET', /^\/api\/v1\/pull-payments\/(\w+)$/, claim((made) => json(200, claimBody(context, made)))],
    ['GET', /^\/api\/v1\/pull-payments\/(\w+)\/payouts$/, claim((made) => json(200, payoutsOf(made)))],
    ['GET', /^\/pull-payments\/(\w+)$/, claim((made) => html(200, claimPage(made)))],
    ['POST', /^\/pull-payments\/(\w+)$/, claim(pay)],
  ]
}

function createInvoice(
  context: Context,
  { amount = '', currency, metadata, checkout }: InvoiceRequest,
): SandboxResponse {
  const amountCents = /^\d{1,8}\.\d{2}$/.test(amount) ? Math.round(Number(amount) * 100) : 0
  if (amountCents === 0 || currency?.length !== 3 || !checkout?.redirectURL || !metadata?.orderId)
    return json(422, [{ path: 'amount', message: 'invalid' }])
  const { redirectURL: returnUrl, expirationMinutes = 15 } = checkout
  const payment: SandboxPayment = {
    provider: 'btcpay',
    id: newProviderId(22),
    orderId: metadata.orderId,
    request: '',
    amountCents,
    currency,
    description: metadata.itemDesc ?? '',
    returnUrl,
    cancelUrl: returnUrl,
    createdAt: context.now(),
    expiresAt: context.now() + expirationMinutes * 60_000,
    state: 'open',
    scenario: 'approve',
    paidCents: 0,
    refunds: [],
  }
  context.state.payments.push(payment)
  return json(200, invoiceBody(context, payment))
}

const invoicesOf = (context: Context, orderId: string): object[] =>
  context.state.payments
    .filter((one) => one.provider === 'btcpay' && (orderId === '' || one.orderId === orderId))
    .map((one) => invoiceBody(context, one))

/** The two statuses of an invoice: what became of it, and why. */
function statusOf(context: Context, { state, amountCents, paidCents, expiresAt }: SandboxPayment) {
  const isExpired = expiresAt <= context.now()
  if (state === 'cancelled') return ['Invalid', 'Marked'] as const
  if (state === 'paid') {
    if (paidCents < amountCents) return ['Expired', 'PaidPartial'] as const
    return ['Settled', paidCents > amountCents ? 'PaidOver' : 'None'] as const
  }
  // Paid late: BTCPay Server leaves it to the merchant.
  if (state === 'approved') return ['Expired', 'PaidLate'] as const
  if (state === 'processing')
    return paidCents < amountCents ? (['New', 'PaidPartial'] as const) : (['Processing', 'None'] as const)
  return [isExpired ? 'Expired' : 'New', 'None'] as const
}

function invoiceBody(context: Context, payment: SandboxPayment): object {
  const { id, orderId, amountCents, paidCents, currency, description } = payment
  const [status, additionalStatus] = statusOf(context, payment)
  return {
    id,
    amount: decimalOf(amountCents),
    paidAmount: decimalOf(paidCents),
    currency,
    status,
    additionalStatus,
    checkoutLink: `${context.url()}/btcpay/checkout?id=${id}`,
    metadata: { orderId, itemDesc: description },
  }
}

const methodsOf = ({ state, paidCents }: SandboxPayment): object[] => [
  { paymentMethodId: 'BTC-LN', payments: [] },
  {
    paymentMethodId: 'BTC-CHAIN',
    payments: paidCents > 0 ? [{ status: state === 'processing' ? 'Processing' : 'Settled' }] : [],
  },
]

/** Marks an invoice as invalid: only one that is new. */
function mark(context: Context, payment: SandboxPayment): SandboxResponse {
  if (statusOf(context, payment)[0] !== 'New') return json(400, { code: 'invoice-status' })
  payment.state = 'cancelled'
  payment.completesAt = undefined
  return json(200, invoiceBody(context, payment))
}

const claimsOf = ({ state }: Context): SandboxRefund[] =>
  state.payments.filter(({ provider }) => provider === 'btcpay').flatMap(({ refunds }) => refunds)

function refund(context: Context, payment: SandboxPayment, request: RefundRequest): SandboxResponse {
  const { name = '', payoutMethods = [], refundVariant, customAmount = '', customCurrency } = request
  const amountCents = Math.round(Number(customAmount) * 100)
  const isRight =
    refundVariant === 'Custom' &&
    payoutMethods.join() === 'BTC-CHAIN' &&
    customCurrency === payment.currency &&
    amountCents > 0
  if (!isRight || amountCents > payment.paidCents) return json(422, [{ path: 'customAmount', message: 'invalid' }])
  const made: SandboxRefund = { id: newProviderId(26), requestId: name, amountCents, at: context.now() }
  payment.refunds.push(made)
  return json(200, claimBody(context, made))
}

const claimBody = (context: Context, { id, requestId, isClosed = false }: SandboxRefund): object => ({
  id,
  name: requestId,
  archived: isClosed,
  viewLink: `${context.url()}/pull-payments/${id}`,
})

const payoutsOf = ({ claimedCents = 0 }: SandboxRefund): object[] =>
  claimedCents > 0 ? [{ state: 'Completed', originalAmount: decimalOf(claimedCents), originalCurrency: 'HKD' }] : []

function close(made: SandboxRefund): SandboxResponse {
  made.isClosed = true
  return json(200, {})
}

/** The payer claims `cents`, or all that is left. */
function pay(made: SandboxRefund, { body }: SandboxRequest): SandboxResponse {
  if (made.isClosed) return html(410, '<h1>連結已失效 This link is closed</h1>')
  const { claimedCents = 0, amountCents } = made
  const cents = Number(new URLSearchParams(body).get('cents') ?? amountCents - claimedCents)
  made.claimedCents = Math.min(amountCents, claimedCents + cents)
  return done()
}

const claimPage = ({ amountCents }: SandboxRefund): string =>
  `<h1>BTCPay 沙盒 sandbox</h1><p>HKD ${decimalOf(amountCents)}</p>
<form method="post"><button>領取退款 Claim refund</button></form>`

type Event = { type: string; forged?: boolean }

/** Queues an event. What is forged gets a wrong signature. */
function tell(context: Context, payment: SandboxPayment, { type, forged = false }: Event): void {
  const deliveryId = newProviderId(22)
  const body = {
    deliveryId,
    webhookId: 'sandbox',
    originalDeliveryId: deliveryId,
    isRedelivery: false,
    type,
    timestamp: Math.floor(context.now() / 1000),
    storeId: secretsOf(context).storeId,
    invoiceId: payment.id,
    metadata: { orderId: payment.orderId },
  }
  queueCallback(context, payment, { body: JSON.stringify(body), forged })
}

/** The payer has chosen on the invoice's page. */
function decide(context: Context, payment: SandboxPayment): void {
  const { scenario, amountCents, expiresAt } = payment
  switch (scenario) {
    case 'forged':
      return tell(context, payment, { type: 'InvoiceSettled', forged: true })
    case 'late':
      payment.completesAt = expiresAt + LATE_MS
      return undefined
    case 'delay':
      Object.assign(payment, { state: 'processing', paidCents: amountCents })
      payment.completesAt = context.now() + DELAY_MINUTES * 60_000
      return tell(context, payment, { type: 'InvoiceProcessing' })
    case 'wrongAmount':
      Object.assign(payment, { state: 'processing', paidCents: amountCents - 100, completesAt: expiresAt })
      return tell(context, payment, { type: 'InvoiceReceivedPayment' })
    case 'tooMuch':
      payment.paidCents = amountCents + 100
      return complete(context, payment)
    default:
      payment.paidCents = amountCents
      return complete(context, payment)
  }
}

function complete(context: Context, payment: SandboxPayment): void {
  payment.completesAt = undefined
  if (payment.scenario === 'late') Object.assign(payment, { state: 'approved', paidCents: payment.amountCents })
  else payment.state = 'paid'
  const [status, additional] = statusOf(context, payment)
  const over = additional === 'PaidLate' ? 'InvoicePaidAfterExpiration' : 'InvoiceExpiredPaidPartial'
  tell(context, payment, { type: status === 'Settled' ? 'InvoiceSettled' : over })
}

function headers(context: Context, _: string, { body, forged }: Delivery): Record<string, string> {
  const secret = forged ? 'another secret' : secretsOf(context).webhookSecret
  return { 'btcpay-sig': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}
