import { expect, test } from 'vitest'
import { readQuote, type SignedQuote, signQuote } from './screening-quotes.rules.ts'

const key = Buffer.alloc(32, 1)
const quote: SignedQuote = {
  slotId: 'premiere',
  payment: 128,
  unit: 'credits',
  endsAt: Temporal.Instant.from('2026-11-30T12:00:00Z'),
  expiresAt: Temporal.Instant.from('2026-11-21T04:10:00Z'),
  nonce: 'n1',
}

test('a quote is read as it was signed', () => {
  expect(readQuote(key, 'acc1', signQuote(key, 'acc1', quote))).toEqual(quote)
})

test('a quote of another account, of another key, or with a changed price is none', () => {
  const signed = signQuote(key, 'acc1', quote)
  expect(readQuote(key, 'acc2', signed)).toBeUndefined()
  expect(readQuote(Buffer.alloc(32, 2), 'acc1', signed)).toBeUndefined()
  const cheaper = Buffer.from(JSON.stringify(['premiere', 1, 'credits', 0, 0, 'n1'])).toString('base64url')
  expect(readQuote(key, 'acc1', `${cheaper}.${signed.split('.')[1]}`)).toBeUndefined()
  expect(readQuote(key, 'acc1', 'nonsense')).toBeUndefined()
})
