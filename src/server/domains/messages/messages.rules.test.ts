import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailure, problemOf, RETRY_SECONDS, segmentsOf } from './outbox.service.ts'
import { SendError } from './ports.ts'

const now = Temporal.Instant.from('2026-11-21T04:00:00Z')
const busy = new SendError('busy', 'later')

test.each([
  ['a refused message is given up', new SendError('refused', 'no such number'), 1, undefined, { state: 'refused' }],
  [
    'a message without a response is unknown',
    new SendError('unknown', 'no answer'),
    1,
    undefined,
    { state: 'unknown' },
  ],
  ['an internal error is unknown', new TypeError('x is not a function'), 1, undefined, { state: 'unknown' }],
  ['a busy provider is retried', busy, 1, undefined, { state: 'waiting', dueAt: now.add({ seconds: 5 }) }],
  ['a second retry waits longer', busy, 2, undefined, { state: 'waiting', dueAt: now.add({ seconds: 30 }) }],
  ['a message is given up after the last retry', busy, RETRY_SECONDS.length + 1, undefined, { state: 'refused' }],
  ['a message whose retry is after its expiry expires', busy, 3, now.add({ seconds: 120 }), { state: 'expired' }],
  [
    'a message whose retry is before its expiry is retried',
    busy,
    3,
    now.add({ seconds: 121 }),
    { state: 'waiting', dueAt: now.add({ seconds: 120 }) },
  ],
] as const)('%s', (_what, error, attempts, expiresAt, expected) => {
  expect(afterFailure({ error, attempts, now, expiresAt })).toEqual(expected)
})

test('a problem is the adapter’s message, or the name of any other error', () => {
  expect(problemOf(busy)).toBe('later')
  expect(problemOf(new TypeError('the code 123456'))).toBe('TypeError')
  expect(problemOf('thrown text with 123456')).toBe('unknown')
})

test.each([
  ['a'.repeat(160), 'gsm', 1],
  ['a'.repeat(161), 'gsm', 2],
  ['a'.repeat(306), 'gsm', 2],
  ['a'.repeat(307), 'gsm', 3],
  [`${'a'.repeat(158)}€`, 'gsm', 1],
  [`${'a'.repeat(159)}€`, 'gsm', 2],
  ['港'.repeat(70), 'ucs2', 1],
  ['港'.repeat(71), 'ucs2', 2],
  ['港'.repeat(134), 'ucs2', 2],
  ['港'.repeat(135), 'ucs2', 3],
  ['🎬'.repeat(35), 'ucs2', 1],
  ['🎬'.repeat(36), 'ucs2', 2],
  ['it’s', 'ucs2', 1],
  ['', 'gsm', 1],
] as const)('%s is sent as %s in %i segments', (text, encoding, segments) => {
  expect(segmentsOf(text)).toEqual({ encoding, segments })
})

test('more text never takes fewer segments', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 50 }), (text, more) => {
      expect(segmentsOf(text + more).segments).toBeGreaterThanOrEqual(segmentsOf(text).segments)
    }),
  )
})
