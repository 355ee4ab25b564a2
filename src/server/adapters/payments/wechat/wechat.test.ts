import { verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewProviderOrder } from '#server/domains/payments/index.ts'
import {
  MCH_ID,
  ORDER_ID,
  type Signed,
  wechatHeaders,
  wechatKey,
  wechatOptions,
  wechatPaid as paid,
  wechatTransaction as transaction,
} from '../../../../../test/support/wechat.ts'
import { type FakeServer, type ReceivedRequest, startFakeServer } from '../../../../../test/support/fake-server.ts'
import { FIRST_REFUND } from '../../../../../test/support/provider-refund.ts'
import { createWechat } from './wechat.ts'

interface Answer {
  status: number
  body?: object
  signed?: Signed
}

let server: FakeServer
let requests: (ReceivedRequest & { line: string })[]
/** Responses by `METHOD path`. */
let responses: Record<string, Answer>

beforeAll(async () => {
  server = await startFakeServer((request) => {
    const line = `${request.method} ${request.path}`
    requests.push({ ...request, line })
    const answer = responses[line]
    if (!answer) return undefined
    const body = answer.body ? JSON.stringify(answer.body) : ''
    return { status: answer.status, headers: wechatHeaders(body, answer.signed), body }
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  responses = {}
})

const order: NewProviderOrder = {
  orderId: ORDER_ID,
  amountCents: 5_000,
  currency: 'HKD',
  providerReference: null,
  description: '港映 50 點',
  language: 'zh_HK',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
  at: Temporal.Instant.from('2026-11-22T02:00:00Z'),
}
const wechat = () => createWechat(wechatOptions(server.url))

const NATIVE = 'POST /v3/global/transactions/native'
const QUERY = `GET /v3/global/transactions/out-trade-no/${ORDER_ID}?mchid=${MCH_ID}`
const CLOSE = `POST /v3/global/transactions/out-trade-no/${ORDER_ID}/close`

describe('an order', () => {
  test('is signed, names our id and the price, and answers a QR code', async () => {
    responses[NATIVE] = { status: 200, body: { code_url: 'weixin://wxpay/bizpayurl?pr=1' } }
    expect(await wechat().payments.create(order)).toEqual({
      outcome: 'accepted',
      providerReference: null,
      action: { type: 'qr', qrText: 'weixin://wxpay/bizpayurl?pr=1', url: '' },
      lifetimeSeconds: 1_800,
    })
    const { headers, body } = requests[0]!
    expect(headers['wechatpay-serial']).toBe(wechatOptions('').platformKeys.split('=')[0])
    expect(JSON.parse(body)).toEqual({
      appid: 'wx8888888888888888',
      mchid: MCH_ID,
      description: '港映 50 點',
      out_trade_no: ORDER_ID,
      time_expire: '2026-11-22T10:30:00+08:00',
      trade_type: 'NATIVE',
      merchant_category_code: '5815',
      amount: { total: 5_000, currency: 'HKD' },
      notify_url: 'https://harbour.test/hooks/wechat',
    })
    const { mchid, nonce_str, timestamp, serial_no, signature } = Object.fromEntries(
      [...headers.authorization!.matchAll(/(\w+)="([^"]+)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>
    expect({ mchid, serial_no }).toEqual({ mchid: MCH_ID, serial_no: 'OURS' })
    const content = `POST\n/v3/global/transactions/native\n${timestamp}\n${nonce_str}\n${body}\n`
    expect(verify('sha256', Buffer.from(content), wechatKey, Buffer.from(signature!, 'base64'))).toBe(true)
  })

  test.each<[Answer, string]>([
    [{ status: 400, body: { code: 'PARAM_ERROR' } }, 'refused'],
    [{ status: 403, body: { code: 'RULE_LIMIT' } }, 'unknown'],
    [{ status: 400, body: { code: 'OUT_TRADE_NO_USED' } }, 'unknown'],
    [{ status: 401, body: { code: 'SIGN_ERROR' } }, 'unknown'],
    [{ status: 429, body: { code: 'FREQUENCY_LIMITED' } }, 'unknown'],
    [{ status: 500, body: { code: 'SYSTEM_ERROR' } }, 'unknown'],
    [{ status: 200, body: {} }, 'unknown'],
    [{ status: 200, body: { code_url: 'weixin://x' }, signed: 'never' }, 'unknown'],
    [{ status: 200, body: { code_url: 'weixin://x' }, signed: 'wrongly' }, 'unknown'],
    [{ status: 200, body: { code_url: 'weixin://x' }, signed: 'long ago' }, 'unknown'],
  ])('answered with %j is %s', async (answer, outcome) => {
    responses[NATIVE] = answer
    expect(await wechat().payments.create(order)).toMatchObject({ outcome })
  })

  test('whose answer is lost is unknown', async () => {
    expect(await wechat().payments.create(order)).toMatchObject({ outcome: 'unknown' })
  })
})

describe('a query', () => {
  test.each([
    ['SUCCESS', {}, paid],
    ['SUCCESS', { id: undefined, transaction_id: '42' }, { ...paid, paymentReference: '42' }],
    ['SUCCESS', { amount: { total: 4_900, currency: 'HKD' } }, { ...paid, amountCents: 4_900 }],
    ['SUCCESS', { amount: { total: 5_000, currency: 'CNY' } }, { ...paid, currency: 'CNY' }],
    ['REFUND', {}, { ...paid, isReturned: true }],
    ['NOTPAY', {}, { state: 'open' }],
    ['USERPAYING', {}, { state: 'open' }],
    ['ACCEPT', {}, { state: 'open' }],
    ['CLOSED', {}, { state: 'closed' }],
    ['REVOKED', {}, { state: 'closed' }],
    ['PAYERROR', {}, { state: 'failed' }],
    ['NEW_WORD', {}, { state: 'unknown' }],
    ['SUCCESS', { amount: { total: 50.5, currency: 'HKD' } }, { state: 'unknown' }],
    ['SUCCESS', { amount: { total: '5000', currency: 'HKD' } }, { state: 'unknown' }],
    ['SUCCESS', { amount: undefined }, { state: 'unknown' }],
    ['SUCCESS', { id: undefined }, { state: 'unknown' }],
    ['SUCCESS', { mchid: '1' }, { state: 'unknown' }],
    ['SUCCESS', { out_trade_no: 'f'.repeat(32) }, { state: 'unknown' }],
  ])('of %s with %j says %j', async (state, fields, expected) => {
    responses[QUERY] = { status: 200, body: transaction(state, fields) }
    expect(await wechat().payments.query(order)).toEqual(expected)
  })

  test.each<[Answer | undefined, string]>([
    [{ status: 404, body: { code: 'ORDER_NOT_EXIST' } }, 'absent'],
    [{ status: 404, body: {} }, 'unknown'],
    [{ status: 500, body: { code: 'SYSTEM_ERROR' } }, 'unknown'],
    [{ status: 200, body: transaction('SUCCESS'), signed: 'never' }, 'unknown'],
    [{ status: 200, body: transaction('SUCCESS'), signed: 'wrongly' }, 'unknown'],
    [undefined, 'unknown'],
  ])('answered with %j is %s', async (answer, state) => {
    if (answer) responses[QUERY] = answer
    expect(await wechat().payments.query(order)).toEqual({ state })
  })
})

describe('closing', () => {
  test.each<[Answer | undefined, Answer | undefined, object]>([
    [{ status: 204 }, undefined, { state: 'closed' }],
    [{ status: 400, body: { code: 'ORDER_CLOSED' } }, undefined, { state: 'closed' }],
    [{ status: 404, body: { code: 'ORDER_NOT_EXIST' } }, undefined, { state: 'closed' }],
    // It was paid meanwhile.
    [{ status: 400, body: { code: 'ORDERPAID' } }, { status: 200, body: transaction('SUCCESS') }, paid],
    // It is younger than five minutes.
    [
      { status: 400, body: { code: 'INVALID_REQUEST' } },
      { status: 200, body: transaction('NOTPAY') },
      { state: 'open' },
    ],
    [{ status: 400, body: { code: 'INVALID_REQUEST' } }, undefined, { state: 'unknown' }],
    [{ status: 500, body: {} }, undefined, { state: 'unknown' }],
    [{ status: 204, signed: 'never' }, undefined, { state: 'unknown' }],
    [undefined, undefined, { state: 'unknown' }],
  ])('answered with %j, then %j, says %j', async (answer, queried, expected) => {
    if (answer) responses[CLOSE] = answer
    if (queried) responses[QUERY] = queried
    expect(await wechat().payments.cancel(order)).toEqual(expected)
    expect(JSON.parse(requests[0]!.body)).toEqual({ mchid: MCH_ID })
  })
})

describe('a refund', () => {
  const refund = {
    refundId: 'fedcba9876543210fedcba9876543210',
    orderId: ORDER_ID,
    amountCents: 1_250,
    currency: 'HKD',
    paymentReference: '4200000000002104083200000488',
    providerReference: null,
    ...FIRST_REFUND,
    requestedAt: Temporal.Instant.from('2026-11-23T02:00:00Z'),
    at: Temporal.Instant.from('2026-11-23T02:00:00Z'),
  }
  const REFUND = 'POST /v3/global/refunds'
  const REFUND_QUERY = `GET /v3/global/refunds/out-refund-no/${refund.refundId}?mchid=${MCH_ID}`
  beforeEach(() => {
    responses[QUERY] = { status: 200, body: transaction('SUCCESS') }
  })

  test('names the amount, the whole payment and our id, and is carried out later', async () => {
    responses[REFUND] = { status: 200, body: { id: 'R1' } }
    expect(await wechat().payments.refund(refund)).toEqual({ state: 'pending', providerReference: 'R1' })
    expect(JSON.parse(requests.at(-1)!.body)).toMatchObject({
      mchid: MCH_ID,
      transaction_id: refund.paymentReference,
      out_refund_no: refund.refundId,
      amount: { refund: 1_250, total: 5_000, currency: 'HKD' },
    })
  })

  test.each<[Answer | undefined, object]>([
    [{ status: 429, body: { code: 'FREQUENCY_LIMITED' } }, { state: 'unknown' }],
    [{ status: 500, body: { code: 'SYSTEM_ERROR' } }, { state: 'unknown' }],
    [
      { status: 403, body: { code: 'NOT_ENOUGH' } },
      { state: 'refused', reason: 'WeChat Pay: HTTP 403 NOT_ENOUGH' },
    ],
    [{ status: 403, body: { code: 'NO_AUTH' } }, { state: 'unknown' }],
    [{ status: 200, body: { id: 'R1' }, signed: 'never' }, { state: 'unknown' }],
    [undefined, { state: 'unknown' }],
  ])('answered with %j is %j', async (answer, expected) => {
    if (answer) responses[REFUND] = answer
    expect(await wechat().payments.refund(refund)).toMatchObject(expected)
  })

  test('requests nothing while the payment itself cannot be read', async () => {
    responses[QUERY] = { status: 500, body: {} }
    expect(await wechat().payments.refund(refund)).toMatchObject({ state: 'unknown' })
    expect(requests.map(({ line }) => line)).not.toContain(REFUND)
  })

  test.each([
    ['SUCCESS', { state: 'succeeded', providerReference: 'R1' }],
    ['PROCESSING', { state: 'pending', providerReference: 'R1' }],
    ['ABNORMAL', { state: 'pending', providerReference: 'R1' }],
    ['CHANGE', { state: 'pending', providerReference: 'R1' }],
    ['CLOSED', { state: 'refused' }],
    ['REFUNDCLOSE', { state: 'refused' }],
    ['NEW_WORD', { state: 'unknown' }],
  ])('that is %s is %j', async (status, expected) => {
    responses[REFUND_QUERY] = { status: 200, body: { id: 'R1', status } }
    expect(await wechat().payments.refund({ ...refund, providerReference: 'R1' })).toMatchObject(expected)
  })

  test('whose query is lost is unknown, and is not requested again', async () => {
    expect(await wechat().payments.refund({ ...refund, providerReference: 'R1' })).toMatchObject({ state: 'unknown' })
    expect(requests.map(({ line }) => line)).toEqual([REFUND_QUERY])
  })
})
