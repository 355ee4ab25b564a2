import { expect, test } from 'vitest'
import { listDisputes, listTransactions, reportOfDispute } from './paypal-listing.ts'

const from = Temporal.Instant.from('2026-11-21T16:00:00Z')
const until = from.add({ hours: 12 })
const OWN = '0123456789abcdef0123456789abcdef'

const transaction = (change: object = {}) => ({
  transaction_info: {
    transaction_id: 'CAP1',
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2026-11-21T17:00:00+0000',
    transaction_amount: { currency_code: 'HKD', value: '88.00' },
    transaction_status: 'S',
    custom_field: OWN,
    ...change,
  },
})

/** Answers each request by what its query says. @returns the queries, and what was listed */
async function listed(answer: (query: URLSearchParams) => { status: number; body: object }) {
  const queries: URLSearchParams[] = []
  const movements = await listTransactions(
    async ({ method, path }) => {
      const [at, query] = path.split('?')
      expect([method, at]).toEqual(['GET', '/v1/reporting/transactions'])
      queries.push(new URLSearchParams(query))
      return answer(queries.at(-1)!)
    },
    { from, until },
  )
  return { queries, movements }
}

const once = (details: readonly object[]) =>
  listed(() => ({ status: 200, body: { transaction_details: details, total_pages: 1 } }))
const askedFor = (query: URLSearchParams) => [query.get('start_date'), query.get('end_date'), query.get('page')]

test('requests page by page', async () => {
  const { queries, movements } = await listed((query) => ({
    status: 200,
    body: { transaction_details: [transaction({ transaction_id: query.get('page') })], total_pages: 2 },
  }))
  expect(queries.map(askedFor)).toEqual([
    ['2026-11-21T16:00:00Z', '2026-11-22T03:59:59Z', '1'],
    ['2026-11-21T16:00:00Z', '2026-11-22T03:59:59Z', '2'],
  ])
  expect(movements!.map(({ reference }) => reference)).toEqual(['1', '2'])
})

test('a period with too many transactions is requested in halves', async () => {
  const { queries, movements } = await listed((query) =>
    query.get('end_date') === '2026-11-22T03:59:59Z' && query.get('start_date') === '2026-11-21T16:00:00Z'
      ? { status: 400, body: { name: 'RESULTSET_TOO_LARGE' } }
      : { status: 200, body: { transaction_details: [transaction()], total_pages: 1 } },
  )
  expect(queries.slice(1).map(askedFor)).toEqual([
    ['2026-11-21T16:00:00Z', '2026-11-21T21:59:59Z', '1'],
    ['2026-11-21T22:00:00Z', '2026-11-22T03:59:59Z', '1'],
  ])
  expect(movements).toHaveLength(2)
  const always = await listed(() => ({ status: 400, body: { name: 'RESULTSET_TOO_LARGE' } }))
  expect(always.movements).toBeUndefined()
})

test.each([
  ['a payment', {}, { what: 'payment', reference: 'CAP1', ownId: OWN, amountCents: 8_800 }],
  ['one that was returned since', { transaction_status: 'V' }, { what: 'payment' }],
  [
    'a charge of a subscription',
    { transaction_event_code: 'T0002', paypal_reference_id_type: 'SUB', paypal_reference_id: 'I-1' },
    { what: 'payment', mandateReference: 'I-1' },
  ],
  [
    'a refund, which names our refund',
    {
      transaction_event_code: 'T1107',
      transaction_amount: { currency_code: 'HKD', value: '-20.00' },
      custom_field: undefined,
      invoice_id: OWN,
    },
    { what: 'refund', ownId: OWN, amountCents: 2_000 },
  ],
])('a transaction is listed as what it was: %s', async (_, change, expected) => {
  const { movements } = await once([transaction(change)])
  expect(movements).toHaveLength(1)
  expect(movements![0]).toMatchObject({
    currency: 'HKD',
    at: Temporal.Instant.from('2026-11-21T17:00:00Z'),
    ...expected,
  })
})

test.each([
  ['another shop’s', { custom_field: 'their-order-1' }],
  ['pending', { transaction_status: 'P' }],
  ['denied', { transaction_status: 'D' }],
  ['a reversal', { transaction_event_code: 'T1106' }],
  ['a withdrawal', { transaction_event_code: 'T0403' }],
  ['money that leaves', { transaction_amount: { currency_code: 'HKD', value: '-88.00' } }],
])('passes over what is %s', async (_, change) => {
  expect((await once([transaction(change)])).movements).toEqual([])
})

test('without a whole answer nothing is listed', async () => {
  for (const answer of [
    { status: 403, body: { name: 'NOT_AUTHORIZED' } },
    { status: 200, body: {} },
  ])
    expect((await listed(() => answer)).movements).toBeUndefined()
})

test('disputes are read page by page, and each for its payment and its outcome', async () => {
  const details: Record<string, object> = {
    'PP-D-1': { status: 'UNDER_REVIEW', disputed_transactions: [{ seller_transaction_id: 'CAP1' }] },
    'PP-D-2': {
      status: 'RESOLVED',
      disputed_transactions: [{ seller_transaction_id: 'CAP2' }],
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
    },
    'PP-D-3': {
      status: 'RESOLVED',
      disputed_transactions: [{ seller_transaction_id: 'CAP3' }],
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    },
    'PP-D-4': { status: 'OPEN' },
  }
  const paths: string[] = []
  const disputes = await listDisputes(async ({ path }) => {
    paths.push(path)
    const [at = '', query] = path.split('?')
    const id = at.split('/')[4]
    if (id) return { status: 200, body: { dispute_id: id, ...details[id] } }
    const isFirst = new URLSearchParams(query).get('page') === '1'
    const ids = isFirst ? ['PP-D-1', 'PP-D-2'] : ['PP-D-3', 'PP-D-4']
    const links = isFirst ? [{ rel: 'next', href: 'https://api.test' }] : []
    return { status: 200, body: { items: ids.map((dispute_id) => ({ dispute_id })), links } }
  }, from)
  expect(paths[0]).toBe('/v1/customer/disputes?update_time_after=2026-11-21T16%3A00%3A00.000Z&page_size=50&page=1')
  expect(disputes).toEqual([
    { of: 'dispute', paymentReference: 'CAP1', disputeId: 'PP-D-1', event: 'disputeOpened' },
    { of: 'dispute', paymentReference: 'CAP2', disputeId: 'PP-D-2', event: 'disputeLost' },
    { of: 'dispute', paymentReference: 'CAP3', disputeId: 'PP-D-3', event: 'disputeWon' },
  ])
})

test.each([
  ['RESOLVED_BUYER_FAVOUR', 'disputeLost'],
  ['ACCEPTED', 'disputeLost'],
  ['RESOLVED_SELLER_FAVOUR', 'disputeWon'],
  ['RESOLVED_WITH_PAYOUT', 'disputeWon'],
  ['CANCELED_BY_BUYER', 'disputeWon'],
  ['DENIED', 'disputeWon'],
])('a dispute resolved as %s is %s', (outcome_code, event) => {
  const disputed_transactions = [{ seller_transaction_id: 'CAP1' }]
  expect(
    reportOfDispute({ dispute_id: 'D', status: 'RESOLVED', disputed_transactions, dispute_outcome: { outcome_code } }),
  ).toMatchObject({ event })
})

test.each([403, 500, undefined])('an answer of %s says nothing of disputes', async (status) => {
  expect(
    await listDisputes(async () => (status === undefined ? undefined : { status, body: {} }), from),
  ).toBeUndefined()
})
