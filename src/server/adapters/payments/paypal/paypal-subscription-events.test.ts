import { expect, test } from 'vitest'
import { readSubscriptionEvent } from './paypal-subscriptions.ts'

const AGREEMENT_ID = '0123456789abcdef0123456789abcdef'
const sale = { id: 'S1', state: 'completed', billing_agreement_id: 'I-1', amount: { total: '88.00', currency: 'HKD' } }
const reference = { agreementId: AGREEMENT_ID, providerReference: 'I-1' }

test.each([
  ['BILLING.SUBSCRIPTION.ACTIVATED', { id: 'I-1', custom_id: AGREEMENT_ID }, reference],
  ['BILLING.SUBSCRIPTION.SUSPENDED', { id: 'I-1' }, { agreementId: undefined, providerReference: 'I-1' }],
  ['BILLING.SUBSCRIPTION.CANCELLED', { id: 'I-1', custom_id: AGREEMENT_ID }, reference],
  ['BILLING.SUBSCRIPTION.EXPIRED', { id: 'I-1', custom_id: AGREEMENT_ID }, reference],
  ['BILLING.SUBSCRIPTION.PAYMENT.FAILED', { id: 'I-1', custom_id: AGREEMENT_ID }, reference],
  [
    'PAYMENT.SALE.COMPLETED',
    { ...sale, custom: AGREEMENT_ID },
    { ...reference, providerCharge: { paymentReference: 'S1', amountCents: 8_800, currency: 'HKD' } },
  ],
  ['PAYMENT.SALE.COMPLETED', { ...sale, state: 'pending' }, undefined],
  ['PAYMENT.SALE.COMPLETED', { ...sale, billing_agreement_id: undefined }, undefined],
  ['PAYMENT.SALE.COMPLETED', { ...sale, amount: { total: '88', currency: undefined } }, undefined],
  ['BILLING.SUBSCRIPTION.CREATED', { id: 'I-1' }, undefined],
  ['BILLING.SUBSCRIPTION.UPDATED', { id: 'I-1' }, undefined],
  ['PAYMENT.CAPTURE.COMPLETED', { id: 'C1' }, undefined],
])('the event %s %j says %j', (event_type, resource, expected) => {
  expect(readSubscriptionEvent(Buffer.from(JSON.stringify({ id: 'WH-1', event_type, resource })))).toEqual(expected)
})
