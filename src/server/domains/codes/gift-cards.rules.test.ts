import { expect, test } from 'vitest'
import type { PlanVersion } from '../plans/index.ts'
import { cardExpiry, maskRecipient, specOf, valuesOf } from './gift-cards.rules.ts'

const NAME = { zh_HK: '娛樂通行證', en_US: 'Entertainment pass' }
const PLAN = {
  planId: 'entertainment-pass',
  name: NAME,
  amountCents: 8_800,
  currency: 'HKD',
  creditsPerCycle: 60,
} as PlanVersion

test('credits cost HK$1 each, and months what the plan costs now', () => {
  expect(valuesOf([PLAN]).map(({ valueId, amountCents, item }) => [valueId, amountCents, specOf(item)])).toEqual([
    ['credits-50', 5_000, { kind: 'credits', amount: 50, expiresInDays: 365 }],
    ['credits-100', 10_000, { kind: 'credits', amount: 100, expiresInDays: 365 }],
    ['credits-200', 20_000, { kind: 'credits', amount: 200, expiresInDays: 365 }],
    ['credits-500', 50_000, { kind: 'credits', amount: 500, expiresInDays: 365 }],
    ['entertainment-pass-1', 8_800, { kind: 'plan', planId: 'entertainment-pass', amount: 1 }],
    ['entertainment-pass-3', 26_400, { kind: 'plan', planId: 'entertainment-pass', amount: 3 }],
  ])
})

test('a card of months says which credits come with each of them', () => {
  expect(valuesOf([PLAN]).at(-1)!.item.params).toMatchObject({ months: 3, creditsPerCycle: 60 })
})

test.each([
  ['2026-11-21T04:00:00Z', '2029-11-21T16:00:00Z'],
  // 29 February in Hong Kong.
  ['2028-02-28T16:00:00Z', '2031-02-28T16:00:00Z'],
])('a card bought at %s expires at the end of a day in Hong Kong, at %s', (boughtAt, expected) => {
  expect(cardExpiry(Temporal.Instant.from(boughtAt)).toString()).toBe(expected)
})

test.each([
  ['+85261234521', '+852 6••• ••21'],
  ['+85366123498', '+853 6••• ••98'],
  ['anna@example.com', 'a•••@example.com'],
])('%s is shown as %s', (recipient, masked) => {
  expect(maskRecipient(recipient)).toBe(masked)
})
