import { expect, test } from 'vitest'
import { recommendedFrom } from './classes.rules.ts'

test.each([
  ['I', ['I', 'IIA']],
  ['IIA', ['I', 'IIA', 'IIB']],
  ['IIB', ['I', 'IIA', 'IIB']],
  ['III', ['I', 'IIA', 'IIB', 'III']],
] as const)('a title of class %s recommends titles of the classes %j', (from, expected) => {
  expect(recommendedFrom(from)).toEqual(expected)
})
