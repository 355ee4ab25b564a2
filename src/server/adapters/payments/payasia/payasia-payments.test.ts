import { describe, expect, test } from 'vitest'
import type { PayasiaRecord } from './payasia-client.ts'
import { paymentsOfRecords, reportOfRecords } from './payasia.ts'

const ORDER_ID = '0123456789abcdef0123456789abcdef'
const record = (reference: string, change: Partial<PayasiaRecord> = {}): PayasiaRecord => ({
  merchant_reference: ORDER_ID,
  request_reference: reference,
  currency: 'HKD',
  amount: '88.00',
  status: '1',
  type: 'Sale',
  ...change,
})
const refund = (amount: string) => record('REFUND', { type: 'Refund', amount })
const taken = (paymentReference: string, amountCents = 8_800) => ({ paymentReference, amountCents, currency: 'HKD' })

describe('a form that was posted in two tabs', () => {
  test.each([
    ['both paid', [record('A'), record('B')], [taken('A'), taken('B')]],
    ['one paid, one open', [record('A', { status: '0' }), record('B')], [taken('B')]],
    ['one refused', [record('A', { status: '2' }), record('B', { amount: '88.5' })], [taken('B', 8_850)]],
    ['one refunded since', [record('A'), record('B'), refund('88.00')], [taken('A'), taken('B')]],
    ['one refunded since, by number', [record('A', { type: 1 }), record('R', { type: '2' })], [taken('A')]],
    ['of another order', [record('A', { merchant_reference: 'x' })], []],
    ['none', [], []],
  ])('takes each payment that was made: %s', (_, records, payments) => {
    expect(paymentsOfRecords(records, ORDER_ID)).toEqual(payments)
  })

  test.each([
    ['the second was returned: the first pays', '88.00', { state: 'succeeded', ...taken('A') }],
    ['a part of both was returned', '100.00', { state: 'succeeded', ...taken('A', 7_600) }],
    ['both were returned', '176.00', { state: 'closed' }],
  ])('counts what was returned: %s', (_, amount, report) => {
    expect(reportOfRecords([record('A'), record('B'), refund(amount)], ORDER_ID)).toEqual(report)
  })
})
