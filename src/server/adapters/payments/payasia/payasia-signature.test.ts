import { describe, expect, test } from 'vitest'
import { toCents, toPayasiaAmount } from './payasia.ts'
import { encodeFields, isSigned, signatureOf } from './payasia-client.ts'

/** The example of Payment Asia's documentation. */
const EXAMPLE = {
  merchant_reference: '1234567890',
  currency: 'HKD',
  amount: '100.00',
  customer_ip: '123.123.123.123',
  customer_first_name: 'John',
  customer_last_name: 'Doe',
  customer_address: '1, Bay Street',
  customer_phone: '0123123123',
  customer_email: 'someone@gmail.com',
  customer_state: 'NY',
  customer_country: 'US',
  return_url: 'https://demo.shop.com/payment/return',
  network: 'Alipay',
  subject: 'IphoneX',
}
const EXAMPLE_SECRET = '127f7830-b856-4ddf-92b4-a6478e38547b'
const EXAMPLE_SIGN =
  'a36026912f25eb4ef4ea23d6f9760fa0e664f7561fa993976b44b3036cd251ab53c6d7401e7b0f2f492867d4d4d59a0abee931bb9040ae8a5b0b0516a7f0923b'

describe('the signature', () => {
  test('is that of the documentation’s example', () => {
    expect(signatureOf(EXAMPLE, EXAMPLE_SECRET)).toBe(EXAMPLE_SIGN)
    expect(isSigned(EXAMPLE, EXAMPLE_SIGN.toUpperCase(), EXAMPLE_SECRET)).toBe(true)
  })

  test.each([
    ['another amount', { ...EXAMPLE, amount: '1.00' }, EXAMPLE_SIGN],
    ['no sign', EXAMPLE, ''],
    ['a shorter sign', EXAMPLE, EXAMPLE_SIGN.slice(0, -1)],
  ])('refuses %s', (_, fields, sign) => {
    expect(isSigned(fields, sign, EXAMPLE_SECRET)).toBe(false)
  })

  test('encodes as PHP does', () => {
    expect(encodeFields({ b: "港 *~'()", a: 'x-._y' })).toBe('a=x-._y&b=%E6%B8%AF+%2A%7E%27%28%29')
  })
})

describe('amounts', () => {
  test.each([
    [8_800, 'UserDefine', '88.00'],
    [5, 'UserDefine', '0.05'],
    [10_000, 'Octopus', '100.0'],
    [8_810, 'Octopus', '88.1'],
    [8_805, 'Octopus', undefined],
  ] as const)('%d cents by %s are %s', (cents, network, text) => {
    expect(toPayasiaAmount(cents, network)).toBe(text)
  })

  test.each([
    ['100.00', 10_000],
    ['100.0', 10_000],
    ['100', 10_000],
    [88.1, 8_810],
    ['-20.00', undefined],
    ['1.005', undefined],
    ['1e3', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s are %d cents', (text, cents) => {
    expect(toCents(text)).toBe(cents)
  })
})
