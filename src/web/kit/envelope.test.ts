import { expect, test } from 'vitest'
import { CallError, type Failure, isNotFound } from './envelope.ts'

test.each([
  ['NOT_FOUND', true],
  ['INVALID_INPUT', true],
  ['LOGIN_REQUIRED', false],
  ['UNAVAILABLE', false],
  ['NETWORK', false],
])('%s says that what an address names does not exist: %s', (errorCode, expected) => {
  expect(isNotFound(new CallError({ result: 'FAILED', errorCode, message: '' } as Failure))).toBe(expected)
})

test('without an error nothing is said', () => {
  expect([isNotFound(null), isNotFound(undefined)]).toEqual([false, false])
})
