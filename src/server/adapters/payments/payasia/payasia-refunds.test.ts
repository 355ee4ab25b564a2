import { expect, test } from 'vitest'
import { reportOfRefundRecords } from './payasia.rules.ts'

const askedAt = Temporal.Instant.from('2026-11-22T00:00:00Z')
const SOUGHT = { amountCents: 2_000, refundedCents: 0, askedAt }
const minutesLater = (minutes: number) => askedAt.add({ minutes }).epochMilliseconds / 1000
const record = (change: object = {}) => ({ type: 'Refund', amount: '20.00', status: '1', ...change })

test('a refund that we asked for and whose answer was lost is found by its sum and time', () => {
  for (const time of [undefined, minutesLater(-10), minutesLater(600)]) {
    const records = [record(time === undefined ? {} : { created_time: time })]
    expect(reportOfRefundRecords(records, SOUGHT)).toMatchObject({ state: 'succeeded' })
  }
  expect(reportOfRefundRecords([], SOUGHT)).toBeUndefined()
})

test.each([
  ['of the same sum, though we never asked', record(), { askedAt: null }],
  ['of the same sum, before we asked', record({ created_time: minutesLater(-11) }), {}],
  ['of another sum', record({ amount: '25.00' }), {}],
])('one %s is somebody’s at Payment Asia: ours is refused', (_, found, change) => {
  const report = reportOfRefundRecords([found], { ...SOUGHT, ...change })
  expect(report).toMatchObject({ state: 'refused', reason: expect.stringContaining('were refunded otherwise') })
})

test('what is known of earlier refunds is not taken for another one', () => {
  const sought = { ...SOUGHT, refundedCents: 2_000, askedAt: null }
  expect(reportOfRefundRecords([record()], sought)).toBeUndefined()
})
