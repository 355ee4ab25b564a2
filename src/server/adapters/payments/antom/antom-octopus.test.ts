import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NewProviderOrder } from '#server/domains/payments/index.ts'
import { type FakeServer, startFakeServer } from '../../../../../test/support/fake-server.ts'
import { FIRST_REFUND } from '../../../../../test/support/provider-refund.ts'
import { createAntom } from './antom.ts'
import { signatureHeader } from './antom-client.ts'

const pem = readFileSync('test/fixtures/payments/key.pem', 'utf8')
const privateKey = createPrivateKey(pem)
const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'pem' }) as string
const CLIENT = 'SANDBOX_5X00000000000000'

let server: FakeServer
let requests: { path: string; body: Record<string, unknown> }[]
/** Signed responses by the last part of the path. */
let responses: Record<string, object>

beforeAll(async () => {
  server = await startFakeServer(({ path, body: sent }) => {
    requests.push({ path, body: JSON.parse(sent) as Record<string, unknown> })
    const answer = responses[path.split('/').at(-1)!]
    if (!answer) return undefined
    const body = JSON.stringify(answer)
    const time = '1700000000000'
    const signature = signatureHeader({ method: 'POST', path, clientId: CLIENT, time, body }, privateKey)
    return { headers: { 'response-time': time, signature }, body }
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
  amountCents: 5_010,
  currency: 'HKD',
  providerReference: null,
  description: '50 credits',
  language: 'en_US',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
  at: Temporal.Instant.from('2026-11-22T02:00:00Z'),
}
const refund = {
  refundId: 'fedcba9876543210fedcba9876543210',
  orderId: ORDER_ID,
  amountCents: 1_010,
  currency: 'HKD',
  paymentReference: 'A1',
  providerReference: null,
  ...FIRST_REFUND,
  requestedAt: order.at,
  at: order.at,
}
const antom = (octopusMethod?: string, notifyUrl?: string) =>
  createAntom({
    clientId: CLIENT,
    privateKey: pem,
    publicKey,
    octopusMethod,
    apiBase: server.url,
    notifyUrl,
    sandbox: false,
  })
const octopus = () => antom('OCTOPUS').payments.find(({ kind }) => kind === 'octopus')!

test('is offered where its payment method is named', () => {
  expect(antom().payments.map(({ kind }) => kind)).toEqual(['alipay'])
  expect(antom().callbacks.kinds).toEqual(['alipay'])
  expect(antom('OCTOPUS').payments.map(({ kind, stepCents }) => [kind, stepCents])).toEqual([
    ['alipay', 1],
    ['octopus', 10],
  ])
  expect(antom('OCTOPUS').callbacks.kinds).toEqual(['alipay', 'octopus'])
})

test('the payer goes to its page with the QR code; the payment method is the one that is named', async () => {
  const result = { resultStatus: 'U', resultCode: 'PAYMENT_IN_PROCESS' }
  responses['pay'] = { result, paymentId: 'A1', normalUrl: 'https://octopus.test/qr' }
  expect(await octopus().create(order)).toMatchObject({
    outcome: 'accepted',
    providerReference: 'A1',
    action: { type: 'redirect', url: 'https://octopus.test/qr' },
  })
  expect(requests[0]!.body).toMatchObject({
    productCode: 'CASHIER_PAYMENT',
    paymentMethod: { paymentMethodType: 'OCTOPUS' },
    paymentAmount: { currency: 'HKD', value: '5010' },
  })
  // Antom refuses one of ten minutes and more: the wallet's own end counts.
  expect(requests[0]!.body).not.toHaveProperty('paymentExpiryTime')
})

test('an order is described in 256 characters at most', async () => {
  await octopus().create({ ...order, description: 'x'.repeat(300) })
  const { order: sent } = requests[0]!.body as { order: { orderDescription: string } }
  expect(sent.orderDescription).toHaveLength(256)
})

test('a refund under way, which Antom has not named yet, is queried by our id', async () => {
  responses['refund'] = { result: { resultStatus: 'U', resultCode: 'REFUND_IN_PROCESS' } }
  expect(await octopus().refund(refund)).toEqual({ state: 'pending', providerReference: refund.refundId })
})

test('a phone opens the app', async () => {
  const result = { resultStatus: 'U', resultCode: 'PAYMENT_IN_PROCESS' }
  responses['pay'] = { result, paymentId: 'A1', normalUrl: 'https://octopus.test/qr', schemeUrl: 'octopus://pay' }
  expect(await octopus().create({ ...order, terminal: 'wap' })).toMatchObject({
    action: { type: 'app', url: 'octopus://pay' },
  })
})

test.each([undefined, 'https://films.test/hooks/antom'])('a refund names where its result is told: %s', async (url) => {
  responses['refund'] = { result: { resultStatus: 'U', resultCode: 'REFUND_IN_PROCESS' } }
  await antom('OCTOPUS', url)
    .payments.find(({ kind }) => kind === 'octopus')!
    .refund(refund)
  expect(requests[0]!.body).toMatchObject({ refundRequestId: refund.refundId })
  expect((requests[0]!.body as { refundNotifyUrl?: string }).refundNotifyUrl).toBe(url)
})

test('a refund in other steps than ten cents is refused without a request', async () => {
  expect(await octopus().refund({ ...refund, amountCents: 1_005 })).toMatchObject({ state: 'refused' })
  expect(requests).toEqual([])
})

test.each([
  [
    { resultStatus: 'U', resultCode: 'REFUND_IN_PROCESS' },
    { state: 'pending', providerReference: 'R1' },
  ],
  [
    { resultStatus: 'F', resultCode: 'REFUND_WINDOW_EXCEED' },
    { state: 'refused', reason: 'Antom: REFUND_WINDOW_EXCEED' },
  ],
  [{ resultStatus: 'F', resultCode: 'PROCESS_FAIL' }, { state: 'unknown' }],
])('a refund answered with %j is %j', async (result, expected) => {
  responses['refund'] = { result, refundId: 'R1' }
  expect(await octopus().refund(refund)).toMatchObject(expected)
})

test.each([
  ['PROCESSING', 'pending', 'pending'],
  ['SUCCESS', 'succeeded', 'succeeded'],
  // It was not claimed, and is the merchant's again.
  ['FAIL', 'returned', 'refused'],
])('a running refund that is %s is %s, of AlipayHK %s', async (refundStatus, state, ofAlipay) => {
  responses['inquiryRefund'] = { result: { resultStatus: 'S' }, refundStatus, refundId: 'R1' }
  const running = { ...refund, providerReference: 'R1' }
  expect(await octopus().refund(running)).toMatchObject({ state })
  expect(await antom('OCTOPUS').payments[0]!.refund(running)).toMatchObject({ state: ofAlipay })
})
