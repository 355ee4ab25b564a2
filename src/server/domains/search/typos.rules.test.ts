import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../test/support/seeded-random.ts'
import { readQuery } from './query.rules.ts'
import {
  beginningsOf,
  combinationsOf,
  correctedTogether,
  correctionsOf,
  CORRECTED_LENGTH_MAX,
  deletesOf,
  distance,
  editsFor,
  isCorrectable,
  isOneEditAway,
} from './typos.rules.ts'

test.each([
  ['night', 'night', 0],
  ['nigth', 'night', 1],
  ['nght', 'night', 1],
  ['niight', 'night', 1],
  ['nigjt', 'night', 1],
  ['crosing', 'crossings', 2],
  ['', 'abc', 3],
])('%s is %s after %i edits', (one, other, edits) => {
  expect(distance(one, other)).toBe(edits)
  expect(distance(other, one)).toBe(edits)
})

test('words are one edit away when their distance is 1', () => {
  const aWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  let near = 0
  fc.assert(
    fc.property(aWord, aWord, (one, other) => {
      const isNear = distance(one, other) === 1
      if (isNear) near++
      expect(isOneEditAway(one, other)).toBe(isNear)
    }),
    { numRuns: 1_000 },
  )
  expect(near).toBeGreaterThan(0)
})

test('a word within reach shares a remainder with the right one', () => {
  const random = seededRandom(7)
  for (const word of ['harbour', 'lantern', 'crossing', 'midnight']) {
    for (let n = 0; n < 200; n++) {
      const at = Math.floor(random() * word.length)
      const letter = String.fromCodePoint(97 + Math.floor(random() * 26))
      const typo = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
      ][n % 3]!
      if (editsFor(typo) < distance(typo, word)) continue
      const known = new Set(deletesOf(word))
      expect(
        deletesOf(typo).some((remainder) => known.has(remainder)),
        `${typo} ${word}`,
      ).toBe(true)
    }
  }
})

test('the nearest known word comes first, then the more frequent one', () => {
  const known = [
    { word: 'harbor', frequency: 1 },
    { word: 'harbours', frequency: 9 },
    { word: 'harbour', frequency: 2 },
    { word: 'barber', frequency: 99 },
  ]
  expect(correctionsOf('harbou', known)).toEqual(['harbour', 'harbor'])
})

test('a half-typed word is compared with the beginnings of words', () => {
  const known = [
    { word: 'crossing', frequency: 3 },
    { word: 'crown', frequency: 9 },
  ]
  expect(beginningsOf('crsos', known)).toEqual(['cross'])
})

test.each([
  ['boat', true],
  ['sea', false],
  ['2088', false],
  ['無間道無', false],
])('%s can be corrected: %s', (word, expected) => {
  expect(isCorrectable(word)).toBe(expected)
})

test('combinations come by the sum of the places of their candidates, at most so many', () => {
  const lists = [
    ['night', 'light', 'nihgt'],
    ['crossing', 'crosing'],
  ]
  expect(combinationsOf(lists, 9)).toEqual([
    ['night', 'crossing'],
    ['light', 'crossing'],
    ['night', 'crosing'],
    ['nihgt', 'crossing'],
    ['light', 'crosing'],
    ['nihgt', 'crosing'],
  ])
  expect(combinationsOf(lists, 2)).toHaveLength(2)
  expect(combinationsOf([['a'], []], 9)).toEqual([])
  const many = Array.from({ length: 20 }, () => ['a', 'b', 'c', 'd'])
  expect(combinationsOf(many, 6)).toHaveLength(6)
})

test('words are corrected together as far as their remainders are not too many', () => {
  expect(correctedTogether(['nihgt', 'crosing', 'harbuor'])).toEqual(['nihgt', 'crosing', 'harbuor'])
  const long = ['abcdefghijklmnopqrstuvwx', 'bcdefghijklmnopqrstuvwxa', 'nihgt']
  expect(correctedTogether(long)).toEqual([long[0]])
})

test('a query of long words costs no more remainders than its longest correctable word', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(4)
  const most = 1 + CORRECTED_LENGTH_MAX + (CORRECTED_LENGTH_MAX * (CORRECTED_LENGTH_MAX - 1)) / 2
  expect(deletesOf(letters.slice(0, CORRECTED_LENGTH_MAX))).toHaveLength(most)
  for (let length = CORRECTED_LENGTH_MAX + 1; length <= 100; length++)
    expect(readQuery(letters.slice(0, length)).words).toEqual([])
})
