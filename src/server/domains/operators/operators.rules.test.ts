import { expect, test } from 'vitest'
import type { Role } from '#contract/admin/endpoint.ts'
import { decisionObstacle, gainsHighRole, wasJustReset } from './operators.rules.ts'

const NOW = Temporal.Instant.from('2026-11-29T04:00:00Z')
const ago = (hours: number) => NOW.subtract({ hours })

const person = (operatorId: string, roles: Role[], given: object = {}) => ({
  operatorId,
  roles,
  invitedBy: null,
  resetAt: null,
  createdAt: ago(1_000),
  ...given,
})
const requester = person('requester', ['care'])

test.each([
  ['their own', requester, ['administrator', 'finance'], { operatorId: 'requester' }, true, 'own'],
  ['of the role', requester, ['finance'], {}, true, undefined],
  ['of another role', requester, ['care', 'catalogue'], {}, true, 'role'],
  ['an administrator where somebody has the role', requester, ['administrator'], {}, true, 'role'],
  ['an administrator where nobody has the role', requester, ['administrator'], {}, false, undefined],
  ['of no such role, where nobody has it', requester, ['catalogue'], {}, false, 'role'],
  ['reset 23 hours ago', requester, ['finance'], { resetAt: ago(23) }, true, 'reset'],
  ['reset 24 hours ago', requester, ['finance'], { resetAt: ago(24) }, true, undefined],
  [
    'invited by the requester 6 days ago',
    requester,
    ['finance'],
    { invitedBy: 'requester', createdAt: ago(6 * 24) },
    true,
    'invitation',
  ],
  [
    'invited by the requester 7 days ago',
    requester,
    ['finance'],
    { invitedBy: 'requester', createdAt: ago(7 * 24) },
    true,
    undefined,
  ],
  [
    'invited by somebody else today',
    requester,
    ['finance'],
    { invitedBy: 'third', createdAt: ago(1) },
    true,
    undefined,
  ],
  [
    'who invited the requester today',
    { ...requester, invitedBy: 'decider', createdAt: ago(1) },
    ['finance'],
    {},
    true,
    'invitation',
  ],
] as const)('who decides what another asked for: %s', (_what, of, roles, given, hasOther, obstacle) => {
  const decider = person('decider', [...roles], given)
  expect(decisionObstacle({ requester: of, decider, role: 'finance', hasOther, now: NOW })).toBe(obstacle)
})

test('a reset counts for 24 hours', () => {
  expect(wasJustReset({ resetAt: null }, NOW)).toBe(false)
  expect(wasJustReset({ resetAt: ago(23) }, NOW)).toBe(true)
  expect(wasJustReset({ resetAt: ago(24) }, NOW)).toBe(false)
})

test.each<[Role[], Role[], boolean]>([
  [[], ['catalogue', 'care'], false],
  [[], ['finance'], true],
  [['catalogue'], ['catalogue', 'administrator'], true],
  [['finance'], ['finance', 'care'], false],
  [['finance', 'administrator'], ['care'], false],
  [['finance'], ['administrator'], true],
])('from %j to %j gains a role that needs a second administrator: %s', (before, after, gains) => {
  expect(gainsHighRole(before, after)).toBe(gains)
})
