import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewProviderOrder, ProviderRefund } from '#server/domains/payments/index.ts'
import { type FakeServer, startFakeServer } from '../../../../../test/support/fake-server.ts'
import { FIRST_REFUND } from '../../../../../test/support/provider-refund.ts'
import {
  createPayasia,
  type Payasia,
  fieldsOf,
  readPayasiaCallback,
  reportOfRecords,
  reportOfRefund,
} from './payasia.ts'
import { isSigned, signatureOf } from './payasia-client.ts'

const SECRET = 'test-secret'
const TOKEN = 'test-token'

let server: FakeServer
let payasia: Payasia
let requests: { path: string; form: Record<string, string> }[]
/** Responses by path; none: the connection breaks. */
let responses: Record<string, { status?: number; body: unknown }>

beforeAll(async () => {
  server = await startFakeServer(({ path, body }) => {
    requests.push({ path, form: Object.fromEntries(new URLSearchParams(body)) })
    const answer = responses[path]
    return answer && { status: answer.status, body: JSON.stringify(answer.body) }
  })
  payasia = createPayasia({
    merchantToken: TOKEN,
    secret: SECRET,
    pageBase: 'https://page.test',
    apiBase: server.url,
    notifyUrl: 'https://harbour.test/hooks/payasia',
    sandbox: false,
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  responses = {}
})

const ORDER_ID = '0123456789abcdef0123456789abcdef'
const at = Temporal.Instant.from('2026-11-22T00:00:00Z')
const order: NewProviderOrder = {
  orderId: ORDER_ID,
  amountCents: 8_800,
  currency: 'HKD',
  providerReference: null,
  description: '50 credits',
  language: 'zh_HK',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/return',
  at,
  payer: { name: 'Chan Tai Man', email: 'a*b@example.com', phone: '+85291234567', address: '::ffff:203.0.113.7' },
}
const refund: ProviderRefund = {
  refundId: 'f'.repeat(32),
  orderId: ORDER_ID,
  amountCents: 2_000,
  currency: 'HKD',
  paymentReference: 'REQ1',
  providerReference: null,
  ...FIRST_REFUND,
  requestedAt: at,
  at,
}
/** It was requested a moment ago, and the answer was lost. */
const repeated = { ...refund, askedAt: at }
const QUERY = `/${TOKEN}/payment/query`
const REFUND = `/v1.1/online/${TOKEN}/transactions/refund`
const REFUND_QUERY = `/v1.1/online/${TOKEN}/transactions/refund-query`

const sale = (status: string, change: object = {}) => ({
  merchant_reference: ORDER_ID,
  request_reference: 'REQ1',
  currency: 'HKD',
  amount: '88.00',
  status,
  type: 'Sale',
  ...change,
})
const refunded = (amount: string, status = '1') =>
  sale(status, { type: 'Refund', amount, request_reference: 'REQ2', created_time: at.epochMilliseconds / 1000 })

describe('creating', () => {
  test('the browser posts a signed form to the page on which the payer chooses', async () => {
    const creation = await payasia.payasia.create(order)
    expect(requests).toEqual([])
    expect(creation).toMatchObject({ outcome: 'accepted', providerReference: null, lifetimeSeconds: 1_800 })
    if (creation.outcome !== 'accepted') throw new Error('refused')
    const { type, url, fields = {} } = creation.action
    expect([type, url]).toEqual(['form', `https://page.test/app/page/generic/${TOKEN}`])
    const { sign = '', ...signed } = fields
    expect(isSigned(signed, sign, SECRET)).toBe(true)
    expect(signed).toEqual({
      merchant_reference: ORDER_ID,
      currency: 'HKD',
      amount: '88.00',
      network: 'UserDefine',
      return_url: 'https://harbour.test/return',
      notify_url: 'https://harbour.test/hooks/payasia',
      subject: '50 credits',
      lang: 'zh-tw',
      customer_ip: '203.0.113.7',
      customer_first_name: 'Chan Tai',
      customer_last_name: 'Man',
      customer_phone: '+85291234567',
      customer_email: 'a*b@example.com',
    })
  })

  test('Octopus has its own page and one decimal', async () => {
    const creation = await payasia.octopus.create(order)
    expect(creation).toMatchObject({
      action: { url: `https://page.test/app/page/${TOKEN}`, fields: { network: 'Octopus', amount: '88.0' } },
    })
  })

  test.each([
    ['an amount between two steps of Octopus', { amountCents: 8_805 }],
    ['another currency', { currency: 'USD' }],
    ['an address that is too long', { continueUrl: `https://harbour.test/${'x'.repeat(240)}` }],
    ['no payer', { payer: undefined }],
  ])('%s is refused', async (_, change) => {
    expect(await payasia.octopus.create({ ...order, ...change })).toMatchObject({ outcome: 'refused' })
  })

  test('a name in one word and an IPv6 address are accepted', () => {
    const payer = { ...order.payer!, name: '陳大文', address: '2001:db8::1' }
    expect(fieldsOf({ ...order, payer }, { network: 'UserDefine', notifyUrl: undefined })).toMatchObject({
      customer_first_name: '陳大文',
      customer_last_name: '-',
      customer_ip: '0.0.0.0',
    })
  })
})

describe('queries', () => {
  test.each([
    ['never begun', [], { state: 'absent' }],
    ['pending', [sale('0')], { state: 'open' }],
    ['processing', [sale('4')], { state: 'open' }],
    ['rejected', [sale('2')], { state: 'failed' }],
    ['a state that we do not know', [sale('3')], { state: 'unknown' }],
    ['paid', [sale('1')], { state: 'succeeded', amountCents: 8_800, currency: 'HKD', paymentReference: 'REQ1' }],
    ['rejected once and then paid', [sale('2'), sale('1')], { state: 'succeeded' }],
    ['paid without an amount', [sale('1', { amount: 'x' })], { state: 'unknown' }],
    ['of another order', [sale('1', { merchant_reference: 'other' })], { state: 'absent' }],
    ['paid, and refunded since', [sale('1'), refunded('88.00', '4')], { state: 'closed' }],
    ['refunded in part', [sale('1'), refunded('20.00')], { state: 'succeeded', amountCents: 6_800 }],
    ['a refund that failed', [sale('1'), refunded('88.00', '2')], { state: 'succeeded', amountCents: 8_800 }],
  ])('report the state of a payment that is %s', (_, records, report) => {
    expect(reportOfRecords(records, ORDER_ID)).toMatchObject(report)
  })

  test('are signed', async () => {
    responses[QUERY] = { body: [sale('1')] }
    expect(await payasia.payasia.query(order)).toMatchObject({ state: 'succeeded' })
    const { sign = '', ...signed } = requests[0]!.form
    expect(signed).toEqual({ merchant_reference: ORDER_ID })
    expect(isSigned(signed, sign, SECRET)).toBe(true)
  })

  test.each([
    ['the list', [sale('1')]],
    ['the list below a payload', { request: {}, response: { code: '20000' }, payload: [sale('1', { type: 1 })] }],
  ])('is answered by %s', async (_, body) => {
    responses[QUERY] = { body }
    expect(await payasia.payasia.query(order)).toMatchObject({ state: 'succeeded', paymentReference: 'REQ1' })
  })

  test.each([
    ['no answer', undefined],
    ['an error', { status: 500, body: [] }],
    ['no list', { body: { message: 'x' } }],
  ])('answered by %s leaves the state unknown', async (_, answer) => {
    if (answer) responses[QUERY] = answer
    expect(await payasia.payasia.query(order)).toEqual({ state: 'unknown' })
    expect(await payasia.payasia.cancel(order)).toEqual({ state: 'unknown' })
  })
})

describe('its page cannot be closed', () => {
  test.each([
    ['never begun', [], 'abandoned'],
    ['pending', [sale('0')], 'abandoned'],
    ['rejected', [sale('2')], 'failed'],
    ['money on its way', [sale('4')], 'open'],
    ['paid', [sale('1')], 'succeeded'],
  ])('%s: %j is %s', async (_, body, state) => {
    responses[QUERY] = { body }
    expect((await payasia.payasia.cancel(order)).state).toBe(state)
  })
})

describe('refunds', () => {
  const answer = (status: number, code: string | number = 20_000) => ({
    body: { response: { code }, payload: { refund_reference: 'RF1', status } },
  })

  test('are requested once the records show none', async () => {
    responses[QUERY] = { body: [sale('1')] }
    responses[REFUND] = answer(4)
    expect(await payasia.payasia.refund(refund)).toEqual({ state: 'pending', providerReference: 'RF1' })
    expect(requests[1]!.form).toMatchObject({ merchant_reference: ORDER_ID, amount: '20.00' })
  })

  test.each([
    ['on its way', refunded('20.00', '4'), 'pending'],
    ['done', refunded('20.00'), 'succeeded'],
  ])('one whose answer was lost is found again and not repeated: %s', async (_, record, state) => {
    responses[QUERY] = { body: [sale('1'), record] }
    expect(await payasia.payasia.refund(repeated)).toEqual({ state, providerReference: null })
    expect(requests.map(({ path }) => path)).toEqual([QUERY])
  })

  test('earlier ones, and those that failed, are not taken for it', async () => {
    responses[QUERY] = { body: [sale('1'), refunded('20.00'), refunded('20.00', '2')] }
    responses[REFUND] = answer(1)
    const report = await payasia.payasia.refund({ ...refund, refundedCents: 2_000 })
    expect(report).toEqual({ state: 'succeeded', providerReference: 'RF1' })
  })

  test('another sum that was refunded at Payment Asia is an operator’s, and nothing is requested', async () => {
    for (const [amount, state] of [
      ['5.00', 'refused'],
      ['-25.00', 'unknown'],
    ] as const) {
      responses[QUERY] = { body: [sale('1'), refunded(amount)] }
      expect(await payasia.payasia.refund(repeated)).toMatchObject({ state })
    }
    responses[QUERY] = { body: [sale('1'), refunded('-20.00')] }
    expect(await payasia.payasia.refund(repeated)).toMatchObject({ state: 'succeeded' })
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set([QUERY]))
  })

  test('are followed by their reference', async () => {
    responses[REFUND_QUERY] = answer(1)
    const report = await payasia.payasia.refund({ ...refund, providerReference: 'RF1' })
    expect(report).toEqual({ state: 'succeeded', providerReference: 'RF1' })
    expect(requests[0]!.form).toMatchObject({ refund_reference: 'RF1' })
  })

  test.each([
    [undefined, 'unknown'],
    [{}, 'unknown'],
    [{ response: { code: 50_000 } }, 'unknown'],
    [{ response: { code: 40_001, message: 'over the rest' } }, 'refused'],
    [{ response: { code: '20000' }, payload: { status: 2 } }, 'refused'],
  ])('answered by %j are %s', (body, state) => {
    expect(reportOfRefund(body).state).toBe(state)
  })
})

describe('datafeeds', () => {
  const feedOf = (change: Record<string, string> = {}) => {
    const { type: _, ...fields } = { ...sale('1'), ...change }
    return new URLSearchParams({ ...fields, sign: signatureOf(fields, SECRET) })
  }
  const verify = (form: URLSearchParams) =>
    payasia.callbacks.provider.verify(
      {
        url: 'https://harbour.test/hooks/payasia',
        headers: {},
        address: '203.0.113.9',
        body: Buffer.from(form.toString()),
      },
      Temporal.Now.instant(),
    )

  test('a signed one is verified, and told apart by reference and status', () => {
    expect(verify(feedOf())).toEqual({ outcome: 'verified', dedupKey: 'REQ1:1' })
    expect(verify(feedOf({ status: '4' }))).toEqual({ outcome: 'verified', dedupKey: 'REQ1:4' })
  })

  test.each(['amount', 'status', 'merchant_reference', 'currency', 'request_reference'])(
    'one whose %s was changed is forged',
    (name) => {
      const form = feedOf()
      form.set(name, '2')
      expect(verify(form)).toEqual({ outcome: 'forged' })
      form.delete(name)
      expect(verify(form)).toEqual({ outcome: 'forged' })
    },
  )

  test('one of an order that is not ours is ignored', () => {
    expect(verify(feedOf({ merchant_reference: 'till-7' }))).toEqual({ outcome: 'ignored' })
  })

  test('says what the payment is', () => {
    expect(readPayasiaCallback(Buffer.from(feedOf({ status: '2' }).toString()))).toEqual({
      of: 'payment',
      orderId: ORDER_ID,
      report: { state: 'failed' },
    })
  })
})
