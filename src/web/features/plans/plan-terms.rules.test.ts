import { describe, expect, test } from 'vitest'
import type { PaymentKind } from '#contract/payments.ts'
import { QUEUED_MONTHS_MAX } from '#contract/subscriptions.ts'
import {
  cancelledSubscription,
  FAILED_RENEWAL,
  planOnSale,
  prepaidSubscription,
  subscriptionWith,
} from '../../../../test/support/plans-web.ts'
import { endIfCancelled, isLive, offeredKinds, type PlanChange, planTerms, usualPlanKind } from './plan-terms.rules.ts'

const extension = (queuedMonths: number): PlanChange => ({
  what: 'extension',
  subscription: { ...prepaidSubscription(), queuedMonths },
})
const payment = (subscription = subscriptionWith()): PlanChange => ({ what: 'payment', subscription })

test.each<[PaymentKind[], PaymentKind]>([
  [['paypal', 'alipay', 'wechat'], 'alipay'],
  [['wechat', 'paypal'], 'paypal'],
  [['paypal'], 'paypal'],
  [['octopus', 'payme'], 'octopus'],
])('of %j, %s is chosen at first', (kinds, first) => {
  expect(usualPlanKind(kinds)).toBe(first)
})

test('a plan that was cancelled is taken up again by the kind it had', () => {
  expect(usualPlanKind(['alipay', 'paypal'], payment(cancelledSubscription()))).toBe('paypal')
  expect(usualPlanKind(['alipay'], payment(cancelledSubscription()))).toBe('alipay')
})

describe('the dates of charges', () => {
  test('a trial is free until its first charge', () => {
    expect(planTerms(planOnSale(), 'paypal')).toEqual({
      kind: 'trial',
      dueToday: 0,
      nextCharge: '2026-12-22T10:00:00Z',
    })
  })

  test('without a trial the first cycle is charged today', () => {
    expect(planTerms(planOnSale({ trialMonths: 0 }), 'alipay')).toEqual({
      kind: 'paid',
      dueToday: 8_800,
      // The day on which the cycle ends, not the day after.
      nextCharge: '2026-12-22T10:00:00.000Z',
    })
  })

  test.each<PaymentKind>(['octopus', 'wechat', 'payme', 'payasia', 'crypto'])(
    '%s sells one month, never a trial',
    (kind) => {
      expect(planTerms(planOnSale(), kind)).toEqual({
        kind: 'prepaid',
        dueToday: 8_800,
        ends: '2026-12-22T16:00:00Z',
      })
    },
  )

  test('a change charges nothing before the next charge', () => {
    expect(planTerms(planOnSale(), 'alipay', payment())).toEqual({
      kind: 'change',
      dueToday: 0,
      nextCharge: '2026-12-22T10:00:00Z',
    })
  })

  test('a plan that would not be charged again is charged at its end', () => {
    const terms = planTerms(planOnSale(), 'alipay', payment(cancelledSubscription()))
    expect(terms).toMatchObject({ dueToday: 0, nextCharge: '2026-12-22T10:00:00Z' })
  })

  test('one more prepaid month is charged today, and starts after those that are paid', () => {
    const plan = planOnSale({ firstCycleEndsAt: '2027-01-22T16:00:00Z' })
    const change: PlanChange = { what: 'extension', subscription: prepaidSubscription() }
    expect(planTerms(plan, 'octopus', change)).toEqual({
      kind: 'prepaid',
      dueToday: 8_800,
      starts: '2026-12-22T16:00:00Z',
      ends: '2027-01-22T16:00:00Z',
    })
    expect(planTerms(plan, 'paypal', change)).toMatchObject({ kind: 'change', dueToday: 0 })
  })

  test('an overdue fee is charged at once', () => {
    const terms = planTerms(planOnSale(), 'alipay', payment(subscriptionWith(FAILED_RENEWAL)))
    expect(terms).toMatchObject({ kind: 'overdue', dueToday: 8_800 })
  })
})

describe('the kinds of payment to choose from', () => {
  const plan = planOnSale()
  test.each([
    ['all for a new plan', undefined, plan.providers],
    ['the other that renews for the same plan', payment(), ['alipay']],
    [
      'those that renew for another plan',
      payment(subscriptionWith({ planId: 'promotional-pass' })),
      ['paypal', 'alipay'],
    ],
    ['also the same after a failure', payment(subscriptionWith(FAILED_RENEWAL)), ['paypal', 'alipay']],
    ['also the same after a cancellation', payment(cancelledSubscription()), ['paypal', 'alipay']],
    ['those that renew for prepaid months', payment(prepaidSubscription()), ['paypal', 'alipay']],
    ['all to extend prepaid months', extension(11), plan.providers],
    ['those that renew once as many months wait as may', extension(QUEUED_MONTHS_MAX), ['paypal', 'alipay']],
  ] as const)('are %s', (_, change, kinds) => {
    expect(offeredKinds(plan, change)).toEqual(kinds)
  })
})

describe('when a plan ends that is cancelled now', () => {
  const at = (instant: string) => Date.parse(instant)
  const failed = subscriptionWith({ ...FAILED_RENEWAL, entitledUntil: '2026-12-27T16:00:00Z' })

  test('with what is paid, not with the running cycle', () => {
    const queued = subscriptionWith({ entitledUntil: '2027-01-22T16:00:00Z' })
    expect(endIfCancelled(queued, at('2026-12-01T00:00:00Z'))).toBe('2027-01-22T16:00:00Z')
  })

  test('after a failed charge with the running cycle as long as it is paid, without days of grace', () => {
    expect(endIfCancelled(failed, at('2026-12-22T15:59:59Z'))).toBe('2026-12-22T16:00:00Z')
    expect(endIfCancelled(failed, at('2026-12-22T16:00:00Z'))).toBeUndefined()
  })
})

test('an ended plan cannot be changed', () => {
  expect(isLive(subscriptionWith({ state: 'ended' }))).toBe(false)
  expect(isLive(null)).toBe(false)
  expect(isLive(undefined)).toBe(false)
  expect(isLive(subscriptionWith({ state: 'past_due' }))).toBe(true)
})
