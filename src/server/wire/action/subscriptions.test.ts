import { expect, test } from 'vitest'
import type { SubscriptionView } from '#server/domains/subscriptions/index.ts'
import { PASS } from '../../../../test/support/plan-versions.ts'
import { toSubscriptionResponse } from './subscriptions.ts'

const at = (text: string) => Temporal.Instant.from(text)

const SUBSCRIPTION: SubscriptionView['subscription'] = {
  subscriptionId: 's1',
  accountId: 'a1',
  planVersionId: 'pass.1',
  nextPlanVersionId: null,
  state: 'past_due',
  byPartner: false,
  agreement: { agreementId: 'g1', kind: 'paypal', mode: 'push', nextChargeAt: null },
  anchor: at('2026-11-20T06:00:00Z'),
  cycle: 1,
  cycleStartsAt: at('2026-11-20T06:00:00Z'),
  cycleEndsAt: at('2026-12-20T16:00:00Z'),
  lastCycle: 1,
  paidUntil: at('2026-12-20T16:00:00Z'),
  entitledUntil: at('2026-12-25T16:00:00Z'),
  chargeDueAt: null,
  chargeAttempts: 0,
  failedAt: at('2026-12-20T16:00:00Z'),
  noticedCycle: 2,
  closingStep: null,
  tickDueAt: null,
  startedAt: at('2026-11-20T06:00:00Z'),
  endedAt: null,
  endReason: null,
}
const VIEW: SubscriptionView = {
  subscription: SUBSCRIPTION,
  version: PASS,
  next: undefined,
  creditsLeft: 0,
  nextChargeAt: undefined,
  canCancel: true,
  canUndo: false,
  queuedMonths: 0,
}
const failureOf = (change: Partial<typeof SUBSCRIPTION>) =>
  toSubscriptionResponse({ ...VIEW, subscription: { ...SUBSCRIPTION, ...change } }, 'en_US').failure

test('a charge that has failed is told with what comes next', () => {
  expect(failureOf({ chargeAttempts: 1, chargeDueAt: at('2026-12-21T02:00:00Z') })).toEqual({
    failedAt: '2026-12-20T16:00:00Z',
    nextTryAt: '2026-12-21T02:00:00Z',
    endsAt: '2026-12-25T16:00:00Z',
  })
})

test('a charge that its provider has not made yet has not failed', () => {
  expect(failureOf({})).toBeUndefined()
})

test('a plan that is paid tells of no failure', () => {
  expect(failureOf({ state: 'active', chargeAttempts: 1 })).toBeUndefined()
})
