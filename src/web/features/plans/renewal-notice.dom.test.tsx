import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { plans } from '#text/zh_HK/plans-web.ts'
import { FAILED_RENEWAL, subscriptionWith } from '../../../../test/support/plans-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { RenewalNotice } from './renewal-notice.tsx'
import '../../../../test/support/in-november.ts'

const { panel } = plans

test('says that a renewal failed, until when titles play, and leads to another way to pay', async () => {
  const subscription = subscriptionWith(FAILED_RENEWAL)
  await renderWeb(<RenewalNotice />, { reads: [[subscriptionDetail, { subscription }]] })
  expect(await screen.findByText(panel.failedTitle)).toBeTruthy()
  expect(screen.getByText(panel.plays('12月27日 23:59'))).toBeTruthy()
  expect(screen.getByRole('link', { name: panel.replace }).getAttribute('href')).toBe('#/monthlyfee?change=payment')
})

test.each([
  ['a plan that runs', subscriptionWith(), panel.states.active],
  ['a charge that is only late', subscriptionWith({ state: 'past_due' }), panel.waiting('PayPal')],
  ['no plan', null, panel.none],
])('is not there for %s', async (_, subscription, shown) => {
  const both = (
    <>
      <RenewalNotice />
      <PlanPanel />
    </>
  )
  await renderWeb(both, {
    reads: [
      [subscriptionDetail, { subscription }],
      [getSubscribableMonthlyPlanWeb, { planList: [] }],
    ],
  })
  await screen.findByText(shown)
  expect(screen.queryByText(panel.failedTitle)).toBeNull()
})
