import { describe, expect, test } from 'vitest'
import { PASS } from '../../../../test/support/plan-versions.ts'
import { changesOf, cycleEnd, NEW_MEMBER, nextCycleEnd, type PlanReader, termsFor } from './plans.rules.ts'

const at = (text: string) => Temporal.Instant.from(text)
const inHongKong = (instant: Temporal.Instant) =>
  instant.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDateTime().toString({ smallestUnit: 'minute' })

test.each([
  ['2026-11-20T04:00:00Z', 1, '2026-12-21T00:00'],
  ['2026-11-20T04:00:00Z', 2, '2027-01-21T00:00'],
  // 31 January in Hong Kong, and the 28th or 29th of February.
  ['2026-01-31T04:00:00Z', 1, '2026-03-01T00:00'],
  ['2026-01-31T04:00:00Z', 2, '2026-04-01T00:00'],
  ['2026-01-31T04:00:00Z', 3, '2026-05-01T00:00'],
  ['2028-01-31T04:00:00Z', 1, '2028-03-01T00:00'],
  // 16:00 UTC is the next day in Hong Kong.
  ['2026-11-20T15:59:59Z', 1, '2026-12-21T00:00'],
  ['2026-11-20T16:00:00Z', 1, '2026-12-22T00:00'],
])('a plan begun at %s: cycle %i ends at %s', (anchor, cycles, expected) => {
  expect(inHongKong(cycleEnd(at(anchor), cycles))).toBe(expected)
})

test.each([
  ['2026-01-31T04:00:00Z', '2026-02-28T15:59:59Z', '2026-03-01T00:00'],
  ['2026-01-31T04:00:00Z', '2026-02-28T16:00:00Z', '2026-04-01T00:00'],
  ['2026-01-31T04:00:00Z', '2026-01-31T04:00:00Z', '2026-03-01T00:00'],
  ['2026-01-31T04:00:00Z', '2031-06-30T15:59:59Z', '2031-07-01T00:00'],
])('of a plan begun at %s, the cycle after %s ends at %s', (anchor, after, expected) => {
  expect(inHongKong(nextCycleEnd(at(anchor), at(after)))).toBe(expected)
})

const NOW = at('2026-11-22T04:00:00Z')
const ANCHOR = at('2026-11-10T04:00:00Z')
type Current = NonNullable<PlanReader['current']>
const holding = (change: Partial<Current> = {}, reader: Partial<PlanReader> = {}): PlanReader => ({
  ...NEW_MEMBER,
  hadPlan: true,
  current: {
    planId: 'pass',
    agreedVersionId: 'pass.1',
    state: 'active',
    anchor: ANCHOR,
    paidUntil: at('2026-12-10T16:00:00Z'),
    ...change,
  },
  ...reader,
})
const BOUGHT_NOW = {
  trialMonths: 0,
  firstChargeAt: inHongKong(NOW),
  firstCycleEndsAt: '2026-12-23T00:00',
  isChargedLater: false,
}

describe('what subscribing means', () => {
  test.each<[string, PlanReader, object]>([
    [
      'a new member: a free month, charged on its last day',
      NEW_MEMBER,
      {
        trialMonths: 1,
        firstChargeAt: '2026-12-22T18:00',
        firstCycleEndsAt: '2026-12-23T00:00',
        isChargedLater: true,
        eligible: true,
      },
    ],
    ['who had a plan: charged at once', { ...NEW_MEMBER, hadPlan: true }, { ...BOUGHT_NOW, eligible: true }],
    [
      'a telecom partner’s member: none',
      { ...NEW_MEMBER, isTelecomPartner: true },
      { ...BOUGHT_NOW, eligible: false, reason: 'TELECOM_PARTNER' },
    ],
    [
      'a new member where nothing renews: charged at once',
      { ...NEW_MEMBER, canRenew: false },
      { ...BOUGHT_NOW, eligible: true },
    ],
    ['an account that is closing', { ...NEW_MEMBER, isClosing: true }, { eligible: false, reason: 'CLOSING' }],
    ['a plan that renews', holding(), { eligible: false, reason: 'HAS_PLAN' }],
    ['a trial that renews', holding({ state: 'trial' }), { eligible: false, reason: 'HAS_PLAN' }],
    [
      'a plan that ends: continued from its end',
      holding({ state: 'cancelling' }),
      {
        trialMonths: 0,
        firstChargeAt: '2026-12-10T18:00',
        firstCycleEndsAt: '2027-01-11T00:00',
        isChargedLater: true,
        eligible: true,
      },
    ],
    [
      'a plan that could not be charged: charged at once, for the cycle that runs',
      holding({ state: 'past_due', anchor: at('2026-10-20T04:00:00Z'), paidUntil: at('2026-11-20T16:00:00Z') }),
      {
        trialMonths: 0,
        firstChargeAt: inHongKong(NOW),
        firstCycleEndsAt: '2026-12-21T00:00',
        isChargedLater: false,
        eligible: true,
      },
    ],
    [
      'another plan: from the next cycle',
      holding({ planId: 'promotional' }),
      {
        trialMonths: 0,
        firstChargeAt: '2026-12-10T18:00',
        firstCycleEndsAt: '2027-01-11T00:00',
        isChargedLater: true,
        eligible: true,
      },
    ],
  ])('is told before it is agreed to: %s', (_who, reader, expected) => {
    const { firstChargeAt, firstCycleEndsAt, ...terms } = termsFor(reader, PASS, NOW)
    const told = {
      ...terms,
      firstChargeAt: inHongKong(firstChargeAt),
      firstCycleEndsAt: inHongKong(firstCycleEndsAt),
    }
    expect(told).toMatchObject(expected)
    expect('reason' in terms).toBe(!terms.eligible)
  })

  test('a plan without a free month is charged at once', () => {
    expect(termsFor(NEW_MEMBER, { ...PASS, trialMonths: 0 }, NOW)).toMatchObject({ trialMonths: 0 })
  })
})

test('a version says what it changes', () => {
  const after = { ...PASS, amountCents: 9_800, name: { ...PASS.name, en_US: 'New' } }
  expect(changesOf(PASS, after)).toEqual(['name', 'amountCents'])
  // The database gives the languages in an order of its own.
  expect(changesOf(PASS, { ...PASS, name: { en_US: 'Pass', zh_HK: '通行證' } })).toEqual([])
})
