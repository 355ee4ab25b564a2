import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewProviderOrder } from '#server/domains/payments/index.ts'
import {
  type FakeServer,
  json,
  type ReceivedRequest,
  startFakeServer,
} from '../../../../../test/support/fake-server.ts'
import { FIRST_REFUND } from '../../../../../test/support/provider-refund.ts'
import { createPaypal, readPaypalEvent } from './paypal.ts'
import { toCents, toPaypalAmount } from './paypal-client.ts'

let server: FakeServer
let requests: ReceivedRequest[]
/** Responses by `METHOD path`; the token is always given. */
let responses: Record<string, { status: number; body: object }>

beforeAll(async () => {
  server = await startFakeServer((request) => {
    requests.push(request)
    const { method, path } = request
    const token = { status: 200, body: { access_token: 'TOKEN', expires_in: 32_000 } }
    const answer = path === '/v1/oauth2/token' ? token : responses[`${method} ${path}`]
    return answer && json(answer)
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  responses = {}
})

const ORDER_ID = '0123456789abcdef0123456789abcdef'
const order: NewProviderOrder = {
  orderId: ORDER_ID,
  amountCents: 8_805,
  currency: 'HKD',
  providerReference: null,
  description: '50 credits',
  language: 'zh_HK',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
  at: Temporal.Instant.from('2026-11-22T00:00:00Z'),
}
const known = { ...order, providerReference: 'PP1' }
const paypal = () =>
  createPaypal({ clientId: 'id', clientSecret: 'secret', apiBase: server.url, brand: () => 'Harbour', sandbox: false })
    .payments
const details = (fields: object) => ({ id: 'PP1', purchase_units: [{ custom_id: ORDER_ID, ...fields }] })
const capture = (status: string, value = '88.05') => ({
  payments: { captures: [{ id: 'CAP1', status, amount: { currency_code: 'HKD', value } }] },
})

test.each([
  [8_800, '88.00'],
  [5, '0.05'],
  [50_000, '500.00'],
  [123_456, '1234.56'],
])('an amount of %d cents is written %s for PayPal, and read back', (cents, value) => {
  expect(toPaypalAmount(cents, 'HKD')).toEqual({ currency_code: 'HKD', value })
  expect(toCents(value)).toBe(cents)
})

test.each(['', '1.234', '-1.00', '1e3', '0x1', undefined])('%s is no amount', (value) => {
  expect(toCents(value)).toBeUndefined()
})

test('creates an order with our id as its idempotency key, and answers PayPal’s page', async () => {
  const links = [{ rel: 'payer-action', href: 'https://paypal.test/checkoutnow?token=PP1' }]
  responses['POST /v2/checkout/orders'] = { status: 200, body: { id: 'PP1', links } }
  expect(await paypal().create(order)).toEqual({
    outcome: 'accepted',
    providerReference: 'PP1',
    action: { type: 'redirect', url: links[0]!.href },
    lifetimeSeconds: 10_800,
  })
  const [login, request] = requests
  expect(login).toMatchObject({
    body: 'grant_type=client_credentials',
    headers: { authorization: 'Basic aWQ6c2VjcmV0' },
  })
  expect(request!.headers).toMatchObject({ authorization: 'Bearer TOKEN', 'paypal-request-id': ORDER_ID })
  expect(JSON.parse(request!.body)).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: ORDER_ID, invoice_id: ORDER_ID, amount: { currency_code: 'HKD', value: '88.05' } }],
    payment_source: { paypal: { experience_context: { return_url: order.continueUrl, cancel_url: order.cancelUrl } } },
  })
})

