import { describe, expect, test } from 'vitest'
import { reportOfInvoice } from './btcpay.rules.ts'

const invoice = (status: string, change: object = {}) => ({
  id: 'INV1',
  amount: '88.00',
  paidAmount: '0',
  currency: 'HKD',
  status,
  additionalStatus: 'None',
  ...change,
})

describe('states of an invoice', () => {
  const settled = [{ paymentMethodId: 'BTC-CHAIN', payments: [{ status: 'Settled' }] }]
  const unconfirmed = [{ payments: [{ status: 'Settled' }, { status: 'Processing' }] }]
  const paid = (amountCents: number) => ({
    state: 'succeeded',
    amountCents,
    currency: 'HKD',
    paymentReference: 'INV1',
  })

  test.each([
    ['New', {}, [], { state: 'open' }],
    ['New', { additionalStatus: 'PaidPartial', paidAmount: '10' }, [], { state: 'open' }],
    ['Processing', { paidAmount: '88.00' }, [], { state: 'open' }],
    ['Processing', { additionalStatus: 'PaidOver', paidAmount: '90' }, [], { state: 'open' }],
    ['Settled', { paidAmount: '88.00' }, [], paid(8_800)],
    // The rate leaves a fraction of a cent.
    ['Settled', { paidAmount: '87.9999' }, [], paid(8_800)],
    ['Settled', { additionalStatus: 'PaidOver', paidAmount: '90.507' }, [], paid(9_050)],
    ['Settled', { additionalStatus: 'PaidLate', paidAmount: '88.00' }, [], paid(8_800)],
    ['Settled', { additionalStatus: 'PaidPartial', paidAmount: '80' }, [], paid(8_000)],
    ['Settled', { additionalStatus: 'Marked', paidAmount: '80' }, [], paid(8_000)],
    ['Settled', { additionalStatus: 'Marked' }, [], { state: 'failed' }],
    ['Expired', {}, [], { state: 'closed' }],
    ['Expired', { additionalStatus: 'PaidPartial', paidAmount: '80' }, settled, paid(8_000)],
    ['Expired', { additionalStatus: 'PaidPartial', paidAmount: '80' }, unconfirmed, { state: 'open' }],
    ['Expired', { additionalStatus: 'PaidLate', paidAmount: '88' }, settled, paid(8_800)],
    ['Expired', { additionalStatus: 'PaidLate', paidAmount: '88' }, unconfirmed, { state: 'open' }],
    ['Expired', { additionalStatus: 'PaidLate', paidAmount: '88' }, [], { state: 'failed' }],
    ['Invalid', { additionalStatus: 'Marked' }, [], { state: 'closed' }],
    ['Invalid', { additionalStatus: 'Marked', paidAmount: '88' }, settled, paid(8_800)],
    ['Invalid', { paidAmount: '88' }, [{ payments: [{ status: 'Invalid' }] }], { state: 'failed' }],
    ['Else', {}, [], { state: 'unknown' }],
  ])('%s %j with %j', (status, change, methods, report) => {
    expect(reportOfInvoice(invoice(status, change), methods)).toEqual(report)
  })
})
