import { expect, test } from 'vitest'
import { blocksAll, isProvider, quoteProblem, waysOf } from './buying.rules.ts'

test('the member’s balances come first, then each configured payment kind', () => {
  expect(waysOf('credits', ['paypal', 'wechat'])).toEqual(['credits', 'paypal', 'wechat'])
  expect(waysOf('tickets', [])).toEqual(['tickets'])
  expect(['credits', 'tickets', 'paypal'].map((way) => isProvider(way as 'paypal'))).toEqual([false, false, true])
})

test.each([
  ['INSUFFICIENT_CREDITS', 'short', false],
  ['INSUFFICIENT_TICKETS', 'short', false],
  ['SELLING_FAST', 'fast', true],
  ['PARENTAL_CODE_REQUIRED', 'parental', true],
  ['NOT_FOUND', 'gone', true],
  ['403', 'refused', true],
  ['NOT_ALLOWED', 'refused', true],
  ['NETWORK', 'failed', false],
])('%s is %s, and leaves no other way: %s', (code, problem, isBlocked) => {
  expect(quoteProblem(code)).toBe(problem)
  expect(blocksAll(quoteProblem(code))).toBe(isBlocked)
})
