import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewProviderOrder } from '#server/domains/payments/index.ts'
import {
  type FakeServer,
  json,
  type ReceivedRequest,
  startFakeServer,
} from '../../../../../test/support/fake-server.ts'
import { FIRST_REFUND } from '../../../../../test/support/provider-refund.ts'
import { createPayme, digestOf } from './payme.ts'

const SIGNING_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')

let server: FakeServer
let requests: (ReceivedRequest & { line: string })[]
/** Responses by `METHOD path`, one for each call, the last one again and again; the token is always given. */
let responses: Record<string, { status: number; body: object }[]>

beforeAll(async () => {
  server = await startFakeServer((request) => {
    const line = `${request.method} ${request.path}`
    requests.push({ ...request, line })
    const token = { status: 200, body: { accessToken: 'TOKEN', tokenType: 'Bearer' } }
    const queue = responses[line] ?? []
    const answer = line === 'POST /oauth2/token' ? token : queue.length > 1 ? queue.shift() : queue[0]
    return answer && json(answer)
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  responses = {}
})

const ORDER_ID = '0123456789abcdef0123456789abcdef'
const REQUEST_ID = '24e2b0d2-8f8e-4d43-8b1c-0123456789ab'
const order: NewProviderOrder = {
  orderId: ORDER_ID,
  amountCents: 181,
  currency: 'HKD',
  providerReference: null,
  description: '50 credits',
  language: 'en_US',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
  at: Temporal.Instant.from('2026-11-22T02:00:00Z'),
}
const known = { ...order, providerReference: REQUEST_ID }
const payme = () =>
  createPayme({
    clientId: 'id',
    clientSecret: 'secret',
    signingKeyId: 'KEY',
    signingKey: SIGNING_KEY,
    apiBase: server.url,
    notifyUrl: 'https://harbour.test/hooks/payme',
    sandbox: false,
  })

const CREATE = 'POST /payments/paymentrequests'
const QUERY = `GET /payments/paymentrequests/${REQUEST_ID}`
const CANCEL = `PUT /payments/paymentrequests/${REQUEST_ID}/cancel`
const links = { webLink: 'https://payme.test/web', appLink: 'payme://pay' }
const request = (statusCode: string, fields: object = {}) => ({
  paymentRequestId: REQUEST_ID,
  totalAmount: 1.81,
  currencyCode: 'HKD',
  statusCode,
  merchantData: { orderId: ORDER_ID },
  transactions: ['T1'],
  ...fields,
})
const paid = { state: 'succeeded', amountCents: 181, currency: 'HKD', paymentReference: 'T1' } as const

describe('a payment request', () => {
  test('is signed, names our id and the price, and is paid by QR code', async () => {
    responses[CREATE] = [{ status: 201, body: { paymentRequestId: REQUEST_ID, ...links } }]
    expect(await payme().payments.create(order)).toEqual({
      outcome: 'accepted',
      providerReference: REQUEST_ID,
      action: { type: 'qr', qrText: links.webLink, url: links.webLink },
      lifetimeSeconds: 1_800,
    })
    const [login, sent] = requests
    expect(login!.body).toBe('client_id=id&client_secret=secret')
    expect(sent!.headers).toMatchObject({ authorization: 'Bearer TOKEN', digest: digestOf(sent!.body) })
    expect(sent!.headers['signature']).toMatch(/^keyId="KEY",algorithm="hmac-sha256",/)
    expect(JSON.parse(sent!.body)).toEqual({
      totalAmount: 1.81,
      currencyCode: 'HKD',
      effectiveDuration: 1_800,
      appSuccessCallback: order.continueUrl,
      appFailCallback: order.cancelUrl,
      notificationUri: 'https://harbour.test/hooks/payme',
      merchantData: { orderId: ORDER_ID, orderDescription: '50 credits' },
    })
  })

  test.each([
    [links, 'payme://pay'],
    [{ webLink: links.webLink }, links.webLink],
  ])('on a phone, with %j, opens %s', async (given, url) => {
    responses[CREATE] = [{ status: 201, body: { paymentRequestId: REQUEST_ID, ...given } }]
    expect(await payme().payments.create({ ...order, terminal: 'wap' })).toMatchObject({ action: { type: 'app', url } })
  })

  test.each([
    [400, { errors: [{ errorCode: 'EA002' }] }, 'refused'],
    [400, { errors: [{ errorCode: 'EB099' }] }, 'unknown'],
    [422, {}, 'refused'],
    [401, {}, 'unknown'],
    [429, {}, 'unknown'],
    [500, {}, 'unknown'],
    [201, { paymentRequestId: REQUEST_ID }, 'unknown'],
    [201, links, 'unknown'],
  ])('answered with HTTP %d %j is %s', async (status, body, outcome) => {
    responses[CREATE] = [{ status, body }]
    expect(await payme().payments.create(order)).toMatchObject({ outcome })
  })

  test('whose answer is lost is unknown; its link was never shown, so that it counts as absent', async () => {
    expect(await payme().payments.create(order)).toMatchObject({ outcome: 'unknown' })
    expect(await payme().payments.query(order)).toEqual({ state: 'absent' })
    expect(await payme().payments.cancel(order)).toEqual({ state: 'closed' })
  })
})

test('one token serves many requests, and one that is no longer taken is renewed once', async () => {
  const { payments } = payme()
  responses[QUERY] = [
    { status: 200, body: request('PR001') },
    { status: 401, body: {} },
    { status: 200, body: request('PR001') },
  ]
  await payments.query(known)
  expect(await payments.query(known)).toEqual({ state: 'open' })
  expect(requests.map(({ line }) => line)).toEqual(['POST /oauth2/token', QUERY, QUERY, 'POST /oauth2/token', QUERY])
})

describe('a query', () => {
  test.each([
    ['PR005', {}, paid],
    ['PR005', { transactions: [{ transactionId: 'T2' }] }, { ...paid, paymentReference: 'T2' }],
    [
      'PR005',
      {
        transactions: [
          { transactionId: 'R1', transactionType: '004' },
          { transactionId: 'T1', transactionType: '003' },
        ],
      },
      paid,
    ],
    ['PR005', { totalAmount: '1.80' }, { ...paid, amountCents: 180 }],
    ['PR005', { currencyCode: 'USD' }, { ...paid, currency: 'USD' }],
    ['PR005', { transactions: [] }, { state: 'unknown' }],
    ['PR005', { totalAmount: 1.815 }, { state: 'unknown' }],
    ['PR005', { merchantData: { orderId: 'other' } }, { state: 'unknown' }],
    ['PR005', { merchantData: undefined }, { state: 'unknown' }],
    ['PR001', {}, { state: 'open' }],
    ['PR004', {}, { state: 'failed' }],
    ['PR007', {}, { state: 'closed' }],
    // Not known to be an end.
    ['PR999', {}, { state: 'open' }],
    ['', {}, { state: 'unknown' }],
  ])('of %s with %j says %j', async (code, fields, expected) => {
    responses[QUERY] = [{ status: 200, body: request(code, fields) }]
    expect(await payme().payments.query(known)).toEqual(expected)
  })

  test.each([
    [400, 'EB008', 'absent'],
    [400, 'EB099', 'unknown'],
    [404, '', 'unknown'],
    [500, '', 'unknown'],
  ])('answered with HTTP %d %s is %s', async (status, errorCode, state) => {
    responses[QUERY] = [{ status, body: { errors: [{ errorCode }] } }]
    expect(await payme().payments.query(known)).toEqual({ state })
  })

  test('without an answer is unknown', async () => {
    expect(await payme().payments.query(known)).toEqual({ state: 'unknown' })
  })
})

describe('cancelling', () => {
  test.each([
    [200, undefined, { state: 'closed' }],
    [204, undefined, { state: 'closed' }],
    [404, undefined, { state: 'unknown' }],
    [400, request('PR005'), paid],
    [400, request('PR007'), { state: 'closed' }],
    [400, request('PR001'), { state: 'open' }],
    [400, undefined, { state: 'unknown' }],
    [500, request('PR005'), { state: 'unknown' }],
  ])('answered with HTTP %d, then with %j, says %j', async (status, queried, expected) => {
    responses[CANCEL] = [{ status, body: {} }]
    if (queried) responses[QUERY] = [{ status: 200, body: queried }]
    expect(await payme().payments.cancel(known)).toEqual(expected)
  })

  test('what PayMe does not know has closed it', async () => {
    responses[CANCEL] = [{ status: 400, body: { errors: [{ errorCode: 'EB008' }] } }]
    expect(await payme().payments.cancel(known)).toEqual({ state: 'closed' })
  })
})

describe('a refund', () => {
  const refund = {
    refundId: 'fedcba9876543210fedcba9876543210',
    orderId: ORDER_ID,
    amountCents: 29,
    currency: 'HKD',
    paymentReference: 'T1',
    providerReference: null,
    ...FIRST_REFUND,
    requestedAt: Temporal.Instant.from('2026-11-23T02:00:00Z'),
    at: Temporal.Instant.from('2026-11-23T02:00:00Z'),
  }
  const REFUND = 'POST /payments/transactions/T1/refunds'
  const TRANSACTION = 'GET /payments/transactions/T1'
  const PAYMENT = { transactionId: 'T1', transactionType: '003', orderId: ORDER_ID }
  const listed = (...refunds: object[]) => ({
    status: 200,
    body: { transactions: [PAYMENT, ...refunds.map((one) => ({ transactionType: '004', reasonCode: '00', ...one }))] },
  })
  const lines = () => requests.map(({ line }) => line).filter((line) => !line.includes('oauth2'))

  test.each([
    [201, { refundId: 'R1' }, { state: 'succeeded', providerReference: 'R1' }],
    [200, { transactionId: 'R2' }, { state: 'succeeded', providerReference: 'R2' }],
    [400, { errors: [{ errorCode: 'EB010' }] }, { state: 'refused', reason: 'PayMe: HTTP 400 EB010' }],
    [400, { errors: [{ errorCode: 'EB099' }] }, { state: 'unknown' }],
    [429, {}, { state: 'unknown' }],
    [500, {}, { state: 'unknown' }],
  ])('answered with HTTP %d %j is %j', async (status, body, expected) => {
    responses[TRANSACTION] = [listed({ transactionId: 'R0', reasonMessage: 'another' })]
    responses[REFUND] = [{ status, body }]
    expect(await payme().payments.refund(refund)).toMatchObject(expected)
    expect(lines()).toEqual([TRANSACTION, REFUND])
    expect(JSON.parse(requests.at(-1)!.body)).toMatchObject({
      amount: 0.29,
      currencyCode: 'HKD',
      reasonMessage: refund.refundId,
    })
  })

  test('that was made before is found, and not made again: also after a restored backup', async () => {
    responses[TRANSACTION] = [
      listed({ transactionId: 'R0', reasonMessage: 'other' }, { transactionId: 'R1', reasonMessage: refund.refundId }),
    ]
    expect(await payme().payments.refund(refund)).toEqual({
      state: 'succeeded',
      providerReference: 'R1',
    })
    expect(lines()).toEqual([TRANSACTION])
  })

  test('is doubtful while another one is listed without its reason', async () => {
    responses[TRANSACTION] = [listed({ transactionId: 'R0' })]
    expect(await payme().payments.refund(refund)).toMatchObject({ state: 'unknown', isDoubtful: true })
    expect(lines()).toEqual([TRANSACTION])
  })

  test.each([
    [500, {}],
    [400, { errors: [{ errorCode: 'EB009' }] }],
    [200, {}],
    [200, { transactions: 'none' }],
  ])('is not requested while those that were made cannot be read: HTTP %d %j', async (status, body) => {
    responses[TRANSACTION] = [{ status, body }]
    responses[REFUND] = [{ status: 201, body: { refundId: 'R1' } }]
    expect(await payme().payments.refund(refund)).toMatchObject({ state: 'unknown' })
    expect(lines()).toEqual([TRANSACTION])
  })
})

const ofRequest = { providerReference: REQUEST_ID }
test.each([
  [request('PR005'), ofRequest],
  [{ paymentRequestId: REQUEST_ID }, ofRequest],
  [{ statusCode: 'PR005', transactions: [{ transactionId: 'T1', orderId: ORDER_ID }] }, { orderId: ORDER_ID }],
  [{ statusCode: 'PR004', orderId: REQUEST_ID }, ofRequest],
  [{ transactions: [null], orderId: REQUEST_ID }, ofRequest],
  [{ transactions: ['T1'], orderId: { $ne: 1 } }, undefined],
  [{ transactions: 1 }, undefined],
  [{ paymentRequestId: 'x' }, undefined],
  [{ paymentRequestId: { $ne: 1 } }, undefined],
  [{}, undefined],
])('the notification %j is never more than unsigned, and names %j', async (body, named) => {
  const { provider, read } = payme().callbacks
  const bytes = Buffer.from(JSON.stringify(body))
  const notice = { url: '', headers: {}, address: '203.0.113.9', body: bytes }
  const outcome = named ? 'unsigned' : 'ignored'
  expect(await provider.verify(notice, Temporal.Now.instant())).toEqual({ outcome })
  expect(read(bytes)).toEqual(named && { of: 'payment', ...named })
})
