import { expect, test } from 'vitest'
import { CallError } from '#web/kit/envelope.ts'
import { isFullTerm, lacksTime, type Quote, quoteState, secondsLeft } from './quote.rules.ts'

const NOW = Date.parse('2026-11-22T13:20:00Z')
const quote: Quote = {
  payment: 29,
  unit: 'credits',
  buttonText: '29 點（共 60 點）',
  resourceId: 'quote',
  suggestedAction: 'confirmUsePoints',
  message: '',
  credits: { owned: 60, left: 31, from: [{ bucket: 'monthly', credits: 29 }] },
  rentedUntil: '2026-11-24T13:20:00Z',
  quoteExpiresAt: '2026-11-22T13:30:00Z',
}
const refusal = (errorCode: string, more: object = {}) =>
  new CallError({ result: 'FAILED', errorCode, message: errorCode, ...more } as ConstructorParameters<
    typeof CallError
  >[0])

test('an order that is not answered yet is loading', () => {
  expect(quoteState({ data: undefined, error: null })).toEqual({ kind: 'loading' })
})

test('a quote is offered; a stream is owned already', () => {
  expect(quoteState({ data: quote, error: null })).toEqual({ kind: 'quote', quote })
  const stream = { redirectURL: '/v/g/a/master.m3u8', expiresAt: '2026-11-22T19:20:00Z', subtitles: [] }
  expect(quoteState({ data: stream, error: null })).toEqual({ kind: 'owned' })
})

test('too few credits say how many are needed and how many there are', () => {
  expect(quoteState({ error: refusal('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }) })).toEqual({
    kind: 'short',
    needed: 48,
    owned: 26,
  })
})

test.each([
  ['PLAN_REQUIRED', 'plan'],
  ['403', 'refused'],
  ['NOT_ON_SALE', 'refused'],
  ['INSUFFICIENT_TICKETS', 'refused'],
  ['NOT_FOUND', 'refused'],
  ['NOT_ALLOWED', 'refused'],
  ['NETWORK', 'failed'],
  ['UNAVAILABLE', 'failed'],
  ['INTERNAL', 'failed'],
  ['TOO_MANY_TRIES', 'failed'],
])('%s is %s, with the server’s sentence', (code, kind) => {
  expect(quoteState({ error: refusal(code) })).toEqual({ kind, message: code })
})

test.each([
  ['2026-11-24T13:20:00Z', true],
  ['2026-11-24T13:10:00Z', true],
  ['2026-11-24T13:00:00Z', false],
  ['2026-11-22T15:00:00Z', false],
])('a rental until %s lasts its 48 hours: %s', (endsAt, isFull) => {
  expect(isFullTerm(endsAt, NOW)).toBe(isFull)
})

test.each([
  ['2026-11-22T14:20:00Z', 3601, true],
  ['2026-11-22T14:20:00Z', 3600, false],
  ['2026-11-22T14:20:00Z', 0, false],
  ['2026-11-22T14:20:00Z', undefined, false],
  ['2026-11-22T13:00:00Z', 60, true],
])('a rental until %s lacks time for %s seconds: %s', (endsAt, needed, isLacking) => {
  expect(lacksTime(endsAt, needed, NOW)).toBe(isLacking)
})

test('a rental that is over has no seconds left', () => {
  expect(secondsLeft('2026-11-22T13:00:00Z', NOW)).toBe(0)
})
