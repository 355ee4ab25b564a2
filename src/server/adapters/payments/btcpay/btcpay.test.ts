import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewProviderOrder, ProviderRefund } from '#server/domains/payments/index.ts'
import { type FakeServer, type ReceivedRequest, startFakeServer } from '../../../../../test/support/fake-server.ts'
import { FIRST_REFUND } from '../../../../../test/support/provider-refund.ts'
import { type Btcpay, createBtcpay } from './btcpay.ts'
import { reportOfClaim } from './btcpay.rules.ts'

let server: FakeServer
let btcpay: Btcpay
let requests: { call: string; headers: ReceivedRequest['headers']; body: unknown }[]
/** Responses by `METHOD path` below `/api/v1/stores/STORE` or `/api/v1`; none: the connection breaks. */
let responses: Record<string, { status?: number; body: unknown }>

beforeAll(async () => {
  server = await startFakeServer(({ method, path, headers, body }) => {
    const call = `${method} ${path.replace('/api/v1', '').replace('/stores/STORE', '')}`
    requests.push({ call, headers, body: body && JSON.parse(body) })
    const answer = responses[call]
    return answer && { status: answer.status, body: JSON.stringify(answer.body) }
  })
  btcpay = createBtcpay({
    apiBase: server.url,
    apiKey: 'KEY',
    storeId: 'STORE',
    webhookSecret: 'SECRET',
    sandbox: false,
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  responses = {}
})

const calls = () => requests.map(({ call }) => call)

const ORDER_ID = '0123456789abcdef0123456789abcdef'
const at = Temporal.Instant.from('2026-11-22T00:00:00Z')
const order: NewProviderOrder = {
  orderId: ORDER_ID,
  amountCents: 8_800,
  currency: 'HKD',
  providerReference: null,
  description: 'Entertainment Pass, 1 month',
  language: 'zh_HK',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/return',
  at,
}
const known = { ...order, providerReference: 'INV1' }
const invoice = (status: string, change: object = {}) => ({
  id: 'INV1',
  amount: '88.00',
  paidAmount: '0',
  currency: 'HKD',
  status,
  additionalStatus: 'None',
  checkoutLink: 'https://btcpay.test/i/INV1',
  metadata: { orderId: ORDER_ID },
  ...change,
})
const SEARCH = `GET /invoices?orderId=${ORDER_ID}`

describe('creating', () => {
  test('an order without an invoice gets one', async () => {
    responses = { [SEARCH]: { body: [] }, 'POST /invoices': { body: invoice('New') } }
    expect(await btcpay.crypto.create(order)).toEqual({
      outcome: 'accepted',
      providerReference: 'INV1',
      action: { type: 'redirect', url: 'https://btcpay.test/i/INV1' },
      lifetimeSeconds: 1_800,
    })
    expect(requests[1]!.headers.authorization).toBe('token KEY')
    expect(requests[1]!.body).toMatchObject({
      amount: '88.00',
      currency: 'HKD',
      metadata: { orderId: ORDER_ID },
      checkout: { redirectURL: 'https://harbour.test/return', paymentTolerance: 0, expirationMinutes: 30 },
    })
  })

  test('one whose answer was lost is found, not made again', async () => {
    responses = { [SEARCH]: { body: [invoice('New')] } }
    expect(await btcpay.crypto.create(order)).toMatchObject({ outcome: 'accepted', providerReference: 'INV1' })
    expect(calls()).toEqual([SEARCH])
  })

  test.each([
    ['the search gets no answer', {}, 'unknown'],
    ['it cannot be searched', { [SEARCH]: { status: 401, body: {} } }, 'unknown'],
    ['the request is wrong', { [SEARCH]: { body: [] }, 'POST /invoices': { status: 400, body: {} } }, 'refused'],
    ['the server fails', { [SEARCH]: { body: [] }, 'POST /invoices': { status: 500, body: {} } }, 'unknown'],
    ['the answer is lost', { [SEARCH]: { body: [] } }, 'unknown'],
  ])('when %s, does not say that it was created', async (_, given, outcome) => {
    responses = given
    expect((await btcpay.crypto.create(order)).outcome).toBe(outcome)
  })
})

describe('queries', () => {
  test('of an order whose invoice we never learnt search it', async () => {
    responses = { [SEARCH]: { body: [invoice('Expired'), invoice('Settled', { id: 'INV2', paidAmount: '88' })] } }
    expect(await btcpay.crypto.query(order)).toMatchObject({ state: 'succeeded', paymentReference: 'INV2' })
    responses = { [SEARCH]: { body: [] } }
    expect(await btcpay.crypto.query(order)).toEqual({ state: 'absent' })
  })

  test('of money that came too late wait for its confirmation', async () => {
    responses = {
      'GET /invoices/INV1': { body: invoice('Expired', { additionalStatus: 'PaidLate', paidAmount: '88' }) },
    }
    expect(await btcpay.crypto.query(known)).toEqual({ state: 'unknown' })
    responses['GET /invoices/INV1/payment-methods'] = { body: [{ payments: [{ status: 'Settled' }] }] }
    expect(await btcpay.crypto.query(known)).toMatchObject({ state: 'succeeded', amountCents: 8_800 })
  })

  test.each([
    ['no answer', undefined, 'unknown'],
    ['gone', { status: 404, body: {} }, 'absent'],
    ['a fault', { status: 500, body: {} }, 'unknown'],
    ['the invoice of another order', { body: invoice('Settled', { metadata: { orderId: 'other' } }) }, 'unknown'],
  ])('answered with %s say a state that is certain, or unknown', async (_, answer, state) => {
    if (answer) responses['GET /invoices/INV1'] = answer
    expect((await btcpay.crypto.query(known)).state).toBe(state)
  })
})

describe('cancelling', () => {
  test('closes an invoice to which nothing was sent', async () => {
    responses = { 'GET /invoices/INV1': { body: invoice('New') }, 'POST /invoices/INV1/status': { body: {} } }
    expect(await btcpay.crypto.cancel(known)).toEqual({ state: 'closed' })
    expect(requests[1]!.body).toEqual({ status: 'Invalid' })
  })

  test('leaves one to which something was sent', async () => {
    for (const body of [
      invoice('New', { additionalStatus: 'PaidPartial', paidAmount: '10' }),
      invoice('Processing', { paidAmount: '88' }),
    ]) {
      responses = { 'GET /invoices/INV1': { body } }
      expect(await btcpay.crypto.cancel(known)).toEqual({ state: 'open' })
    }
    expect(calls()).toEqual(['GET /invoices/INV1', 'GET /invoices/INV1'])
  })

  test('says what became of one that was paid in this moment', async () => {
    responses = {
      'GET /invoices/INV1': { body: invoice('New') },
      'POST /invoices/INV1/status': { status: 400, body: {} },
    }
    expect(await btcpay.crypto.cancel(known)).toEqual({ state: 'open' })
  })
})

describe('refunds are claim links', () => {
  const refund: ProviderRefund = {
    refundId: 'f'.repeat(32),
    orderId: ORDER_ID,
    amountCents: 2_000,
    currency: 'HKD',
    paymentReference: 'INV1',
    providerReference: null,
    ...FIRST_REFUND,
    requestedAt: at,
    at,
  }
  const claim = { id: 'PP1', name: `Refund ${refund.refundId}`, viewLink: 'https://btcpay.test/pull-payments/PP1' }
  const LIST = 'GET /pull-payments?includeArchived=true'
  const METHODS = {
    'GET /invoices/INV1/payment-methods': {
      body: [
        { paymentMethodId: 'BTC-LN', payments: [] },
        { paymentMethodId: 'BTC-CHAIN', payments: [{ status: 'Settled' }] },
      ],
    },
  }
  const payouts = (body: unknown) => ({ 'GET /pull-payments/PP1/payouts': { body } })

  test('one is made, by the method that was paid with', async () => {
    responses = {
      [LIST]: { body: [] },
      ...METHODS,
      'POST /invoices/INV1/refund': { body: claim },
      ...payouts([]),
    }
    expect(await btcpay.crypto.refund(refund)).toEqual({
      state: 'awaiting_claim',
      providerReference: 'PP1',
      claimUrl: claim.viewLink,
    })
    expect(requests[2]!.body).toEqual({
      name: claim.name,
      payoutMethods: ['BTC-CHAIN'],
      payoutMethodId: 'BTC-CHAIN',
      refundVariant: 'Custom',
      customAmount: '20.00',
      customCurrency: 'HKD',
    })
  })

  // BTCPay Server knows no payout by LNURL, and would refuse the request.
  test('one of a payment by LNURL is made by Lightning', async () => {
    const paidBy = { paymentMethodId: 'BTC-LNURL', payments: [{ status: 'Settled' }] }
    responses = {
      [LIST]: { body: [] },
      'GET /invoices/INV1/payment-methods': { body: [{ paymentMethodId: 'BTC-CHAIN', payments: [] }, paidBy] },
      'POST /invoices/INV1/refund': { body: claim },
      ...payouts([]),
    }
    await btcpay.crypto.refund(refund)
    expect(requests[2]!.body).toMatchObject({ payoutMethods: ['BTC-LN'] })
  })

  test('one whose answer was lost is found by its name', async () => {
    responses = { [LIST]: { body: [{ id: 'PP0', name: 'other' }, claim] }, ...payouts([]) }
    expect(await btcpay.crypto.refund(refund)).toMatchObject({ state: 'awaiting_claim', providerReference: 'PP1' })
    expect(calls()).not.toContain('POST /invoices/INV1/refund')
  })

  test('without an answer nothing is known; a wrong request is refused', async () => {
    expect(await btcpay.crypto.refund(refund)).toMatchObject({ state: 'unknown' })
    responses = { [LIST]: { body: [] }, ...METHODS, 'POST /invoices/INV1/refund': { status: 422, body: {} } }
    expect(await btcpay.crypto.refund(refund)).toMatchObject({ state: 'refused' })
  })

  test.each([
    [[], 0, 'awaiting_claim'],
    [[{ state: 'Cancelled', originalAmount: '20' }], 0, 'awaiting_claim'],
    [[{ state: 'AwaitingApproval', originalAmount: '20' }], 0, 'pending'],
    [[{ state: 'InProgress', originalAmount: '20' }], 100, 'pending'],
    [[{ state: 'Completed', originalAmount: '10' }], 100, 'awaiting_claim'],
    [[{ state: 'Completed', originalAmount: '20.00' }], 0, 'succeeded'],
    [
      [
        { state: 'Completed', originalAmount: '10' },
        { state: 'Completed', originalAmount: '10' },
      ],
      0,
      'succeeded',
    ],
  ])('claims %j after %d days: %s', (body, days, state) => {
    const requested = { amountCents: 2_000, claimedCents: 0, requestedAt: at, at: at.add({ hours: days * 24 }) }
    const said = reportOfClaim(claim, body, requested)
    expect(said === 'expired' ? said : said.state).toBe(state)
  })

  test('a claimed part is reported once; the rest waits, and is ours again after 90 days', async () => {
    const part = payouts([{ state: 'Completed', originalAmount: '5.00' }])
    responses = { 'GET /pull-payments/PP1': { body: claim }, ...part, 'DELETE /pull-payments/PP1': { body: {} } }
    const known = { ...refund, providerReference: 'PP1' }
    const awaiting = { state: 'awaiting_claim', providerReference: 'PP1', claimUrl: claim.viewLink }
    expect(await btcpay.crypto.refund(known)).toEqual({ ...awaiting, claimedCents: 500 })
    const rest = { ...known, amountCents: 1_500, claimedCents: 500 }
    expect(await btcpay.crypto.refund(rest)).toEqual(awaiting)
    responses['GET /pull-payments/PP1/payouts'] = { body: [{ state: 'Completed', originalAmount: '20.00' }] }
    expect(await btcpay.crypto.refund(rest)).toMatchObject({ state: 'succeeded' })
    responses = { ...responses, ...part }
    expect(await btcpay.crypto.refund({ ...rest, at: at.add({ hours: 90 * 24 }) })).toMatchObject({ state: 'returned' })
  })

  test('the link of a refund that was settled as refused is closed; what is claimed of it is reported', async () => {
    const settled = { ...refund, providerReference: 'PP1', isQueryOnly: true }
    const part = payouts([{ state: 'Completed', originalAmount: '5.00' }])
    responses = { 'GET /pull-payments/PP1': { body: claim }, ...part, 'DELETE /pull-payments/PP1': { body: {} } }
    expect(await btcpay.crypto.refund(settled)).toMatchObject({ state: 'awaiting_claim', claimedCents: 500 })
    expect(calls()).toContain('DELETE /pull-payments/PP1')
    requests = []
    responses['GET /pull-payments/PP1'] = { body: { ...claim, archived: true } }
    expect(await btcpay.crypto.refund(settled)).toMatchObject({ state: 'awaiting_claim', claimedCents: 500 })
    expect(calls()).not.toContain('DELETE /pull-payments/PP1')
  })

  test('one that is not claimed in 90 days is closed, and the money is ours again', async () => {
    const late = { ...refund, providerReference: 'PP1', at: at.add({ hours: 90 * 24 }) }
    responses = { 'GET /pull-payments/PP1': { body: claim }, ...payouts([]) }
    expect(await btcpay.crypto.refund(late)).toMatchObject({ state: 'unknown' })
    responses['DELETE /pull-payments/PP1'] = { body: {} }
    expect(await btcpay.crypto.refund(late)).toMatchObject({ state: 'returned' })
    responses['GET /pull-payments/PP1'] = { body: { ...claim, archived: true } }
    expect(await btcpay.crypto.refund({ ...late, at })).toMatchObject({ state: 'returned' })
  })
})
