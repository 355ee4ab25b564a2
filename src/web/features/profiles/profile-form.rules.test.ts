import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import { changesOf, deletionObstacle, firstAvatar, readName } from './profile-form.rules.ts'

describe('a name is counted as people count', () => {
  test.each([
    ['', 0, 'empty'],
    ['　 ', 0, 'empty'],
    ['子晴', 2, 'fine'],
    [' 子晴 ', 2, 'fine'],
    ['小寶 2', 4, 'fine'],
    ['一二三四五六七八九十', 10, 'fine'],
    ['一二三四五六七八九十一', 11, 'too-long'],
    ['👨‍👩‍👧‍👦🇭🇰é', 3, 'fine'],
    ['𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', 10, 'fine'],
  ])('%j has %i: %s', (typed, count, state) => expect(readName(typed)).toEqual({ count, state }))
})

const ICONS = [
  { avatarId: 'junk', kids: false },
  { avatarId: 'tram', kids: false },
  { avatarId: 'kid-cat', kids: true },
]

test.each([
  [[], false, 'junk'],
  [['junk'], false, 'tram'],
  [['junk', 'tram'], false, 'junk'],
  [['junk'], true, 'kid-cat'],
])('with %j taken, a new profile (kids: %s) starts with %s', (taken, kids, avatarId) =>
  expect(firstAvatar(ICONS, taken, kids)).toBe(avatarId),
)

test('without any avatar there is no default', () => expect(firstAvatar([], [], false)).toBe(''))

const PROFILE: Profile = {
  profileId: 'p1',
  name: '子晴',
  avatar: '/i/x/junk.webp',
  avatarId: 'junk',
  childrenModel: false,
  preferences: [],
  deletable: true,
  current: false,
}

describe('only what was changed is sent', () => {
  const same = { name: '子晴', avatarId: 'junk', childrenModel: false }
  test.each([
    [same, {}],
    [{ ...same, name: ' 子晴 ' }, {}],
    [{ ...same, name: '阿晴' }, { name: '阿晴' }],
    [{ ...same, childrenModel: true }, { childrenModel: true }],
    [{ ...same, avatarId: 'tram' }, { avatarId: 'tram' }],
  ])('%j gives %j', (draft, changes) => expect(changesOf(draft, PROFILE)).toEqual(changes))
})

test.each([
  [{ deletable: true, current: false }, undefined],
  [{ deletable: true, current: true }, 'in-use'],
  [{ deletable: false, current: false }, 'first'],
  [{ deletable: false, current: true }, 'first'],
] as const)('a profile %j has the obstacle to its deletion: %s', (profile, bar) =>
  expect(deletionObstacle(profile)).toBe(bar),
)
