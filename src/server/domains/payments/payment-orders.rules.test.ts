import { ORDER_STATES } from '#contract/order-states.ts'
import { describe, expect, test } from 'vitest'
import { ORDER_EVENTS } from '#contract/admin/orders.ts'
import { PAYMENT_STATUSES } from '#contract/payments.ts'
import {
  covers,
  mayRefund,
  nextQuery,
  nextRefundQuery,
  nextState,
  type OrderState,
  statusOf,
} from './payment-orders.rules.ts'

const START = Temporal.Instant.from('2026-11-21T04:00:00Z')
const EXPIRY = START.add({ hours: 3 })

/** Every state (row) by every event (column, in the order of ORDER_EVENTS); `-` changes nothing, `^` returns to the previous state. */
const TABLE = `
created       pending failed expired expired paid review -    -         -             -        -  -        -  -
pending       -       failed expired expired paid review -    -         -             -        -  -        -  -
failed        -       -      -       -       paid review -    -         -             -        -  -        -  -
expired       -       -      -       -       paid review -    -         -             -        -  -        -  -
paid          -       -      -       -       -    -      -    refunding -             -        -  disputed -  charged_back
review        -       -      -       -       -    -      paid refunding -             -        -  disputed -  charged_back
refunding     -       -      -       -       -    -      -    -         part_refunded refunded ^  -        -  -
part_refunded -       -      -       -       -    -      -    refunding -             -        -  disputed -  charged_back
refunded      -       -      -       -       -    -      -    -         -             -        -  -        -  charged_back
disputed      -       -      -       -       -    -      -    -         -             -        -  -        ^  charged_back
charged_back  -       -      -       -       -    -      -    -         -             -        -  -        -  -
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))

describe('the state of an order', () => {
  test('the table has every state', () => {
    expect(TABLE.map(([state]) => state)).toEqual([...ORDER_STATES])
  })

  test.each(TABLE.map(([state, ...cells]) => ({ state: state as OrderState, cells })))('$state', ({ state, cells }) => {
    const results = ORDER_EVENTS.map((event) => nextState(state, event, 'part_refunded') ?? '-')
    expect(results).toEqual(cells.map((cell) => (cell === '^' ? 'part_refunded' : cell)))
  })

  test('without a previous state nothing returns to it', () => {
    expect(nextState('refunding', 'refundFailed', null)).toBeUndefined()
  })

  test('every state has a status on the wire', () => {
    expect(ORDER_STATES.map(statusOf).every((status) => PAYMENT_STATUSES.includes(status))).toBe(true)
    expect(ORDER_STATES.filter((state) => statusOf(state) === 'paid')).toEqual([
      'paid',
      'refunding',
      'part_refunded',
      'disputed',
    ])
    expect(statusOf('review')).toBe('pending')
    expect(statusOf('charged_back')).toBe('refunded')
  })
})

test.each([
  ['payasia', 5_000, 'HKD', true],
  ['payasia', 4_999, 'HKD', false],
  ['payasia', 5_001, 'HKD', false],
  ['payasia', 5_000, 'USD', false],
  ['crypto', 5_000, 'HKD', true],
  ['crypto', 4_999, 'HKD', false],
  ['crypto', 5_001, 'HKD', true],
  ['crypto', 5_001, 'USD', false],
] as const)('by %s a payment of %d %s for HK$50 covers: %s', (kind, amountCents, currency, expected) => {
  expect(covers({ kind, amountCents: 5_000, currency: 'HKD' }, { amountCents, currency })).toBe(expected)
})

describe('the next query', () => {
  const after = (minutes: number, state: OrderState = 'pending') => {
    const next = nextQuery({ state, createdAt: START, expiresAt: EXPIRY }, START.add({ seconds: minutes * 60 }))
    return next && next.since(START).total('minutes')
  }

  test.each([
    [0, 1],
    [1, 2],
    [2, 5],
    [4.5, 5],
    [5, 15],
    [15, 60],
    [60, 120],
    [150, 180],
    [180, 240],
    [27 * 60 - 1, 28 * 60 - 1],
    [27 * 60, 51 * 60],
    [29 * 1_440, null],
  ])('of an open order after %d minutes is at %s', (minutes, expected) => {
    expect(after(minutes)).toBe(expected)
    expect(after(minutes, 'created')).toBe(expected)
  })

  test.each([
    [0, 1_440],
    [28 * 1_440, 29 * 1_440],
    [29 * 1_440, null],
  ])('of a closed order after %d minutes is at %s', (minutes, expected) => {
    expect(after(minutes, 'expired')).toBe(expected)
    expect(after(minutes, 'failed')).toBe(expected)
  })

  test.each(['paid', 'review', 'refunding', 'part_refunded', 'refunded', 'disputed', 'charged_back'] as const)(
    'of a %s order is none',
    (state) => {
      expect(after(0, state)).toBeNull()
    },
  )

  test.each([
    [0, 1],
    [1, 5],
    [4, 360],
    [90, 360],
  ])('of a refund after %d queries is %d minutes later', (queries, minutes) => {
    expect(nextRefundQuery(queries, START).since(START).total('minutes')).toBe(minutes)
  })
})

test.each([
  [5_000, 0, true],
  [5_001, 0, false],
  [2_500, 2_500, true],
  [2_501, 2_500, false],
  [1, 5_000, false],
  [0, 0, false],
  [-1, 0, false],
  [0.5, 0, false],
])('a refund of %d cents after %d of 5000 is allowed: %s', (amount, refundedCents, expected) => {
  expect(mayRefund(amount, { paidCents: 5_000, refundedCents })).toBe(expected)
})
