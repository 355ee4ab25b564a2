import { expect, test } from 'vitest'
import { asType, moved, NEW_QUESTION } from './blocks.rules.ts'

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 1, ['a', 'b', 'c']],
] as const)('item %i moves by %i', (at, step, expected) => {
  expect(moved(['a', 'b', 'c'], at, step)).toEqual(expected)
})

test('a question of another type keeps its name, and has what its type asks for', () => {
  const choice = asType(NEW_QUESTION, 'choice')
  expect(choice).toMatchObject({ type: 'choice', choices: [], label: NEW_QUESTION.label })
  expect(choice).not.toHaveProperty('max')
  expect(asType(choice, 'email')).not.toHaveProperty('choices')
  expect(asType(choice, 'longText')).toMatchObject({ min: 1, max: 2_000 })
})
