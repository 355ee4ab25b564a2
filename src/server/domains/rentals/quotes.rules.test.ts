import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Quote, readQuote, signQuote } from './quotes.rules.ts'

const key = Buffer.alloc(32, 5)
const quote: Quote = {
  programId: 'neon',
  payment: 28,
  unit: 'credits',
  rentedUntil: Temporal.Instant.from('2026-11-23T04:00:00Z'),
  expiresAt: Temporal.Instant.from('2026-11-21T04:10:00Z'),
  nonce: 'abc',
}

test('a quote is read by the account that it was given to', () => {
  expect(readQuote(key, 'ann', signQuote(key, 'ann', quote))).toEqual(quote)
})

test('a quote is refused for another account, another key, and with any character changed', () => {
  const text = signQuote(key, 'ann', quote)
  expect(readQuote(key, 'bob', text)).toBeUndefined()
  expect(readQuote(Buffer.alloc(32, 6), 'ann', text)).toBeUndefined()
  for (let n = 0; n < text.length; n++) {
    const other = text[n] === 'A' ? 'B' : 'A'
    // The last character of the signature holds four bits that no byte has.
    const isPadding = n === text.length - 1
    const changed = readQuote(key, 'ann', text.slice(0, n) + other + text.slice(n + 1))
    if (!isPadding) expect(changed).toBeUndefined()
  }
})

test.each(['', '.', 'a.b', 'x'.repeat(600), `${'A'.repeat(20)}.${'A'.repeat(22)}`])('%j is no quote', (text) => {
  expect(readQuote(key, 'ann', text)).toBeUndefined()
})

test('a quote of the release before, which named no unit, is for credits', () => {
  const fields = ['neon', 28, quote.rentedUntil.epochMilliseconds, quote.expiresAt.epochMilliseconds, 'abc']
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  const signature = createHmac('sha256', key).update(`ann\n${payload}`).digest().subarray(0, 16).toString('base64url')
  expect(readQuote(key, 'ann', `${payload}.${signature}`)).toEqual(quote)
})
