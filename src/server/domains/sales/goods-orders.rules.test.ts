import { expect, test } from 'vitest'
import { moneyOf, nextState, type GoodsOrderEvent, restOf } from './goods-orders.rules.ts'
import type { GoodsOrderState } from './sales-model.ts'

const STATES: readonly GoodsOrderState[] = ['held', 'lapsed', 'paid', 'sent', 'delivered', 'cancelled']

test.each<[GoodsOrderEvent, Partial<Record<GoodsOrderState, GoodsOrderState>>]>([
  ['settled', { held: 'paid', lapsed: 'paid' }],
  ['ended', { held: 'lapsed' }],
  ['sent', { paid: 'sent' }],
  ['delivered', { sent: 'delivered' }],
  ['returned', { paid: 'cancelled', sent: 'sent', delivered: 'delivered' }],
])('%s moves an order in these states only', (event, moves) => {
  const found = STATES.map((state) => [state, nextState(state, event)])
  expect(found).toEqual(STATES.map((state) => [state, moves[state]]))
})

test('money is owed until the order is sent', () => {
  expect(moneyOf(null)).toBe('deferred_sales')
  expect(moneyOf('2026-11-23T00:00:00Z')).toBe('sale_revenue')
})

test('a refund is limited to what was paid and is not refunded yet', () => {
  expect(restOf({ paidCents: 22_800, refundedCents: 2_800 })).toBe(20_000)
  expect(restOf({ paidCents: null, refundedCents: 0 })).toBe(0)
})
