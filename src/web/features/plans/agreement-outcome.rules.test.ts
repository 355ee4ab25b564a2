import { expect, test } from 'vitest'
import { outcomeOf } from './agreement-outcome.rules.ts'

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
] as const)('%s', (outcome, agreement) => {
  expect(outcomeOf(agreement)).toBe(outcome)
})
