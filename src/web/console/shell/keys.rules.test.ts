import { expect, test } from 'vitest'
import { actionOf } from './keys.rules.ts'

const plain = { hasModifier: false, isTyping: false, isGoing: false, lettersOn: true }

test.each([
  ['/', { does: 'search' }],
  ['?', { does: 'help' }],
  ['j', { does: 'next' }],
  ['k', { does: 'previous' }],
  ['x', { does: 'select' }],
  ['g', { does: 'wait' }],
  ['a', undefined],
  ['Enter', undefined],
])('%s is %j', (key, action) => {
  expect(actionOf({ ...plain, key })).toEqual(action)
})

test('a letter after g names a screen, also one that is a shortcut alone', () => {
  expect(actionOf({ ...plain, key: 'o', isGoing: true })).toEqual({ does: 'go', letter: 'o' })
  expect(actionOf({ ...plain, key: 'x', isGoing: true })).toEqual({ does: 'go', letter: 'x' })
  expect(actionOf({ ...plain, key: '/', isGoing: true })).toEqual({ does: 'search' })
})

test.each([{ hasModifier: true }, { isTyping: true }, { lettersOn: false }])(
  '%j: a key does nothing of ours',
  (state) => {
    for (const key of ['/', '?', 'j', 'x', 'g']) expect(actionOf({ ...plain, ...state, key })).toBeUndefined()
    expect(actionOf({ ...plain, ...state, key: 'o', isGoing: true })).toBeUndefined()
  },
)
