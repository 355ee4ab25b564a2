import {
  authorized,
  centsOf,
  eventBody,
  headers,
  isSame,
  newSecrets,
  NOT_FOUND,
  parse,
  problem,
  secretsOf,
  statusAfter,
  tokenOf,
} from './paypal-api.ts'
import { createReportingRoutes } from './paypal-reporting.ts'
import {
  approveSubscription,
  chargeDueSubscription,
  createSubscriptionRoutes,
  decideSubscription,
  endSubscription,
} from './paypal-subscriptions.ts'
import {
  type Context,
  decimalOf,
  DELAY_MINUTES,
  findPayment,
  json,
  newProviderId,
  queueCallback,
  type Route,
  type SandboxPayment,
  type SandboxProvider,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

/** Orders can be approved for three hours. */
const LIFETIME_MS = 3 * 3_600_000

export const paypal: SandboxProvider = {
  name: 'paypal',
  newSecrets,
  settings: (context) => {
    const { clientId, clientSecret, webhookId } = secretsOf(context)
    return {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_WEBHOOK_ID: webhookId,
      PAYPAL_API_BASE: context.url(),
      PAYPAL_CERT_BASE: context.url(),
    }
  },
  routes: (context) => [
    ...createOrderRoutes(context),
    ...createSubscriptionRoutes(context),
    ...createReportingRoutes(context),
  ],
  pages: [{ path: '/checkoutnow', parameter: 'token', returns: true }],
  nameOf: () => 'PayPal',
  decide,
  complete,
  // PayPal names its order in the query of the return page.
  returnTo: (url, { id }) => url.searchParams.set('token', id),
  mandates: {
    name: 'PayPal',
    pages: [{ path: '/webapps/billing/subscriptions', parameter: 'ba_token', returns: true }],
    decide: decideSubscription,
    approve: approveSubscription,
    end: endSubscription,
    chargeDue: chargeDueSubscription,
    returnTo: (url, { id }) => url.searchParams.set('subscription_id', id),
  },
  // 25 attempts in three days.
  retryMinutes: [1, 2, 5, 10, 30, 60, ...Array.from({ length: 18 }, () => 225)],
  contentType: 'application/json',
  headers,
  isAccepted: (status) => status === 200,
}

interface OrderRequest {
  intent?: string
  purchase_units?: { custom_id?: string; description?: string; amount?: { currency_code?: string; value?: string } }[]
  payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } }
}

/** Orders v2, with their refunds, the access token and the certificate. */
function createOrderRoutes(context: Context): Route[] {
  const { clientId, clientSecret, certificate } = secretsOf(context)
  const member = authorized(context)

  return [
    ['POST', /^\/v1\/oauth2\/token$/, logIn],
    ['GET', /^\/v1\/notifications\/certs\/CERT-SANDBOX$/, () => ({ status: 200, body: certificate })],
    ['POST', /^\/v2\/checkout\/orders$/, member((request) => createOrder(context, request))],
    ['GET', /^\/v2\/checkout\/orders\/([\w-]+)$/, member((_, id) => showOrder(context, id))],
    ['POST', /^\/v2\/checkout\/orders\/([\w-]+)\/capture$/, member((_, id) => capture(context, id))],
    ['POST', /^\/v2\/payments\/captures\/([\w-]+)\/refund$/, member((request, id) => refund(context, request, id))],
    ['GET', /^\/v2\/payments\/refunds\/([\w-]+)$/, member((_, id) => showRefund(context, id))],
  ]

  function logIn({ headers, body }: SandboxRequest): SandboxResponse {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const isRight =
      isSame(headers.authorization, expected) && new URLSearchParams(body).get('grant_type') === 'client_credentials'
    if (!isRight) return json(401, { error: 'invalid_client' })
    return json(200, { access_token: tokenOf(context), token_type: 'Bearer', expires_in: 32_400 })
  }
}

