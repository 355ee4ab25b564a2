import { beforeEach, describe, expect, test } from 'vitest'
import { aMandate } from '../../../../../test/support/mandates.ts'
import type { PaypalBody, PaypalRequest } from './paypal-client.ts'
import { createPaypalSubscriptions, planBody } from './paypal-subscriptions.ts'

const AGREEMENT_ID = '0123456789abcdef0123456789abcdef'
const mandate = aMandate(AGREEMENT_ID)
const known = { ...mandate, providerReference: 'I-1' }
const PATH = '/v1/billing/subscriptions/I-1'

let sent: PaypalRequest[]
/** Responses by `METHOD path`; undefined: no answer. */
let responses: Record<string, { status: number; body: object } | undefined>
let names: Map<string, string>

beforeEach(() => {
  sent = []
  names = new Map()
  responses = {
    'POST /v1/catalogs/products': { status: 201, body: { id: 'PROD-1' } },
    'POST /v1/billing/plans': { status: 201, body: { id: 'P-1' } },
    'POST /v1/billing/subscriptions': {
      status: 201,
      body: { id: 'I-1', status: 'APPROVAL_PENDING', links: [{ rel: 'approve', href: 'https://paypal.test/approve' }] },
    },
  }
})

const catalogue = {
  find: async (name: string) => names.get(name),
  keep: async (name: string, reference: string) => {
    if (!names.has(name)) names.set(name, reference)
    return names.get(name)!
  },
}
const paypal = createPaypalSubscriptions(
  { clientId: 'id', clientSecret: 'secret', apiBase: 'https://paypal.test', brand: () => 'Harbour', sandbox: false },
  async (request) => {
    sent.push(request)
    const answer = responses[`${request.method} ${request.path.replace(/\?.*$/, '')}`]
    return answer && { status: answer.status, body: answer.body as PaypalBody }
  },
)
const setup = (change: Partial<typeof mandate> = {}) => paypal.setup({ ...mandate, ...change }, catalogue)
const subscription = (fields: object) => ({ status: 200, body: { id: 'I-1', custom_id: AGREEMENT_ID, ...fields } })

