import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toCents, toPaymeAmount, digestOf, signatureHeader, signedContent } from './payme.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/payments/${name}`, 'utf8')
const SIGNING_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')

describe('amounts', () => {
  test('every amount up to HK$3,000 is written with its own decimals, and read back as the same cents', () => {
    const wrong: string[] = []
    for (let cents = 1; cents <= 300_000; cents++) {
      const written = JSON.stringify(toPaymeAmount(cents))
      const [dollars = '', decimals = ''] = written.split('.')
      if (Number(dollars) * 100 + Number(decimals.padEnd(2, '0')) !== cents || decimals.length > 2)
        wrong.push(`${cents} became ${written}`)
      if (toCents(JSON.parse(written) as number) !== cents) wrong.push(`${written} was read as ${toCents(written)}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    [8_805, '88.05'],
    [1_000, '10'],
    [29, '0.29'],
    [115, '1.15'],
    [9_999_999_999, '99999999.99'],
  ])('%d cents are %s', (cents, written) => {
    expect(JSON.stringify(toPaymeAmount(cents))).toBe(written)
    expect(toCents(Number(written))).toBe(cents)
  })

  test.each([
    ['1.810', 181],
    ['1.8100', 181],
    [1.5, 150],
  ])('%s is %d cents', (value, cents) => {
    expect(toCents(value)).toBe(cents)
  })

  test.each([1.815, -1, 1e21, Number.NaN, '1,5', '', '1e2', undefined])('%s is no amount', (value) => {
    expect(toCents(value)).toBeUndefined()
  })
})

describe('a signature', () => {
  const content = fixture('payme-content.txt')
  const headers = {
    'Api-Version': '0.12',
    'Request-Date-Time': '2026-11-22T02:00:00.000Z',
    'Content-Type': 'application/json',
    Digest: digestOf('{"totalAmount":1.81,"currencyCode":"HKD","effectiveDuration":600}'),
    Accept: 'application/json',
    'Trace-Id': '1f989ca0-d9a9-4a54-85aa-d863aa98d2f1',
    Authorization: 'Bearer TOKEN',
  }
  const signed = { method: 'POST', path: '/payments/paymentrequests', headers }

  test('covers the lines of HSBC’s guide, and is OpenSSL’s', () => {
    expect(signedContent(signed)).toBe(content)
    expect(signatureHeader(signed, { keyId: 'KEY', key: SIGNING_KEY })).toBe(
      `keyId="KEY",algorithm="hmac-sha256",headers="(request-target) Api-Version Request-Date-Time Content-Type Digest Accept Trace-Id Authorization",signature="${fixture('payme-signature.b64')}"`,
    )
  })
})
