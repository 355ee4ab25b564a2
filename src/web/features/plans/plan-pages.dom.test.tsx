import type { ReactNode } from 'react'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { plans } from '#text/zh_HK/plans-web.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { planOnSale, subscriptionWith } from '../../../../test/support/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ComparisonScreen } from './comparison-screen.tsx'
import { CryptoPayScreen } from './crypto-pay-screen.tsx'
import { EnjoyScreen, Warriors48Screen } from './landing-screens.tsx'
import { MonthlyFeeScreen, WarriorScreen } from './plan-screens.tsx'

const { comparison, landing, screen: text, terms } = plans
const promotional = planOnSale({ planId: 'promotional-pass', name: '優惠通行證', amount: 4_800 })

const render = (element: ReactNode, { subscription, failed }: { subscription?: object; failed?: boolean } = {}) =>
  renderWeb(element, {
    reads: [
      [
        getSubscribableMonthlyPlanWeb,
        (query) =>
          failed
            ? refusedRead('UNAVAILABLE')
            : { planList: [query.get('offer') === 'promotional' ? promotional : planOnSale()] },
      ],
      [subscriptionDetail, { subscription: subscription ?? null }],
    ],
  })

const logIn = () =>
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' })

describe('/hmvodplan', () => {
  const column = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement)

  test('compares what one gets without a plan and with each plan, by their data', async () => {
    await render(<ComparisonScreen />)
    const free = await column(comparison.free)
    expect(free.getByText(comparison.notIncluded)).toBeTruthy()
    const pass = await column('娛樂通行證')
    for (const value of ['HK$88 每月', comparison.yes, comparison.creditsOf('60'), 'PayPal、AlipayHK'])
      expect(pass.getByText(value)).toBeTruthy()
    expect(pass.getByRole('link', { name: comparison.choose }).getAttribute('href')).toBe('#/monthlyfee')
    const offer = await column('優惠通行證')
    expect(offer.getByText('HK$48 每月')).toBeTruthy()
    expect(offer.getByText(/優惠月費在持續訂閱期間維持不變。$/)).toBeTruthy()
    expect(offer.getByRole('link', { name: comparison.choose }).getAttribute('href')).toBe('#/warrior')
  })

  test('a member manages the plan that is held, and can switch to the other', async () => {
    logIn()
    await render(<ComparisonScreen />, { subscription: subscriptionWith() })
    const pass = await column('娛樂通行證')
    expect((await pass.findByRole('link', { name: comparison.yours })).getAttribute('href')).toBe('#/setup?part=plan')
    const offer = await column('優惠通行證')
    const way = offer.getByRole('link', { name: comparison.change })
    expect(way.getAttribute('href')).toBe('#/monthlyfee?change=promotional-pass')
  })

  test('a failure says so', async () => {
    await render(<ComparisonScreen />, { failed: true })
    expect(await screen.findByText(text.failed)).toBeTruthy()
  })
})

describe('/enjoyhmvod', () => {
  test('explains the pass with the price of the plan, and leads to it', async () => {
    await render(<EnjoyScreen />)
    expect(await screen.findByText(landing.enjoyTrial('HK$88'))).toBeTruthy()
    expect(screen.getByRole('link', { name: landing.start }).getAttribute('href')).toBe('#/monthlyfee')
  })

  test('without the price it still explains the pass', async () => {
    await render(<EnjoyScreen />, { failed: true })
    expect(await screen.findByText(landing.noPrice)).toBeTruthy()
  })
})

describe('a telecom partner’s member, who cannot buy a plan,', () => {
  const { TELECOM_PARTNER } = plans.card.refusals
  const shown = planOnSale({
    trialMonths: 0,
    extraCredits: 0,
    providers: ['paypal', 'crypto'],
    eligible: false,
    reason: 'TELECOM_PARTNER',
  })

  test.each([
    ['/hmvodplan', <ComparisonScreen key="" />],
    ['/enjoyhmvod', <EnjoyScreen key="" />],
    ['/monthlyfee', <MonthlyFeeScreen key="" />],
    ['/warrior', <WarriorScreen key="" />],
    ['/cryptopay', <CryptoPayScreen key="" />],
  ])('reads why on %s, and is led to the vouchers only', async (path, element) => {
    logInMember('hgc')
    await renderWeb(element, {
      path,
      reads: [
        [userProfile, accountOf('hgc')],
        [getSubscribableMonthlyPlanWeb, { planList: [shown] }],
        [subscriptionDetail, { subscription: null }],
      ],
    })
    expect(await screen.findByRole('heading', { level: 1, name: TELECOM_PARTNER.title })).toBeTruthy()
    expect(screen.getByText(TELECOM_PARTNER.text)).toBeTruthy()
    const links = screen.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [plans.card.toVouchers, '#/setup'],
    ])
    expect(screen.queryByRole('button')).toBeNull()
    expect(document.body.textContent).not.toMatch(/點|每期|HK\$/u)
  })
})

describe('/warriors48', () => {
  test('offers the promotional plan with its conditions, and leads to the sign-up', async () => {
    await render(<Warriors48Screen />)
    expect(await screen.findByText(terms.title)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('HK$48')
    expect(screen.getByRole('link', { name: landing.join }).getAttribute('href')).toBe('#/warrior')
  })

  test('a failure says so', async () => {
    await render(<Warriors48Screen />, { failed: true })
    expect(await screen.findByText(text.failed)).toBeTruthy()
  })
})
