import { expect, test } from 'vitest'
import { firstProfileName, hasProfileSlot, mayDelete, kidsChangeRule } from './profiles.rules.ts'

const FAMILY = '👨‍👩‍👧‍👦'

test.each([
  ['陳大文', '陳大文'],
  ['  Mary Ann  ', 'Mary Ann'],
  ['Christina Featherstone', 'Christina'],
  ['Mary Elizabeth Wong', 'Mary'],
  ['Mary Ann Lee', 'Mary Ann'],
  ['J. R. R. Tolkien', 'J. R. R.'],
  ['Jean-Christophe Martin', 'Jean'],
  ['Anne-Marie Dubois', 'Anne-Marie'],
  ['Siobhán O’Sullivan-Byrne', 'Siobhán'],
  ['陳大文 Christopher', '陳大文'],
  ['瑪麗亞·德·席爾瓦·桑托斯', '瑪麗亞·德·席爾瓦'],
  ['歐陽上官司徒諸葛慕容東方', '歐陽上官司徒諸葛慕容'],
  ['Bartholomew Featherstone', 'Bartholome'],
  ['Maximilia n', 'Maximilia'],
  [FAMILY.repeat(12), FAMILY.repeat(10)],
  ['é'.normalize('NFD').repeat(11), 'é'.normalize('NFD').repeat(10)],
  ['🇭🇰🇲🇴', '🇭🇰🇲🇴'],
])('names the first profile of %s %s', (owner, name) => {
  expect(firstProfileName(owner)).toBe(name)
})

test('an account has at most five profiles', () => {
  expect([0, 4, 5, 6].map(hasProfileSlot)).toEqual([true, true, false, false])
})

test.each([
  ['the first cannot be deleted', { profileId: 'a', isFirst: true, kids: false }, false],
  ['the current one cannot be deleted', { profileId: 'mine', isFirst: false, kids: false }, false],
  ['others can be deleted', { profileId: 'a', isFirst: false, kids: true }, true],
])('of an account’s profiles, %s', (_, profile, expected) => {
  expect(mayDelete(profile, 'mine')).toBe(expected)
})

test.each([
  ['no change requested', false, true, undefined, 'free'],
  ['the same value', true, false, false, 'free'],
  ['the first becomes a kids profile', true, false, true, 'never'],
  ['another becomes a kids profile', false, false, true, 'free'],
  ['a kids profile becomes a normal one', false, true, false, 'code'],
] as const)('whether a change of the kids switch needs the parental code: %s', (_, isFirst, kids, wanted, rule) => {
  expect(kidsChangeRule({ profileId: 'a', isFirst, kids }, wanted)).toBe(rule)
})
