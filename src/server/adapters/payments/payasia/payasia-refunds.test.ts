import { expect, test } from 'vitest'
import { reportOfRefundRecords } from './payasia.ts'

const askedAt = Temporal.Instant.from('2026-11-22T00:00:00Z')
const REQUESTED_REFUND = { amountCents: 2_000, refundedCents: 0, requestedAt: askedAt, askedAt }
const minutesLater = (minutes: number) => askedAt.add({ minutes }).epochMilliseconds / 1000
const record = (change: object = {}) => ({ type: 'Refund', amount: '20.00', status: '1', ...change })

test('a requested refund whose answer was lost is found by its sum and time', () => {
  for (const time of [minutesLater(-10), minutesLater(600)]) {
    expect(reportOfRefundRecords([record({ created_time: time })], REQUESTED_REFUND)).toMatchObject({
      state: 'succeeded',
    })
  }
  expect(reportOfRefundRecords([], REQUESTED_REFUND)).toBeUndefined()
})

test('one whose request a restored backup lacks is ours if it was made after it was requested', () => {
  const restored = { ...REQUESTED_REFUND, askedAt: null }
  const [later, earlier] = [minutesLater(-10), minutesLater(-11)].map((created_time) => record({ created_time }))
  expect(reportOfRefundRecords([later!], restored)).toMatchObject({ state: 'succeeded' })
  expect(reportOfRefundRecords([earlier!], restored)).toMatchObject({ state: 'unknown', isDoubtful: true })
})

test.each([
  ['of the same sum and no time, though we never asked', record(), { askedAt: null }],
  ['of the same sum and no time, at the next query', record(), {}],
  ['of the same sum, before our request', record({ created_time: minutesLater(-11) }), {}],
  ['of more', record({ amount: '25.00' }), {}],
])('one %s may be ours or another’s: it is neither repeated nor refused', (_, found, change) => {
  const report = reportOfRefundRecords([found], { ...REQUESTED_REFUND, ...change })
  expect(report).toMatchObject({ state: 'unknown', isDoubtful: true })
})

test('one of less was made at Payment Asia: ours is refused', () => {
  expect(reportOfRefundRecords([record({ amount: '15.00' })], REQUESTED_REFUND)).toEqual({
    state: 'refused',
    reason: 'Payment Asia: 1500 cents were refunded otherwise',
  })
})

test('the records of earlier refunds are not taken for a new one', () => {
  const repeatedRefund = { ...REQUESTED_REFUND, refundedCents: 2_000, askedAt: null }
  expect(reportOfRefundRecords([record()], repeatedRefund)).toBeUndefined()
})
