import { expect, test } from 'vitest'
import { firstName, hasRoom, mayDelete, ruleOnKids } from './profiles.rules.ts'

const FAMILY = '👨‍👩‍👧‍👦'

test.each([
  ['陳大文', '陳大文'],
  ['  Mary Ann  ', 'Mary Ann'],
  ['Bartholomew Featherstone', 'Bartholome'],
  ['Maximilia n', 'Maximilia'],
  [FAMILY.repeat(12), FAMILY.repeat(10)],
  ['é'.normalize('NFD').repeat(11), 'é'.normalize('NFD').repeat(10)],
  ['🇭🇰🇲🇴', '🇭🇰🇲🇴'],
])('the first profile of %s is called %s', (owner, name) => {
  expect(firstName(owner)).toBe(name)
})

test('an account has room for five', () => {
  expect([0, 4, 5, 6].map(hasRoom)).toEqual([true, true, false, false])
})

test.each([
  ['the first stays', { profileId: 'a', isFirst: true, kids: false }, false],
  ['the one in use stays', { profileId: 'mine', isFirst: false, kids: false }, false],
  ['any other may go', { profileId: 'a', isFirst: false, kids: true }, true],
])('%s', (_, profile, expected) => {
  expect(mayDelete(profile, 'mine')).toBe(expected)
})

test.each([
  ['nothing said', false, true, undefined, 'free'],
  ['as it is', true, false, false, 'free'],
  ['a first one becomes a child’s', true, false, true, 'never'],
  ['another becomes a child’s', false, false, true, 'free'],
  ['a child’s becomes another', false, true, false, 'code'],
] as const)('%s', (_, isFirst, kids, wanted, rule) => {
  expect(ruleOnKids({ profileId: 'a', isFirst, kids }, wanted)).toBe(rule)
})
