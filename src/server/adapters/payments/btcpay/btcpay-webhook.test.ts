import { describe, expect, test } from 'vitest'
import { toCents } from './btcpay.rules.ts'
import { createBtcpayCallbacks, readBtcpayEvent, signatureOf } from './btcpay.ts'

const ORDER_ID = '0123456789abcdef0123456789abcdef'

test.each([
  ['88', 8_800],
  ['88.1', 8_810],
  ['88.019999', 8_801],
  ['0', 0],
  ['-1', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s are %d whole cents', (decimal, cents) => {
  expect(toCents(decimal)).toBe(cents)
})

describe('webhooks', () => {
  const event = {
    deliveryId: 'D2',
    originalDeliveryId: 'D1',
    isRedelivery: true,
    type: 'InvoiceSettled',
    storeId: 'STORE',
    invoiceId: 'INV1',
    metadata: { orderId: ORDER_ID },
  }
  const verify = (change: object = {}, signature?: string) => {
    const body = Buffer.from(JSON.stringify({ ...event, ...change }))
    const headers = { 'btcpay-sig': signature ?? signatureOf(body, 'SECRET') }
    const request = { url: 'https://harbour.test/hooks/btcpay', headers, address: '203.0.113.9', body }
    const { provider } = createBtcpayCallbacks({ webhookSecret: 'SECRET', storeId: 'STORE' })
    return provider.verify(request, Temporal.Now.instant())
  }

  // printf '%s' '{"a":1}' | openssl dgst -sha256 -hmac SECRET
  test('are signed as openssl signs', () => {
    expect(signatureOf(Buffer.from('{"a":1}'), 'SECRET')).toBe(
      'sha256=e368dba16378d7e233512666bd0196e1fcc6c08394ab54fbc6a9390d68e878ee',
    )
  })

  test('a repeated one is told by its first delivery', () => {
    expect(verify()).toEqual({ outcome: 'verified', dedupKey: 'D1' })
  })

  test.each([
    'InvoiceReceivedPayment',
    'InvoicePaymentSettled',
    'InvoiceProcessing',
    'InvoiceExpired',
    'InvoiceExpiredPaidPartial',
    'InvoicePaidAfterExpiration',
    'InvoiceSettled',
    'InvoiceInvalid',
  ])('%s has the invoice queried', (type) => {
    expect(verify({ type })).toMatchObject({ outcome: 'verified' })
  })

  test.each(['', 'sha256=00', `sha256=${'0'.repeat(64)}`])('the signature %j is forged', (signature) => {
    expect(verify({}, signature)).toEqual({ outcome: 'forged' })
  })

  test.each([
    ['another store', { storeId: 'OTHER' }],
    ['another kind of event', { type: 'InvoiceCreated' }],
    ['no order of ours', { metadata: { orderId: 'till-7' } }],
    ['no metadata', { metadata: undefined }],
    ['no delivery', { originalDeliveryId: undefined }],
  ])('one with %s is ignored', (_, change) => {
    expect(verify(change)).toEqual({ outcome: 'ignored' })
  })

  test('name the order, and leave its state to a query', () => {
    expect(readBtcpayEvent(Buffer.from(JSON.stringify(event)))).toEqual({ of: 'payment', orderId: ORDER_ID })
  })
})
