import { expect, test } from 'vitest'
import { centsOf, creditsTaken, effectsOf, type ShownOrder, timelineOf, typedCents } from './timeline.rules.ts'

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`
const REFUND = { requestedAt: at(5), askedAt: at(6), finishedAt: at(7) } as ShownOrder['refunds'][number]
const BOOKING = {
  transferId: 1,
  at: at(2),
  kind: 'topup',
  actor: 'member',
  entries: [
    { account: 'wallet', commodity: 'CREDIT', amount: -100, lotId: 7 },
    { account: 'refund_hold', commodity: 'CREDIT', amount: 100, lotId: null },
    { account: 'refund_hold', commodity: 'HKD_CENT', amount: 50, lotId: null },
    { account: 'refund_hold', commodity: 'HKD_CENT', amount: -50, lotId: null },
  ],
} as const satisfies ShownOrder['bookings'][number]

const shown = (order: object): ShownOrder =>
  ({
    order: { createdAt: at(0), paidAt: at(2), deliveredAt: at(2), undeliverable: null, ...order },
    evidence: [{ at: at(2), event: 'covered' }],
    bookings: [BOOKING],
    refunds: [REFUND],
  }) as unknown as ShownOrder

test('what happened is in the order of its time; within a transaction the news comes first, then its booking and delivery', () => {
  expect(timelineOf(shown({})).map(({ is }) => is)).toEqual([
    'placed',
    'evidence',
    'booking',
    'delivered',
    'refundRequested',
    'refundAsked',
    'refundEnded',
  ])
  const undelivered = timelineOf(shown({ deliveredAt: null, undeliverable: 'a second plan' }))
  expect(undelivered.find(({ is }) => is === 'undeliverable')).toMatchObject({ reason: 'a second plan', at: at(2) })
})

test('bookings are summed by account and unit, without those that end at 0', () => {
  expect(effectsOf([BOOKING])).toEqual([
    { account: 'wallet', commodity: 'CREDIT', amount: -100 },
    { account: 'refund_hold', commodity: 'CREDIT', amount: 100 },
  ])
  expect(creditsTaken([BOOKING, BOOKING])).toBe(200)
  expect(creditsTaken([])).toBe(0)
})

test.each([
  ['100', 10_000],
  [' 99.5 ', 9_950],
  ['1,234.05', 123_405],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['1e3', undefined],
  ['１００', undefined],
])('%j is %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents)
})

test('cents are typed with decimals only where there are any', () => {
  expect([typedCents(14_300), typedCents(9_950), typedCents(5)]).toEqual(['143', '99.50', '0.05'])
})
