import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createAntom } from './antom.ts'
import { readPrivateKey, readPublicKey } from '../payment-adapter.ts'
import { contentToSign, isSigned, signatureHeader } from './antom-client.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/payments/${name}`, 'utf8')
const pem = fixture('key.pem')
const privateKey = readPrivateKey(pem)
const publicKey = createPublicKey(privateKey)
const content = fixture('antom-content.txt')
/** Made by OpenSSL. */
const signature = fixture('antom-signature.b64')
const header = `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`

/** The example of Antom's documentation. */
const message = {
  method: 'POST',
  path: '/ams/api/v1/payments/pay',
  clientId: 'SANDBOX_5X00000000000000',
  time: '1685599933871',
  body: content.slice(content.indexOf('{')),
}

test('what is signed is laid out as Antom’s documentation shows', () => {
  expect(contentToSign(message)).toBe(content)
})

test('our signature equals that of OpenSSL', () => {
  expect(signatureHeader(message, privateKey)).toBe(header)
})

test('OpenSSL’s signature is accepted, encoded or not, with spaces between the parts', () => {
  expect(isSigned(message, header, publicKey)).toBe(true)
  expect(isSigned(message, `algorithm=RSA256, keyVersion=1, signature=${signature}`, publicKey)).toBe(true)
})

describe('refused:', () => {
  const flip = (text: string, at: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)

  test.each([
    ['one flipped bit in the body', { ...message, body: flip(message.body, 40) }, header],
    ['another path', { ...message, path: '/ams/api/v1/payments/refund' }, header],
    ['another time', { ...message, time: '1685599933872' }, header],
    ['another client', { ...message, clientId: 'SANDBOX_5X00000000000001' }, header],
    [
      'one flipped bit in the signature',
      message,
      header.replace(signature.slice(0, 8), flip(signature.slice(0, 8), 3)),
    ],
    ['no signature', message, 'algorithm=RSA256,keyVersion=1'],
    ['no header', message, undefined],
    ['broken encoding', message, 'algorithm=RSA256,keyVersion=1,signature=%E0%A4%A'],
  ])('a signature does not hold for %s', (_, changed, given) => {
    expect(isSigned(changed, given, publicKey)).toBe(false)
  })
})

test('keys are PEM, or the bare base64 of Antom’s dashboard', () => {
  const der = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(readPrivateKey(der).equals(privateKey)).toBe(true)
  expect(readPublicKey(spki).equals(publicKey)).toBe(true)
  expect(() => readPublicKey('no key')).toThrow(/key/)
})

describe('a notification', () => {
  const antom = createAntom({
    clientId: 'CLIENT',
    privateKey: pem,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    apiBase: 'https://antom.test',
    notifyUrl: undefined,
    sandbox: false,
  })
  const order = '0123456789abcdef0123456789abcdef'
  const paid = {
    notifyType: 'PAYMENT_RESULT',
    result: { resultStatus: 'S', resultCode: 'SUCCESS' },
    paymentRequestId: order,
    paymentId: 'A1',
    paymentAmount: { currency: 'HKD', value: '5000' },
  }
  const request = (body: object, change: { path?: string; client?: string } = {}) => {
    const { path = '/hooks/antom', client = 'CLIENT' } = change
    const text = JSON.stringify(body)
    const signed = { method: 'POST', path: '/hooks/antom', clientId: 'CLIENT', time: '1700000000000', body: text }
    return {
      url: `https://harbour.test${path}`,
      headers: { 'client-id': client, 'request-time': signed.time, signature: signatureHeader(signed, privateKey) },
      address: '203.0.113.9',
      body: Buffer.from(text),
    }
  }
  const verify = (one: ReturnType<typeof request>) => antom.callbacks.provider.verify(one, Temporal.Now.instant())

  test('with Antom’s signature is verified, and the same bytes are the same event', () => {
    const first = verify(request(paid))
    expect(first).toMatchObject({ outcome: 'verified' })
    expect(verify(request(paid))).toEqual(first)
    expect(verify(request({ ...paid, paymentId: 'A2' }))).not.toEqual(first)
  })

  test.each([
    ['another path', request(paid, { path: '/hooks/paypal' })],
    ['another client', request(paid, { client: 'OTHER' })],
    ['another body', { ...request(paid), body: Buffer.from(JSON.stringify({ ...paid, paymentId: 'X' })) }],
  ])('with %s is forged', (_, forged) => {
    expect(verify(forged)).toEqual({ outcome: 'forged' })
  })

  test('of an authorization is verified, and forged, by the same signature', () => {
    const code = { authorizationNotifyType: 'AUTHCODE_CREATED', authState: order, authCode: 'CODE' }
    expect(verify(request(code))).toMatchObject({ outcome: 'verified' })
    const other = Buffer.from(JSON.stringify({ ...code, authState: order.replace('0', 'f') }))
    expect(verify({ ...request(code), body: other })).toEqual({ outcome: 'forged' })
    expect(antom.mandateCallbacks.provider).toBe(antom.callbacks.provider)
  })

  test('of no interest is acknowledged as Antom expects', () => {
    expect(verify(request({ notifyType: 'PAYMENT_PENDING', paymentRequestId: order }))).toEqual({ outcome: 'ignored' })
    expect(JSON.parse(antom.callbacks.provider.acknowledgement.body!)).toMatchObject({ result: { resultStatus: 'S' } })
  })

  test.each([
    [
      paid,
      {
        of: 'payment',
        orderId: order,
        report: { state: 'succeeded', amountCents: 5_000, currency: 'HKD', paymentReference: 'A1' },
      },
    ],
    [
      { ...paid, result: { resultStatus: 'F' } },
      { of: 'payment', orderId: order, report: { state: 'failed' } },
    ],
    [
      { ...paid, result: { resultStatus: 'U' } },
      { of: 'payment', orderId: order, report: { state: 'open' } },
    ],
    [
      { ...paid, paymentAmount: { currency: 'HKD', value: '50.00' } },
      { of: 'payment', orderId: order, report: { state: 'unknown' } },
    ],
    // Its fields by Antom's documentation of notifyRefund: no payment is named.
    [
      {
        notifyType: 'REFUND_RESULT',
        result: { resultStatus: 'S', resultCode: 'SUCCESS', resultMessage: 'success' },
        refundStatus: 'SUCCESS',
        refundRequestId: 'fedcba9876543210fedcba9876543210',
        refundId: '2019',
        refundAmount: { currency: 'HKD', value: '5000' },
        refundTime: '2026-11-22T10:00:00+08:00',
      },
      { of: 'refund', refundId: 'fedcba9876543210fedcba9876543210' },
    ],
    // Made in Antom's dashboard: with an id of its own.
    [{ notifyType: 'REFUND_RESULT', refundRequestId: '2019112819074102000700000077', refundId: '2019' }, undefined],
    [
      { notifyType: 'REFUND_RESULT', paymentId: 'A1' },
      { of: 'refund', paymentReference: 'A1' },
    ],
    [{ notifyType: 'OTHER' }, undefined],
  ])('%j says %j', (body, expected) => {
    expect(antom.callbacks.read(Buffer.from(JSON.stringify(body)))).toEqual(expected)
  })
})