test.each([
  [422, 'refused'],
  [400, 'refused'],
  [429, 'unknown'],
  [409, 'unknown'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('HTTP %d on creation is %s', async (status, outcome) => {
  responses['POST /v2/checkout/orders'] = { status, body: {} }
  expect(await paypal().create(order)).toMatchObject({ outcome })
})

test('a lost connection leaves the creation unknown', async () => {
  expect(await paypal().create(order)).toMatchObject({ outcome: 'unknown' })
})

test('a token that PayPal no longer takes is renewed once', async () => {
  const client = paypal()
  responses['GET /v2/checkout/orders/PP1'] = { status: 401, body: {} }
  expect(await client.query(known)).toEqual({ state: 'unknown' })
  expect(requests.map(({ path }) => path)).toEqual([
    '/v1/oauth2/token',
    '/v2/checkout/orders/PP1',
    '/v1/oauth2/token',
    '/v2/checkout/orders/PP1',
  ])
})

describe('a query', () => {
  test.each([
    ['CREATED', {}, 'open'],
    ['PAYER_ACTION_REQUIRED', {}, 'open'],
    ['APPROVED', {}, 'approved'],
    ['VOIDED', {}, 'closed'],
    // An order that is COMPLETED is not paid unless its capture is.
    ['COMPLETED', {}, 'unknown'],
    ['COMPLETED', capture('PENDING'), 'open'],
    ['COMPLETED', capture('DECLINED'), 'failed'],
    ['COMPLETED', capture('REFUNDED'), 'failed'],
    ['COMPLETED', capture('COMPLETED'), 'succeeded'],
    ['COMPLETED', capture('COMPLETED', 'x'), 'unknown'],
  ])('of an order %s with %j is %s', async (status, fields, state) => {
    responses['GET /v2/checkout/orders/PP1'] = { status: 200, body: { status, ...details(fields) } }
    expect(await paypal().query(known)).toMatchObject({ state })
  })

  test('answers the amount and the capture’s id', async () => {
    const body = { status: 'COMPLETED', ...details(capture('COMPLETED', '88.04')) }
    responses['GET /v2/checkout/orders/PP1'] = { status: 200, body }
    expect(await paypal().query(known)).toEqual({
      state: 'succeeded',
      amountCents: 8_804,
      currency: 'HKD',
      paymentReference: 'CAP1',
    })
  })

  test('of another merchant’s order says nothing', async () => {
    const body = { status: 'COMPLETED', ...details({ ...capture('COMPLETED'), custom_id: 'other' }) }
    responses['GET /v2/checkout/orders/PP1'] = { status: 200, body }
    expect(await paypal().query(known)).toEqual({ state: 'unknown' })
  })

  test('of an order that PayPal never named needs no request', async () => {
    expect(await paypal().query(order)).toEqual({ state: 'absent' })
    expect(requests).toEqual([])
  })
})

describe('a capture', () => {
  const path = 'POST /v2/checkout/orders/PP1/capture'

  test('has an idempotency key of its own', async () => {
    responses[path] = { status: 201, body: { status: 'COMPLETED', ...details(capture('COMPLETED')) } }
    expect(await paypal().capture(known)).toMatchObject({ state: 'succeeded' })
    expect(requests.at(-1)!.headers['paypal-request-id']).toBe(`${ORDER_ID}-c`)
  })

  test.each([
    ['ORDER_NOT_APPROVED', 'open'],
    ['INSTRUMENT_DECLINED', 'failed'],
    ['SOMETHING_ELSE', 'unknown'],
  ])('that is refused with %s is %s', async (issue, state) => {
    responses[path] = { status: 422, body: { details: [{ issue }] } }
    expect(await paypal().capture(known)).toEqual({ state })
  })

  test('that was made before is found', async () => {
    responses[path] = { status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }
    responses['GET /v2/checkout/orders/PP1'] = {
      status: 200,
      body: { status: 'COMPLETED', ...details(capture('COMPLETED')) },
    }
    expect(await paypal().capture(known)).toMatchObject({ state: 'succeeded' })
  })
})

test.each([
  ['APPROVED', {}, 'closed'],
  ['CREATED', {}, 'closed'],
  ['COMPLETED', capture('PENDING'), 'open'],
  ['COMPLETED', capture('COMPLETED'), 'succeeded'],
])('cancelling an order %s with %j is %s', async (status, fields, state) => {
  responses['GET /v2/checkout/orders/PP1'] = { status: 200, body: { status, ...details(fields) } }
  expect(await paypal().cancel(known)).toMatchObject({ state })
})

describe('a refund', () => {
  const refund = {
    ...order,
    refundId: 'fedcba9876543210fedcba9876543210',
    amountCents: 1_250,
    paymentReference: 'CAP1',
    ...FIRST_REFUND,
    requestedAt: order.at,
  }
  const path = 'POST /v2/payments/captures/CAP1/refund'

  test.each([
    [201, { id: 'R1', status: 'COMPLETED' }, { state: 'succeeded', providerReference: 'R1' }],
    [201, { id: 'R1', status: 'PENDING' }, { state: 'pending', providerReference: 'R1' }],
    [422, { details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] }, { state: 'refused' }],
    [409, { details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] }, { state: 'unknown' }],
    [500, {}, { state: 'unknown' }],
  ])('answered with HTTP %d %j is %j', async (status, body, expected) => {
    responses[path] = { status, body }
    expect(await paypal().refund(refund)).toMatchObject(expected)
    const { headers, body: sent } = requests.at(-1)!
    expect(headers['paypal-request-id']).toBe(refund.refundId)
    expect(JSON.parse(sent)).toMatchObject({ amount: { currency_code: 'HKD', value: '12.50' } })
  })

  test('that is pending is queried by PayPal’s id', async () => {
    responses['GET /v2/payments/refunds/R1'] = { status: 200, body: { id: 'R1', status: 'COMPLETED' } }
    expect(await paypal().refund({ ...refund, providerReference: 'R1' })).toMatchObject({ state: 'succeeded' })
  })

  test('of a renewal goes to its sale, and is queried there', async () => {
    const sale = { ...refund, paymentReference: 'SALE1', isRenewal: true }
    responses['POST /v1/payments/sale/SALE1/refund'] = { status: 201, body: { id: 'R1', state: 'completed' } }
    expect(await paypal().refund(sale)).toEqual({ state: 'succeeded', providerReference: 'R1' })
    const { headers, body: sent } = requests.at(-1)!
    expect(headers['paypal-request-id']).toBe(refund.refundId)
    expect(JSON.parse(sent)).toMatchObject({ amount: { currency: 'HKD', total: '12.50' } })
    responses['GET /v1/payments/refund/R1'] = { status: 200, body: { id: 'R1', state: 'pending' } }
    expect(await paypal().refund({ ...sale, providerReference: 'R1' })).toMatchObject({ state: 'pending' })
  })
})

test.each([
  ['CHECKOUT.ORDER.APPROVED', { id: 'PP1' }, { of: 'payment', providerReference: 'PP1' }],
  [
    'PAYMENT.CAPTURE.COMPLETED',
    { id: 'CAP1', status: 'COMPLETED', custom_id: ORDER_ID, amount: { currency_code: 'HKD', value: '88.05' } },
    { of: 'payment', orderId: ORDER_ID, report: { state: 'succeeded', amountCents: 8_805 } },
  ],
  [
    'PAYMENT.CAPTURE.DENIED',
    { id: 'CAP1', status: 'DECLINED', custom_id: ORDER_ID, amount: { currency_code: 'HKD', value: '88.05' } },
    { of: 'payment', orderId: ORDER_ID, report: { state: 'failed' } },
  ],
  [
    'PAYMENT.CAPTURE.REFUNDED',
    { id: 'R1', links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP1' }] },
    { of: 'refund', paymentReference: 'CAP1' },
  ],
  [
    'CUSTOMER.DISPUTE.CREATED',
    { dispute_id: 'PP-D-1', disputed_transactions: [{ seller_transaction_id: 'CAP1' }] },
    { of: 'dispute', paymentReference: 'CAP1', disputeId: 'PP-D-1', event: 'disputeOpened' },
  ],
  [
    'CUSTOMER.DISPUTE.CREATED',
    {
      dispute_id: 'PP-D-1',
      disputed_transactions: [{ seller_transaction_id: 'CAP1' }],
      seller_response_due_date: '2026-12-04T07:59:59.000Z',
    },
    { event: 'disputeOpened', answerBy: Temporal.Instant.from('2026-12-04T07:59:59Z') },
  ],
  [
    'CUSTOMER.DISPUTE.UPDATED',
    {
      dispute_id: 'PP-D-1',
      status: 'UNDER_REVIEW',
      disputed_transactions: [{ seller_transaction_id: 'CAP1' }],
      seller_response_due_date: 'soon',
    },
    { event: 'disputeOpened', disputeId: 'PP-D-1' },
  ],
  [
    'CUSTOMER.DISPUTE.UPDATED',
    { dispute_id: 'PP-D-1', status: 'RESOLVED', disputed_transactions: [{ seller_transaction_id: 'CAP1' }] },
    undefined,
  ],
  [
    'CUSTOMER.DISPUTE.RESOLVED',
    {
      disputed_transactions: [{ seller_transaction_id: 'CAP1' }],
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
    },
    { of: 'dispute', event: 'disputeLost' },
  ],
  [
    'CUSTOMER.DISPUTE.RESOLVED',
    {
      dispute_id: 'PP-D-1',
      disputed_transactions: [{ seller_transaction_id: 'CAP1' }],
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    },
    { of: 'dispute', disputeId: 'PP-D-1', event: 'disputeWon' },
  ],
  ['PAYMENT.CAPTURE.COMPLETED', { id: 'CAP1', status: 'COMPLETED', custom_id: 'not ours' }, undefined],
  ['PAYMENT.SALE.REFUNDED', { id: 'R1', sale_id: 'SALE1' }, { of: 'refund', paymentReference: 'SALE1' }],
  ['PAYMENT.SALE.REFUNDED', { id: 'R1' }, undefined],
  ['PAYMENT.SALE.REVERSED', { id: 'SALE1' }, { of: 'dispute', paymentReference: 'SALE1', event: 'disputeLost' }],
  ['BILLING.PLAN.CREATED', { id: 'P' }, undefined],
])('the event %s %j says %j', (event_type, resource, expected) => {
  const said = readPaypalEvent(Buffer.from(JSON.stringify({ id: 'WH-1', event_type, resource })))
  if (expected) expect(said).toMatchObject(expected)
  else expect(said).toBeUndefined()
})
