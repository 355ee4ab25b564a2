import { expect, test } from 'vitest'
import { EMPTY_BATCH, triedDraft } from './batch-draft.rules.ts'

test('a draft is what its form says, times as Hong Kong’s', () => {
  const values = { ...EMPTY_BATCH, count: '100,000', startsAt: '2026-12-01T00:00', expiresAt: '2027-03-01T00:00' }
  expect(triedDraft(values)).toEqual({
    kind: 'redeem',
    name: '-',
    count: 100_000,
    grants: [{ kind: 'credits', amount: 50, expiresInDays: 365 }],
    usesPerCode: 1,
    newUsersOnly: false,
    partner: null,
    startsAt: '2026-12-01T00:00:00+08:00',
    expiresAt: '2027-03-01T00:00:00+08:00',
  })
  const both = { ...EMPTY_BATCH, reward: 'plan', planId: 'pass', amount: '2', reward2: 'credits', amount2: '20' }
  expect(triedDraft(both)?.grants).toEqual([
    { kind: 'plan', planId: 'pass', amount: 2 },
    { kind: 'credits', amount: 20, expiresInDays: 365 },
  ])
})

test.each([
  ['no codes', { count: '0' }],
  ['more codes than a batch has', { count: '100001' }],
  ['a part of a code', { count: '1.5' }],
  ['months of no plan', { reward: 'plan', amount: '1' }],
  ['13 months', { reward: 'plan', planId: 'pass', amount: '13' }],
  ['a second reward of nothing', { reward2: 'credits', amount2: '' }],
  ['a second reward that is never valid', { reward2: 'ticket', days2: '0' }],
  ['an end before its start', { startsAt: '2027-01-02T00:00', expiresAt: '2027-01-01T00:00' }],
  ['an unknown partner', { partner: 'other' }],
])('a form with %s has no draft', (_what, change) => {
  expect(triedDraft({ ...EMPTY_BATCH, ...change })).toBeUndefined()
})