describe('setting up', () => {
  test('makes the product and the plan, then the subscription under our id', async () => {
    expect(await setup()).toEqual({
      outcome: 'accepted',
      providerReference: 'I-1',
      action: { type: 'redirect', url: 'https://paypal.test/approve' },
    })
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/catalogs/products',
      '/v1/billing/plans',
      '/v1/billing/subscriptions',
    ])
    expect(sent[2]).toMatchObject({
      requestId: AGREEMENT_ID,
      body: {
        plan_id: 'P-1',
        custom_id: AGREEMENT_ID,
        application_context: {
          user_action: 'SUBSCRIBE_NOW',
          return_url: mandate.continueUrl,
          cancel_url: mandate.cancelUrl,
        },
      },
    })
    expect(sent[2]!.body).not.toHaveProperty('plan')
  })

  test('the plan is remembered, and its id in PayPal’s requests is derived', async () => {
    await setup()
    const [product, plan] = sent
    await setup()
    expect(sent.slice(3).map(({ path }) => path)).toEqual(['/v1/billing/subscriptions'])
    names.clear()
    await setup()
    expect(sent.slice(4, 6).map(({ requestId }) => requestId)).toEqual([product!.requestId, plan!.requestId])
  })

  test.each([
    ['without its trial', { trial: false }],
    ['of another version', { planVersionId: 'entertainment-pass.2' }],
    ['of another price', { amountCents: 9_800 }],
  ])('a plan %s is another plan', async (_, change) => {
    await setup()
    const plan = sent[1]!.requestId
    await setup(change)
    expect(sent[3]).toMatchObject({ path: '/v1/billing/plans' })
    expect(sent[3]!.requestId).not.toBe(plan)
  })

  test.each([
    ['a free month that begins as the day does in Hong Kong', true, '2026-11-21T16:00:00Z', '2026-11-22T20:00:00Z'],
    ['a free month that begins as the day ends there', true, '2026-11-22T15:59:59.9Z', '2026-11-22T20:00:00Z'],
    ['a charge as 21 December ends in Hong Kong', false, '2026-12-21T16:00:00Z', '2026-12-21T10:00:00Z'],
    ['a charge in summer', false, '2026-07-21T16:00:00Z', '2026-07-21T10:00:00Z'],
  ])('%s starts on that day, also in California', async (_, trial, startsAt, start_time) => {
    await setup({ trial, startsAt: Temporal.Instant.from(startsAt) })
    expect(sent[2]!.body).toMatchObject({ start_time })
    const [here, there] = [Temporal.Instant.from(startsAt).subtract({ nanoseconds: trial ? 0 : 1 }), start_time]
    const dayThere = Temporal.Instant.from(there).toZonedDateTimeISO('America/Los_Angeles').toPlainDate()
    expect(dayThere).toEqual(here.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate())
  })

  test('a month that is charged on approval is a setup fee, before the schedule', async () => {
    await setup({ trial: false, isChargedNow: true, startsAt: Temporal.Instant.from('2026-12-22T16:00:00Z') })
    expect(sent[2]!.body).toMatchObject({
      start_time: '2026-12-22T10:00:00Z',
      plan: {
        payment_preferences: {
          auto_bill_outstanding: false,
          payment_failure_threshold: 3,
          setup_fee: { currency_code: 'HKD', value: '88.00' },
          setup_fee_failure_action: 'CANCEL',
        },
      },
    })
  })

  test('one that the payer has decided on meanwhile has nowhere to go', async () => {
    responses['POST /v1/billing/subscriptions'] = { status: 200, body: { id: 'I-1', status: 'ACTIVE' } }
    expect(await setup()).toEqual({ outcome: 'accepted', providerReference: 'I-1', action: null })
  })

  test.each([
    [undefined, 'unknown'],
    [{ status: 500, body: {} }, 'unknown'],
    [{ status: 429, body: {} }, 'unknown'],
    [{ status: 422, body: {} }, 'refused'],
    [{ status: 201, body: { id: 'I-1', status: 'APPROVAL_PENDING' } }, 'refused'],
  ] as const)('answered with %j it is %s', async (answer, outcome) => {
    responses['POST /v1/billing/subscriptions'] = answer
    expect(await setup()).toMatchObject({ outcome })
  })

  test('without a plan it is unknown, and no subscription is made', async () => {
    responses['POST /v1/billing/plans'] = undefined
    expect(await setup()).toMatchObject({ outcome: 'unknown' })
    expect(sent.map(({ path }) => path)).not.toContain('/v1/billing/subscriptions')
  })
})

describe('a plan', () => {
  const cyclesOf = (trial: boolean) =>
    (planBody({ ...mandate, trial }, 'PROD-1') as { billing_cycles: object[] }).billing_cycles

  test('with a trial: a free month, then the price for ever', () => {
    expect(cyclesOf(true)).toMatchObject([
      { tenure_type: 'TRIAL', sequence: 1, total_cycles: 1, pricing_scheme: { fixed_price: { value: '0.00' } } },
      { tenure_type: 'REGULAR', sequence: 2, total_cycles: 0, pricing_scheme: { fixed_price: { value: '88.00' } } },
    ])
  })

  test('without: the price for ever; a month that was not paid is never added to another', () => {
    expect(cyclesOf(false)).toMatchObject([{ tenure_type: 'REGULAR', sequence: 1, total_cycles: 0 }])
    expect(planBody(mandate, 'PROD-1')).toMatchObject({
      payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 3 },
    })
  })
})

