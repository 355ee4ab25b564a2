import { describe, expect, test } from 'vitest'
import { isComplete, noticeOf, applyKey } from './code-pad.rules.ts'

test('a code is sent at its fourth digit, not before', () => {
  expect(['', '1', '12', '123', '1234'].filter(isComplete)).toEqual(['1234'])
})

test.each([
  ['', '5', '5'],
  ['123', '4', '1234'],
  ['1234', '5', '1234'],
  ['12', 'delete', '1'],
  ['', 'delete', ''],
])('%j and the key %s give %j', (code, key, next) => expect(applyKey(code, key)).toBe(next))

describe('the notice', () => {
  test('is none before a try', () => expect(noticeOf({}, 0)).toEqual({ kind: 'none' }))

  test('names the tries that are left', () =>
    expect(noticeOf({ error: 'Wrong', triesLeft: 3 }, 0)).toEqual({ kind: 'wrong', triesLeft: 3 }))

  test('with no try left it is the server’s sentence, never "0 tries left"', () =>
    expect(noticeOf({ error: 'Wrong', triesLeft: 0 }, 0)).toEqual({ kind: 'error', text: 'Wrong' }))

  test('the wait stands before everything', () =>
    expect(noticeOf({ error: 'Wrong', triesLeft: 2 }, 12)).toEqual({ kind: 'locked', seconds: 12 }))
})
