import { expect, test } from 'vitest'
import { type Session, VISITOR } from '#web/viewer/session/session.ts'
import { changeOf } from './other-tabs.rules.ts'

const profile = { profileId: 'p', name: 'A', avatar: '/a', childrenModel: false }
const unchosen: Session = { ...VISITOR, token: 't' }
const member: Session = { ...unchosen, profile }

test.each<[string, Session, Session, string]>([
  ['nothing happened', member, { ...member }, 'nothing'],
  ['login', VISITOR, unchosen, 'away'],
  ['logout', member, VISITOR, 'away'],
  ['another account', member, { ...member, token: 'u' }, 'away'],
  ['the profile was chosen', unchosen, member, 'away'],
  ['another profile', member, { ...member, profile: { ...profile, profileId: 'q' } }, 'away'],
  ['it became a child’s', member, { ...member, profile: { ...profile, childrenModel: true } }, 'away'],
  ['another name', member, { ...member, profile: { ...profile, name: 'B' } }, 'show'],
  ['another avatar', member, { ...member, profile: { ...profile, avatar: '/b' } }, 'show'],
  ['a visitor’s kids mode is of its tab', { ...VISITOR, pattern: 'children' }, VISITOR, 'nothing'],
])('a change in another tab is taken over where it changes what is shown: %s', (_, shown, stored, expected) => {
  expect(changeOf(shown, stored)).toBe(expected)
})
