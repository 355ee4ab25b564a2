import type { Plan } from '#contract/plans.ts'
import type { Subscription } from '#contract/subscriptions.ts'

/** The pass on sale, to somebody who never had a plan. */
export const planOnSale = (change: Partial<Plan> = {}): Plan => ({
  planId: 'entertainment-pass',
  name: '娛樂通行證',
  description: '',
  amount: 8_800,
  currency: 'HKD',
  trialMonths: 1,
  extraCredits: 60,
  providers: ['paypal', 'alipay', 'octopus', 'wechat'],
  firstChargeDate: '2026-12-22',
  firstChargeAt: '2026-12-22T10:00:00Z',
  firstCycleEndsAt: '2026-12-22T16:00:00Z',
  priceText: '首月免費，其後每月 HK$88',
  termsText: '',
  eligible: true,
  ...change,
})

/** An active plan that PayPal renews. */
export const subscriptionWith = (change: Partial<Subscription> = {}): Subscription => ({
  state: 'active',
  planId: 'entertainment-pass',
  planName: '娛樂通行證',
  startedAt: '2026-10-22T02:00:00Z',
  cycleStartsAt: '2026-11-22T16:00:00Z',
  cycleEndsAt: '2026-12-22T16:00:00Z',
  entitledUntil: '2026-12-22T16:00:00Z',
  amount: 8_800,
  currency: 'HKD',
  extraCredits: 60,
  creditsLeft: 24,
  provider: 'paypal',
  merchantAgreementId: 'AG1',
  nextChargeAt: '2026-12-22T10:00:00Z',
  canCancel: true,
  canUndo: false,
  queuedMonths: 0,
  ...change,
})

/** A renewal by AlipayHK that failed. */
export const FAILED_RENEWAL = {
  state: 'past_due',
  provider: 'alipay',
  nextChargeAt: '2026-12-24T02:00:00Z',
  failure: {
    failedAt: '2026-12-23T02:00:00Z',
    nextTryAt: '2026-12-24T02:00:00Z',
    endsAt: '2026-12-27T16:00:00Z',
  },
} as const satisfies Partial<Subscription>

/** A cancelled plan that still runs. */
export const cancelledSubscription = (change: Partial<Subscription> = {}): Subscription => {
  const { nextChargeAt: _, ...rest } = subscriptionWith({ state: 'cancelling', canCancel: false, canUndo: true })
  return { ...rest, ...change }
}

/** A prepaid month. */
export const prepaidSubscription = (): Subscription => {
  const {
    nextChargeAt: _,
    provider: __,
    merchantAgreementId: ___,
    ...rest
  } = subscriptionWith({
    state: 'cancelling',
    canCancel: false,
  })
  return rest
}
