import { expect, test } from 'vitest'
import type { Failure as CallFailure } from '#web/kit/envelope.ts'
import {
  elementFailure,
  failure,
  isFinal,
  isPassing,
  isRefusal,
  orderFailure,
  retryDelayMs,
  streamFailure,
  worthRetrying,
} from './failure.rules.ts'

test.each([
  ['networkError', 'fragLoadError', 0, 'network', '4001'],
  ['networkError', 'fragLoadTimeOut', undefined, 'network', '4001'],
  ['networkError', 'levelLoadError', 503, 'server', '4005'],
  ['networkError', 'fragLoadError', 500, 'server', '4005'],
  ['networkError', 'fragLoadTimeOut', 429, 'network', '4001'],
  ['networkError', 'manifestLoadError', 403, 'forbidden', '4030'],
  ['networkError', 'keyLoadError', 403, 'forbidden', '4030'],
  ['networkError', 'keyLoadError', 0, 'network', '4001'],
  ['networkError', 'fragLoadError', 404, 'missing', '4004'],
  ['mediaError', 'manifestIncompatibleCodecsError', undefined, 'format', '4032'],
  ['mediaError', 'bufferAddCodecError', undefined, 'format', '4032'],
  ['mediaError', 'fragDecryptError', undefined, 'key', '4031'],
  ['mediaError', 'bufferAppendError', undefined, 'decode', '4003'],
  ['otherError', 'internalException', undefined, 'missing', '4004'],
])('%s %s with %s is %s', (...[type, details, status, kind, code]) => {
  expect(streamFailure({ type, details, status })).toMatchObject({ kind, code })
})

test('a refused order keeps the code and the message of the server', () => {
  expect(orderFailure({ result: 'FAILED', errorCode: 'NOT_ON_SALE', message: '尚未發售' })).toEqual({
    kind: 'refused',
    code: 'NOT_ON_SALE',
    message: '尚未發售',
  })
  expect(orderFailure({ result: 'FAILED', errorCode: 'NETWORK', message: 'x' }).kind).toBe('network')
})

test('a malformed id in the address is final, without the sentence for what was typed into a form', () => {
  const refused = orderFailure({ result: 'FAILED', errorCode: 'INVALID_INPUT', message: 'Check what you entered' })
  expect(refused).toEqual({ kind: 'refused', code: 'INVALID_INPUT' })
  expect(isFinal(refused)).toBe(true)
})

test('an order that the account’s other streams refuse names them', () => {
  const stream = { streamId: 's1', deviceName: 'Chrome', title: 'Tram', since: '2026-11-22T12:00:00Z', current: false }
  const full: CallFailure = { result: 'FAILED', errorCode: 'STREAM_LIMIT', message: 'Too many', streams: [stream] }
  expect(orderFailure(full)).toEqual({ kind: 'streams', code: 'STREAM_LIMIT', message: 'Too many', streams: [stream] })
  const ended = { result: 'FAILED', errorCode: 'STREAM_ENDED', message: 'Stopped' } as const
  expect(orderFailure(ended)).toEqual({ kind: 'stopped', code: 'STREAM_ENDED', message: 'Stopped' })
})

test('a refusal, the stream limit and a stop elsewhere count as refusals, other failures do not', () => {
  expect(['refused', 'streams', 'stopped'].every((kind) => isRefusal({ kind: kind as never, code: '' }))).toBe(true)
  expect([failure('network'), failure('forbidden'), failure('format'), null].some(isRefusal)).toBe(false)
})

test.each(['INTERNAL', 'UNAVAILABLE'] as const)(
  'an order that fails with %s is our fault, with what to quote',
  (errorCode) => {
    const found = orderFailure({ result: 'FAILED', errorCode, message: 'Ours', requestId: 'req-7' } as CallFailure)
    expect(found).toEqual({ kind: 'server', code: errorCode, message: 'Ours', requestId: 'req-7' })
    expect(isRefusal(found)).toBe(true)
    expect(isFinal(found)).toBe(false)
  },
)

test('what may pass is retried automatically: the network, and a file that our server failed to send', () => {
  expect([failure('network'), failure('server')].every(isPassing)).toBe(true)
  const order = orderFailure({ result: 'FAILED', errorCode: 'INTERNAL', message: 'x', requestId: '1' })
  expect([order, failure('missing'), failure('forbidden'), null].some(isPassing)).toBe(false)
})

test('the errors of the media element', () => {
  expect([2, 3, 4, undefined].map((code) => elementFailure(code).kind)).toEqual([
    'network',
    'decode',
    'missing',
    'missing',
  ])
})

test('the retry delay grows to a maximum', () => {
  expect([0, 1, 2, 3, 4, 20].map(retryDelayMs)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('a refusal is not retried, a transient failure is', () => {
  expect([0, undefined, 429, 500, 503].every(worthRetrying)).toBe(true)
  expect([400, 403, 404, 410].some(worthRetrying)).toBe(false)
})
