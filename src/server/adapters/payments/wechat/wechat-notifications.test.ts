import { createCipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  API_KEY,
  MCH_ID,
  ORDER_ID,
  type Signed,
  wechatHeaders,
  wechatOptions,
  wechatPaid as paid,
  wechatTransaction as transaction,
} from '../../../../../test/support/wechat.ts'
import { createWechat } from './wechat.ts'

const REFUND_ID = 'fedcba9876543210fedcba9876543210'
const { callbacks } = createWechat(wechatOptions('https://wechat.test'))

describe('a notification', () => {
  const sealed = (resource: object, type = 'TRANSACTION.SUCCESS', apiKey = API_KEY) => {
    const cipher = createCipheriv('aes-256-gcm', apiKey, 'fdasflkja484')
    cipher.setAAD(Buffer.from('transaction'))
    const ciphertext = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()])
    const fields = {
      algorithm: 'AEAD_AES_256_GCM',
      nonce: 'fdasflkja484',
      associated_data: 'transaction',
      ciphertext: ciphertext.toString('base64'),
    }
    return JSON.stringify({ id: 'EV-1', event_type: type, resource: fields })
  }
  const requestOf = (text: string, signed?: Signed) => ({
    url: 'https://harbour.test/hooks/wechat',
    headers: wechatHeaders(text, signed),
    address: '203.0.113.9',
    body: Buffer.from(text),
  })
  function verified(text: string, signed?: Signed, headers: Record<string, string> = {}) {
    const request = requestOf(text, signed)
    return callbacks.provider.verify(
      { ...request, headers: { ...request.headers, ...headers } },
      Temporal.Now.instant(),
    )
  }

  test('is verified by its signature and known by its id', () => {
    expect(verified(sealed(transaction('SUCCESS')))).toEqual({ outcome: 'verified', dedupKey: 'EV-1' })
  })

  test.each([
    ['299 seconds later', 'verified', { seconds: 299 }],
    ['six minutes later', 'forged', { minutes: 6 }],
    ['six minutes earlier', 'forged', { minutes: -6 }],
  ])('that arrives %s is %s', (_, outcome, later) => {
    const request = requestOf(sealed(transaction('SUCCESS')))
    const signedAt = Temporal.Instant.fromEpochMilliseconds(Number(request.headers['wechatpay-timestamp']) * 1000)
    expect(callbacks.provider.verify(request, signedAt.add(later))).toMatchObject({ outcome })
  })

  test.each(['never', 'wrongly', 'long ago'] as const)('signed %s is forged', (signed) => {
    expect(verified(sealed(transaction('SUCCESS')), signed)).toEqual({ outcome: 'forged' })
  })

  test('signed with a key that is not among ours is to be sent again', () => {
    const unknown = { 'wechatpay-serial': 'NEW' }
    expect(verified(sealed(transaction('SUCCESS')), undefined, unknown)).toEqual({ outcome: 'unavailable' })
  })

  test('sealed with another key is to be sent again: acknowledged, it would be lost', () => {
    const other = sealed(transaction('SUCCESS'), undefined, API_KEY.replace('0', '1'))
    expect(verified(other)).toEqual({ outcome: 'unavailable' })
  })

  test.each([
    ['of another merchant', sealed(transaction('SUCCESS', { mchid: '1' }))],
    ['of an order that is not ours', sealed(transaction('SUCCESS', { out_trade_no: 'x' }))],
    ['of another type', sealed(transaction('SUCCESS'), 'COUPON.USE')],
    ['that is no JSON', 'x'],
  ])('%s is ignored', (_, text) => {
    expect(verified(text)).toEqual({ outcome: 'ignored' })
  })

  test.each([
    ['TRANSACTION.SUCCESS', transaction('SUCCESS'), { of: 'payment', orderId: ORDER_ID, report: paid }],
    [
      'TRANSACTION.SUCCESS',
      transaction('SUCCESS', { amount: { total: 1, currency: 'HKD' } }),
      { of: 'payment', orderId: ORDER_ID, report: { ...paid, amountCents: 1 } },
    ],
    [
      'REFUND.SUCCESS',
      { mchid: MCH_ID, out_trade_no: ORDER_ID, transaction_id: '42', id: 'R1', refund_status: 'SUCCESS' },
      { of: 'refund', paymentReference: '42' },
    ],
    [
      'REFUND.SUCCESS',
      { mchid: MCH_ID, out_trade_no: ORDER_ID, out_refund_no: REFUND_ID, id: 'R1', refund_status: 'SUCCESS' },
      { of: 'refund', refundId: REFUND_ID },
    ],
    ['REFUND.SUCCESS', { mchid: MCH_ID, out_trade_no: ORDER_ID, id: 'R1' }, undefined],
  ])('%s of %j says %j', (type, resource, expected) => {
    expect(callbacks.read(Buffer.from(sealed(resource, type)))).toEqual(expected)
  })

  test('made by another library is read', () => {
    const { resource } = JSON.parse(readFileSync('test/fixtures/payments/wechat-resource.json', 'utf8')) as {
      resource: object
    }
    const body = Buffer.from(JSON.stringify({ id: 'EV-2', event_type: 'TRANSACTION.SUCCESS', resource }))
    expect(callbacks.read(body)).toEqual({ of: 'payment', orderId: ORDER_ID, report: paid })
  })
})