describe('a query', () => {
  test.each([
    ['APPROVAL_PENDING', 'open'],
    ['APPROVED', 'open'],
    ['ACTIVE', 'active'],
    ['SUSPENDED', 'suspended'],
    ['CANCELLED', 'ended'],
    ['EXPIRED', 'ended'],
    ['OTHER', 'unknown'],
  ])('of one that is %s is %s', async (status, state) => {
    responses[`GET ${PATH}`] = subscription({ status })
    expect(await paypal.query(known)).toMatchObject({ state })
  })

  test('of another agreement’s subscription says nothing', async () => {
    responses[`GET ${PATH}`] = subscription({ status: 'ACTIVE', custom_id: 'another' })
    expect(await paypal.query(known)).toEqual({ state: 'unknown' })
  })

  test('without an answer, or without its charges, is unknown; of none it is absent', async () => {
    expect(await paypal.query(known)).toEqual({ state: 'unknown' })
    expect(await paypal.query(mandate)).toEqual({ state: 'absent' })
    const last_payment = { time: '2026-11-22T00:00:00Z' }
    responses[`GET ${PATH}`] = subscription({ status: 'ACTIVE', billing_info: { last_payment } })
    expect(await paypal.query(known)).toEqual({ state: 'unknown' })
  })

  test.each([
    ['the date of the next charge', [{ tenure_type: 'TRIAL', cycles_remaining: 0 }], '2026-12-22T10:00:00Z'],
    ['not the date of a free month that has not begun', [{ tenure_type: 'TRIAL', cycles_remaining: 1 }], undefined],
    ['the date without a trial', undefined, '2026-12-22T10:00:00Z'],
  ])('tells %s', async (_, cycle_executions, expected) => {
    const billing_info = { next_billing_time: '2026-12-22T10:00:00Z', cycle_executions }
    responses[`GET ${PATH}`] = subscription({ status: 'ACTIVE', billing_info })
    expect(await paypal.query(known)).toMatchObject({
      nextChargeAt: expected === undefined ? undefined : Temporal.Instant.from(expected),
    })
  })

  test('names the payer, the charges and the last failure', async () => {
    responses[`GET ${PATH}`] = subscription({
      status: 'ACTIVE',
      subscriber: { payer_id: 'PAYER1' },
      billing_info: {
        failed_payments_count: 1,
        last_failed_payment: { time: '2026-12-22T00:00:00Z' },
        last_payment: { time: '2026-11-22T00:00:00Z' },
      },
    })
    const amount = (value: string) => ({ gross_amount: { currency_code: 'HKD', value } })
    responses[`GET ${PATH}/transactions`] = {
      status: 200,
      body: {
        transactions: [
          { id: 'S1', status: 'COMPLETED', amount_with_breakdown: amount('88.00') },
          { id: 'S2', status: 'PARTIALLY_REFUNDED', amount_with_breakdown: amount('87.00') },
          { id: 'S3', status: 'DECLINED', amount_with_breakdown: amount('88.00') },
          { id: 'S4', status: 'COMPLETED', amount_with_breakdown: amount('x') },
        ],
      },
    }
    expect(await paypal.query(known)).toEqual({
      state: 'active',
      payerReference: 'PAYER1',
      chargeFailedAt: Temporal.Instant.from('2026-12-22T00:00:00Z'),
      providerCharges: [
        { paymentReference: 'S1', amountCents: 8_800, currency: 'HKD' },
        { paymentReference: 'S2', amountCents: 8_700, currency: 'HKD' },
      ],
    })
    expect(sent.at(-1)!.path).toContain('start_time=2026-10-13T00%3A00%3A00Z&end_time=2026-11-23T00%3A00%3A00Z')
  })
})

describe.each([
  ['suspend', 'suspend', 'SUSPENDED', 'ACTIVE'],
  ['resume', 'activate', 'ACTIVE', 'SUSPENDED'],
  ['end', 'cancel', 'CANCELLED', 'ACTIVE'],
] as const)('a request to %s a subscription', (method, path, wanted, other) => {
  test('is confirmed by its answer', async () => {
    responses[`POST ${PATH}/${path}`] = { status: 204, body: {} }
    expect(await paypal[method](known)).toBe(true)
  })

  test('which it is already is confirmed by a query', async () => {
    responses[`POST ${PATH}/${path}`] = { status: 422, body: {} }
    responses[`GET ${PATH}`] = subscription({ status: wanted })
    expect(await paypal[method](known)).toBe(true)
  })

  test('is not confirmed when it is not so, or there is no answer', async () => {
    responses[`POST ${PATH}/${path}`] = { status: 422, body: {} }
    responses[`GET ${PATH}`] = subscription({ status: other })
    expect(await paypal[method](known)).toBe(false)
    responses = {}
    expect(await paypal[method](known)).toBe(false)
  })
})

test('a mandate that was never made there needs no end', async () => {
  expect(await paypal.end(mandate)).toBe(true)
  expect(sent).toEqual([])
})
