import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { funncoinSubscribe } from '#contract/payments.ts'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { plans as text } from '#text/zh_HK/plans-web.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { loginPrompt, readPendingAction } from '#web/viewer/session/pending-action.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { planOnSale, prepaidSubscription } from '../../../../test/support/plans-web.ts'
import { agree, button, expiresAt, logIn } from '../../../../test/support/render-plans.tsx'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { CryptoPayScreen } from './crypto-pay-screen.tsx'

const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => {
  loginPrompt.close()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const withCrypto = (change: Partial<Plan> = {}) => planOnSale({ providers: ['paypal', 'crypto'], ...change })

const render = (
  plans: object | Promise<object> = { planList: [withCrypto()] },
  { path = '/cryptopay', subscription = null as object | null } = {},
) =>
  renderWeb(<CryptoPayScreen />, {
    path,
    reads: [
      [getSubscribableMonthlyPlanWeb, () => plans],
      [subscriptionDetail, { subscription }],
    ],
    answer: () => ({
      result: 'SUCCESS',
      outTradeNo: 'HB1',
      status: 'pending',
      nextAction: { type: 'redirect', url: 'https://btcpay.example/i/1', expiresAt },
    }),
  })

describe('a month in cryptocurrency', () => {
  test('says that it is one month, without a trial or a renewal', async () => {
    await render()
    await screen.findByText(text.card.prepaid)
    for (const { title, text: line } of text.crypto.factList) {
      expect(screen.getByText(title)).toBeTruthy()
      expect(screen.getByText(line)).toBeTruthy()
    }
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(text.crypto.headline[0])
    expect(screen.queryByText(text.card.trial)).toBeNull()
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    expect(document.body.textContent).toContain(text.card.agreeOnce('HK$88'))
  })

  test('to who has prepaid months it is one more, after those', async () => {
    logIn()
    const plan = withCrypto({ trialMonths: 0, firstCycleEndsAt: '2027-01-22T16:00:00Z' })
    await render({ planList: [plan] }, { subscription: prepaidSubscription() })
    expect(await screen.findByText(text.held.prepaid('12月22日 23:59'))).toBeTruthy()
    expect(document.body.textContent).toContain(keepUnits(text.change.extendStart('60', '12月23日 00:00')))
    expect(button(text.change.extend).textContent).toContain('HK$88')
  })

  test('starts it with the price that is shown, and leaves for the payment page', async () => {
    logIn()
    const { user, call } = await render(undefined, { path: '/cryptopay?for=pier' })
    await screen.findByText(text.card.prepaid)
    await user.click(agree())
    await user.click(button(text.card.payOnce))
    expect(call.mock.calls).toEqual([
      [
        funncoinSubscribe,
        {
          amount: 8_800,
          provider: 'crypto',
          purpose: 'plan',
          purposeId: 'entertainment-pass',
          continueURL: 'https://harbour.example/#/cryptopay?return=1',
          cancelURL: 'https://harbour.example/#/cryptopay?return=1',
          terminal: 'web',
        },
      ],
    ])
    expect(assign.mock.calls).toEqual([['https://btcpay.example/i/1']])
  })

  test('asks a visitor to log in, and comes back', async () => {
    const { user, call } = await render(undefined, { path: '/cryptopay?for=pier' })
    await screen.findByText(text.card.prepaid)
    await user.click(agree())
    await user.click(button(text.card.payOnce))
    expect(call).not.toHaveBeenCalled()
    expect(readPendingAction()?.action).toEqual({ kind: 'go', to: '#/cryptopay?for=pier' })
  })

  test('shows the result of what this tab has started', async () => {
    rememberPayment({ outTradeNo: 'HB1' })
    const { at } = await render(undefined, { path: '/cryptopay?return=1' })
    expect(at.current).toBe('/subscription-result?outTradeNo=HB1')
  })
})

test.each([
  ['it is not configured', { planList: [withCrypto({ providers: ['paypal'] })] }],
  ['no plan is on sale', { planList: [] }],
])('when %s another way is offered', async (_, plans) => {
  await render(plans, { path: '/cryptopay?for=pier' })
  const link = await screen.findByRole('link', { name: text.crypto.otherWays })
  expect(link.getAttribute('href')).toBe('#/monthlyfee?for=pier')
  expect(screen.getByText(text.crypto.none)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test.each([['paypal'], ['crypto']] as const)('a member with a plan is led to the account (%s)', async (provider) => {
  await render({ planList: [withCrypto({ providers: [provider], eligible: false, reason: 'HAS_PLAN' })] })
  const card = within(await screen.findByRole('region', { name: '娛樂通行證' }))
  expect(card.getByText(text.card.refusals.HAS_PLAN.title)).toBeTruthy()
  expect(card.getByRole('link', { name: text.card.toAccount }).getAttribute('href')).toBe('#/setup?part=plan')
})

test('while the plan is fetched it says so; a failure can be tried again', async () => {
  const { unmount } = await render(new Promise(() => {}))
  expect(document.querySelector('[data-awaited]')).toBeTruthy()
  unmount()
  await render(refusedRead('UNAVAILABLE'))
  expect(await screen.findByText(text.screen.failed)).toBeTruthy()
  expect(screen.getByRole('button', { name: '重試' })).toBeTruthy()
})
