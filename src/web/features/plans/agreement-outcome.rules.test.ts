import { expect, test } from 'vitest'
import { subscriptionWith } from '../../../../test/support/plans-web.ts'
import { outcomeOf } from './agreement-outcome.rules.ts'

const NEXT = { planId: 'promotional-pass', planName: '優惠通行證', amount: 4_800 }

test.each([
  ['pending', { status: 'pending', isTrial: true, amount: 0 }],
  ['trial', { status: 'paid', isTrial: true, amount: 0 }],
  ['paid', { status: 'paid', isTrial: false, amount: 8_800 }],
  ['replaced', { status: 'paid', isTrial: false, amount: 0 }],
  ['declined', { status: 'failed', isTrial: true, amount: 0, failure: 'DECLINED' }],
  ['declined', { status: 'failed', isTrial: true, amount: 0 }],
  ['trialUsed', { status: 'failed', isTrial: true, amount: 0, failure: 'TRIAL_USED' }],
  ['hasPlan', { status: 'failed', isTrial: false, amount: 0, failure: 'HAS_PLAN' }],
  ['expired', { status: 'expired', isTrial: true, amount: 0 }],
  ['refunded', { status: 'refunded', isTrial: false, amount: 8_800 }],
  ['returned', { status: 'failed', isTrial: false, amount: 0, failure: 'HAS_PLAN', returnsCharge: true }],
  ['returned', { status: 'expired', isTrial: false, amount: 0, returnsCharge: true }],
  ['planChanged', { status: 'paid', isTrial: false, amount: 0, subscription: subscriptionWith({ nextPlan: NEXT }) }],
] as const)('the state of an agreement is shown as the outcome %s', (outcome, agreement) => {
  expect(outcomeOf({ planId: NEXT.planId, subscription: subscriptionWith(), ...agreement })).toBe(outcome)
})
