import { expect, test } from 'vitest'
import { elementFailure, orderFailure, retryDelayMs, streamFailure, worthRetrying } from './failure.rules.ts'

test.each([
  ['networkError', 'fragLoadError', 0, 'network', '4001'],
  ['networkError', 'fragLoadTimeOut', undefined, 'network', '4001'],
  ['networkError', 'levelLoadError', 503, 'network', '4001'],
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
  expect(orderFailure({ code: 'NOT_ON_SALE', message: '尚未發售' })).toEqual({
    kind: 'refused',
    code: 'NOT_ON_SALE',
    message: '尚未發售',
  })
  expect(orderFailure({ code: 'NETWORK', message: 'x' }).kind).toBe('network')
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