function createOrder(context: Context, { headers, body }: SandboxRequest): SandboxResponse {
  const requestId = headers['paypal-request-id']
  const request = parse(body) as OrderRequest | undefined
  const unit = request?.purchase_units?.[0]
  const { return_url: returnUrl, cancel_url: cancelUrl } = request?.payment_source?.paypal?.experience_context ?? {}
  const amountCents = centsOf(unit?.amount?.value)
  const isRight = request?.intent === 'CAPTURE' && request.purchase_units?.length === 1 && unit?.custom_id
  if (!isRight || !amountCents || !returnUrl || !cancelUrl || unit.amount?.currency_code?.length !== 3)
    return problem(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
  const known =
    requestId && context.state.payments.find((one) => one.provider === 'paypal' && one.request === requestId)
  if (known) return json(200, orderBody(context, known))
  const order: SandboxPayment = {
    provider: 'paypal',
    id: newProviderId(),
    orderId: unit.custom_id!,
    request: requestId ?? '',
    amountCents,
    currency: unit.amount.currency_code,
    description: unit.description ?? '',
    returnUrl,
    cancelUrl,
    createdAt: context.now(),
    expiresAt: context.now() + LIFETIME_MS,
    state: 'open',
    scenario: 'approve',
    paidCents: amountCents,
    refunds: [],
  }
  context.state.payments.push(order)
  return json(201, orderBody(context, order))
}

/** @returns undefined for an order that does not exist, or has expired */
function findOrder(context: Context, id: string): SandboxPayment | undefined {
  const order = findPayment(context, 'paypal', { id })
  return order && (order.captureId !== undefined || order.expiresAt > context.now()) ? order : undefined
}

function showOrder(context: Context, id: string): SandboxResponse {
  const order = findOrder(context, id)
  return order ? json(200, orderBody(context, order)) : NOT_FOUND()
}

function capture(context: Context, id: string): SandboxResponse {
  const order = findOrder(context, id)
  if (!order) return NOT_FOUND()
  if (order.captureId !== undefined) return problem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
  if (order.state === 'declined') return problem(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
  if (order.state !== 'approved') return problem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
  order.captureId = newProviderId()
  if (order.scenario === 'delay') {
    order.state = 'processing'
    order.completesAt = context.now() + DELAY_MINUTES * 60_000
  } else complete(context, order)
  return json(201, orderBody(context, order))
}

function refund(context: Context, { headers, body }: SandboxRequest, captureId: string): SandboxResponse {
  const order = findPayment(context, 'paypal', { captureId })
  if (!order || order.state !== 'paid') return NOT_FOUND()
  const requestId = headers['paypal-request-id'] ?? newProviderId()
  const known = order.refunds.find((one) => one.requestId === requestId)
  if (known) return json(201, { id: known.id, status: 'COMPLETED' })
  const { amount } = (parse(body) ?? {}) as { amount?: { value?: string } }
  const amountCents = amount ? centsOf(amount.value) : restOf(order)
  if (!amountCents || amountCents > restOf(order)) return problem(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
  const made = { id: newProviderId(), requestId, amountCents, at: context.now() }
  order.refunds.push(made)
  const links = [{ rel: 'up', href: `${context.url()}/v2/payments/captures/${captureId}` }]
  const resource = {
    id: made.id,
    status: 'COMPLETED',
    amount: { currency_code: order.currency, value: decimalOf(amountCents) },
    links,
  }
  queueCallback(context, order, { body: eventBody(context, 'PAYMENT.CAPTURE.REFUNDED', resource) })
  return json(201, resource)
}

function showRefund(context: Context, id: string): SandboxResponse {
  const found = context.state.payments.some(
    ({ provider, refunds }) => provider === 'paypal' && refunds.some((one) => one.id === id),
  )
  return found ? json(200, { id, status: 'COMPLETED' }) : problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
}

function orderBody(context: Context, order: SandboxPayment): object {
  const { id, orderId, description, amountCents, currency, captureId, state: stateNow } = order
  const captured = captureId !== undefined && [captureBody(order)]
  const status =
    captureId !== undefined
      ? 'COMPLETED'
      : stateNow === 'approved' || stateNow === 'declined'
        ? 'APPROVED'
        : 'PAYER_ACTION_REQUIRED'
  return {
    id,
    intent: 'CAPTURE',
    status,
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: orderId,
        description,
        amount: { currency_code: currency, value: decimalOf(amountCents) },
        ...(captured && { payments: { captures: captured } }),
      },
    ],
    links: [{ rel: 'payer-action', method: 'GET', href: `${context.url()}/checkoutnow?token=${id}` }],
  }
}

/** Takes the money of a captured order and tells the merchant. */
function complete(context: Context, order: SandboxPayment): void {
  order.state = 'paid'
  order.paidAt = context.now()
  order.completesAt = undefined
  queueCallback(context, order, { body: eventBody(context, 'PAYMENT.CAPTURE.COMPLETED', captureBody(order)) })
}

/** The payer has decided on PayPal's page. */
function decide(context: Context, order: SandboxPayment): void {
  const { scenario, amountCents } = order
  if (scenario === 'forged') {
    const forged = { ...order, captureId: newProviderId(), state: 'paid' } as const
    queueCallback(context, order, {
      body: eventBody(context, 'PAYMENT.CAPTURE.COMPLETED', captureBody(forged)),
      forged: true,
    })
    return
  }
  order.state = scenario === 'decline' ? 'declined' : 'approved'
  if (scenario === 'wrongAmount') order.paidCents = amountCents - 100
  const resource = { id: order.id, status: 'APPROVED', intent: 'CAPTURE' }
  queueCallback(context, order, { body: eventBody(context, 'CHECKOUT.ORDER.APPROVED', resource) })
}

const captureBody = ({ captureId, orderId, state, paidCents, currency, refunds }: SandboxPayment): object => ({
  id: captureId,
  status: state === 'paid' ? statusAfter(refunds, paidCents) : 'PENDING',
  custom_id: orderId,
  amount: { currency_code: currency, value: decimalOf(paidCents) },
})

const restOf = ({ paidCents, refunds }: SandboxPayment): number =>
  refunds.reduce((rest, { amountCents }) => rest - amountCents, paidCents)
