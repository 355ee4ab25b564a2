import type { ComponentType } from 'react'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { queryAutoDebitTransaction, subscriptionDetail, type Subscription } from '#contract/subscriptions.ts'
import { plans as text } from '#text/en_US/plans-web.ts'
import {
  cancelledSubscription,
  FAILED_RENEWAL,
  planOnSale,
  prepaidSubscription,
  subscriptionWith,
} from '../../../../test/support/plans-web.ts'
import { logIn } from '../../../../test/support/render-plans.tsx'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { AgreementResultScreen } from './agreement-result-screen.tsx'
import { CancelScreen } from './cancel-screen.tsx'
import { ComparisonScreen } from './comparison-screen.tsx'
import { EnjoyScreen, Warriors48Screen } from './landing-screens.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { CryptoPayScreen } from './crypto-pay-screen.tsx'
import { MonthlyFeeScreen, WarriorScreen } from './plan-screens.tsx'
import '../../../../test/support/in-november.ts'

// Before the text is loaded, which happens with its module.
vi.hoisted(() => localStorage.setItem('language', 'en_US'))

interface Given {
  plan?: Partial<Plan>
  subscription?: Subscription | null
  agreement?: object
  path?: string
}

const render = (Screen: ComponentType, { plan, subscription, agreement, path = '/monthlyfee' }: Given = {}) => {
  if (subscription) logIn()
  const held = subscription && { ...subscription, planName: 'Entertainment Pass' }
  return renderWeb(<Screen />, {
    language: 'en_US',
    path,
    reads: [
      [
        getSubscribableMonthlyPlanWeb,
        (query) => {
          const planId = query.get('offer') === 'promotional' ? 'promotional-pass' : 'entertainment-pass'
          return { planList: [planOnSale({ planId, name: 'Entertainment Pass', ...plan })] }
        },
      ],
      [subscriptionDetail, { subscription: held ?? null }],
      [
        queryAutoDebitTransaction,
        {
          outTradeNo: 'AG1',
          status: 'paid',
          amount: 0,
          currency: 'HKD',
          provider: 'alipay',
          planName: 'Entertainment Pass',
          isTrial: true,
          subscription: held ?? null,
          ...agreement,
        },
      ],
    ],
    answer: () => ({ result: 'FAILED', errorCode: 'PENDING', message: '' }),
  })
}

const RESULT = '/subscription-result?type=alipay&outTradeNo=AG1'
const Result = () => <AgreementResultScreen whenUnknown={null} />
const trial = subscriptionWith({ state: 'trial' })

test.each<[state: string, Screen: ComponentType, given: Given, shown: string]>([
  ['a free month', MonthlyFeeScreen, {}, text.card.trialNote('22 Dec, 18:00')],
  ['no free month', MonthlyFeeScreen, { plan: { trialMonths: 0 } }, text.card.renewal],
  ['a prepaid month', MonthlyFeeScreen, { path: '/monthlyfee?provider=octopus' }, text.card.prepaidEnd],
  [
    'a plan already',
    MonthlyFeeScreen,
    { plan: { eligible: false, reason: 'HAS_PLAN' } },
    text.card.refusals.HAS_PLAN.title,
  ],
  [
    'a plan to be extended',
    MonthlyFeeScreen,
    { path: '/monthlyfee?provider=octopus', subscription: prepaidSubscription() },
    text.change.extend,
  ],
  ['no provider', MonthlyFeeScreen, { plan: { providers: [] } }, text.card.unavailable],
  ['a month in cryptocurrency', CryptoPayScreen, { plan: { providers: ['crypto'] } }, text.crypto.factList[0]!.title],
  ['no cryptocurrency', CryptoPayScreen, { path: '/cryptopay' }, text.crypto.none],
  ['the offer', WarriorScreen, { path: '/warrior' }, text.terms.title],
  ['the new members’ page', Warriors48Screen, {}, text.landing.warriorLead],
  ['about the pass', EnjoyScreen, {}, text.landing.enjoyTrial('HK$88')],
  ['the comparison', ComparisonScreen, {}, text.comparison.free],
  ['no plan', PlanPanel, {}, text.panel.none],
  ['an active plan', PlanPanel, { subscription: subscriptionWith() }, text.panel.states.active],
  ['a failed renewal', PlanPanel, { subscription: subscriptionWith(FAILED_RENEWAL) }, text.panel.failedTitle],
  ['an awaited charge', PlanPanel, { subscription: subscriptionWith({ state: 'past_due' }) }, text.panel.waitingState],
  ['a cancelled plan', PlanPanel, { subscription: cancelledSubscription() }, text.panel.states.cancelling],
  ['prepaid months', PlanPanel, { subscription: prepaidSubscription() }, text.panel.prepaid],
  ['cancelling', CancelScreen, { subscription: subscriptionWith() }, text.cancel.ends('22 Dec, 23:59')],
  ['cancelled', CancelScreen, { subscription: cancelledSubscription() }, text.cancel.doneTitle],
  ['nothing to cancel', CancelScreen, { subscription: prepaidSubscription() }, text.cancel.prepaid],
  ['a trial that started', Result, { path: RESULT, subscription: trial }, text.result.startedTitle],
  ['a pending agreement', Result, { path: RESULT, agreement: { status: 'pending' } }, text.result.pending],
  [
    'a charge that is returned',
    Result,
    { path: RESULT, agreement: { status: 'failed', returnsCharge: true } },
    text.result.returned,
  ],
  [
    'a free month that was used',
    Result,
    { path: RESULT, agreement: { status: 'failed', failure: 'TRIAL_USED' } },
    text.result.trialUsedText,
  ],
  ['a decline', Result, { path: RESULT, agreement: { status: 'failed', failure: 'DECLINED' } }, text.result.declined],
])('%s is said in English, and in nothing else', async (_, Screen, given, shown) => {
  await render(Screen, given)
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
  await waitFor(() => expect(document.querySelector('[data-awaited]')).toBeNull())
  expect(document.body.textContent).not.toMatch(/\p{Script=Han}/u)
})
