import { expect, test } from 'vitest'
import { isPermanent } from './media-errors.ts'

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['a tag that is none', new RangeError('Incorrect locale information provided'), true],
  ['a value of another type', new TypeError('x is not a function'), true],
  ['JSON that is none', new SyntaxError('Unexpected token'), true],
  ['an argument that Node refuses', withCode('ERR_INVALID_ARG_VALUE'), true],
  ['a zero in text for the database', withCode('22P05'), true],
  ['a connection that was closed', withCode('ECONNRESET'), false],
  ['a database that shuts down', withCode('57P01'), false],
  ['a deadlock', withCode('40P01'), false],
  ['a store that is away', new Error('getaddrinfo'), false],
  ['a fetch that failed', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), false],
])('%s: a retry meets it again: %s', (_, error, expected) => {
  expect(isPermanent(error)).toBe(expected)
})
