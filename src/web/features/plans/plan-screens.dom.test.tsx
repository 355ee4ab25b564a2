import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paymentStatus, setupPaypal } from '#contract/payments.ts'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import {
  confirmAutoDebitAgreement,
  createRecurringPaymentsProfile,
  subscriptionDetail,
} from '#contract/subscriptions.ts'
import { plans as text } from '#text/zh_HK/plans-web.ts'
import { loginPrompt, readPendingAction } from '#web/viewer/session/pending-action.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { FAILED_RENEWAL, planOnSale, subscriptionWith } from '../../../../test/support/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { MonthlyFeeScreen, WarriorScreen } from './plan-screens.tsx'

const expiresAt = new Date(Date.now() + 300_000).toISOString()
const assign = vi.fn<(url: string) => void>()
const STARTED = { result: 'SUCCESS', outTradeNo: 'AG1', merchantAgreementId: 'AG1' }
const REDIRECT = { ...STARTED, nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt } }
const QR = {
  ...STARTED,
  nextAction: { type: 'qr', url: 'https://pay.example/1', qrText: 'https://qr.example/1', expiresAt },
}

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => {
  loginPrompt.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const logIn = () =>
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' })

interface Given {
  plan?: Partial<Plan>
  path?: string
  plans?: object | Promise<object>
  started?: object
  subscription?: object | null
  confirm?: () => object
}

function renderPlans({
  plan,
  path = '/monthlyfee',
  plans,
  started = REDIRECT,
  subscription = null,
  confirm,
}: Given = {}) {
  const promotional = planOnSale({ planId: 'promotional-pass', name: '優惠通行證', amount: 4_800 })
  return renderWeb(path.startsWith('/warrior') ? <WarriorScreen /> : <MonthlyFeeScreen />, {
    path,
    reads: [
      [
        getSubscribableMonthlyPlanWeb,
        (query) => plans ?? { planList: [query.get('offer') === 'promotional' ? promotional : planOnSale(plan)] },
      ],
      [subscriptionDetail, { subscription }],
      [paymentStatus, { status: 'pending' }],
    ],
    answer: (endpoint) => (endpoint === confirmAutoDebitAgreement ? (confirm?.() ?? pending()) : started),
  })
}

const pending = () => ({ result: 'FAILED', errorCode: 'PENDING', message: 'server: PENDING' })
const card = () => screen.findByRole('region', { name: '娛樂通行證' })
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') })
const agree = () => screen.getByRole<HTMLInputElement>('checkbox')

describe('the plan card', () => {
  test('says before the button what is free, what is charged when, when credits lapse and how to cancel', async () => {
    await renderPlans()
    const words = (await card()).textContent
    const before = words.slice(0, words.indexOf(text.card.startTrial))
    for (const said of [
      text.card.trial,
      'HK$88',
      text.card.trialStart('60', '12月22日 23:59'),
      '2026年12月23日',
      text.card.trialCharge,
      text.card.cancel,
      text.card.agreeTrial('HK$88'),
    ])
      expect(before).toContain(said)
    expect(words).toContain(text.card.trialNote('2026年12月23日'))
    expect(button(text.card.startTrial).textContent).toContain('HK$0')
  })

  test('to whom no trial is due, none is offered', async () => {
    await renderPlans({ plan: { trialMonths: 0, firstChargeDate: '2026-11-22' } })
    const words = (await card()).textContent
    expect(words).not.toContain('免費')
    expect(words).toContain(text.card.paidStart('60', '12月22日 23:59'))
    expect(button(text.card.subscribe).textContent).toContain('HK$88')
  })

  test('a kind of payment that does not renew sells one month, and says so', async () => {
    const { user } = await renderPlans()
    const tiles = await screen.findAllByRole('radio')
    expect(tiles.map((tile) => tile.closest('label')!.textContent)).toEqual([
      `PayPal${text.card.renews}`,
      `AlipayHK${text.card.renews}`,
      `八達通${text.card.once}`,
      `微信支付${text.card.once}`,
    ])
    await user.click(tiles[2]!)
    const words = (await card()).textContent
    expect(words).toContain(text.card.prepaidEnd)
    expect(words).toContain(text.card.agreeOnce('HK$88'))
    expect(words).not.toContain(text.card.startTrial)
    expect(button(text.card.payOnce).textContent).toContain('HK$88')
  })

  test.each(['HAS_PLAN', 'CLOSING'] as const)(
    'a reader refused by %s is told why and led to the account',
    async (reason) => {
      await renderPlans({ plan: { eligible: false, reason } })
      const within_ = within(await card())
      expect(within_.getByText(text.card.refusals[reason].title)).toBeTruthy()
      expect(within_.getByRole('link', { name: text.card.toAccount }).getAttribute('href')).toBe('#/setup')
      expect(screen.queryByRole('radio')).toBeNull()
      expect(screen.queryByText(text.card.trial)).toBeNull()
    },
  )

  test('without a configured provider nothing is sold', async () => {
    await renderPlans({ plan: { providers: [] } })
    expect(within(await card()).getByText(text.card.unavailable)).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('without a plan on sale the screen says so', async () => {
    await renderPlans({ plans: { planList: [] } })
    expect(await screen.findByText(text.screen.none)).toBeTruthy()
  })

  test('a failure says so and can be tried again', async () => {
    await renderPlans({ plans: refusedRead('UNAVAILABLE') })
    expect(await screen.findByText(text.screen.failed)).toBeTruthy()
    expect(screen.getByText('server: UNAVAILABLE')).toBeTruthy()
    expect(screen.getByRole('button', { name: '重試' })).toBeTruthy()
  })

  test('while it is fetched it says so', async () => {
    await renderPlans({ plans: new Promise(() => {}) })
    expect(document.querySelector('[data-awaited]')).toBeTruthy()
  })

  test('the conditions can be read, by the plan’s data above the general ones', async () => {
    const { user } = await renderPlans()
    await card()
    await user.hover(button(text.card.terms))
    await act(() => vi.dynamicImportSettled())
    await user.click(button(text.card.terms))
    const dialog = await screen.findByRole('dialog')
    for (const line of text.terms.list({ amount: 'HK$88', credits: '60', trial: true }))
      expect(dialog.textContent).toContain(line)
  })
})

describe('subscribing', () => {
  test('a visitor is asked to log in, and comes back with the same kind of payment', async () => {
    const { user, call } = await renderPlans()
    await user.click((await screen.findAllByRole('radio'))[1]!)
    await user.click(agree())
    await user.click(button(text.card.startTrial))
    expect(loginPrompt.isOpen()).toBe(true)
    expect(readPendingAction()?.action).toEqual({ kind: 'go', to: '#/monthlyfee?provider=alipay' })
    expect(call).not.toHaveBeenCalled()
  })

  test('nothing starts before the conditions are agreed to', async () => {
    logIn()
    const { user, call } = await renderPlans()
    await card()
    expect(agree().checked).toBe(false)
    await user.click(button(text.card.startTrial))
    expect(screen.getByText(text.card.agreeMissing)).toBeTruthy()
    expect(document.activeElement).toBe(agree())
    expect(call).not.toHaveBeenCalled()
  })

  test('a kind that renews starts an agreement, and the browser leaves for the provider’s page', async () => {
    logIn()
    const { user, call } = await renderPlans()
    await card()
    await user.click(agree())
    await user.click(button(text.card.startTrial))
    expect(call.mock.calls).toEqual([
      [
        createRecurringPaymentsProfile,
        {
          planId: 'entertainment-pass',
          provider: 'paypal',
          continueURL: 'https://harbour.example/#/monthlyfee?return=1',
          cancelURL: 'https://harbour.example/#/monthlyfee?return=1',
          terminal: 'web',
        },
      ],
    ])
    expect(assign.mock.calls).toEqual([['https://pay.example/1']])
  })

  test('another kind pays one month, with the amount that is shown', async () => {
    logIn()
    const { user, call } = await renderPlans({
      started: { result: 'SUCCESS', outTradeNo: 'HB1', status: 'pending', nextAction: REDIRECT.nextAction },
    })
    await user.click((await screen.findAllByRole('radio'))[2]!)
    await user.click(agree())
    await user.click(button(text.card.payOnce))
    expect(call.mock.calls[0]).toMatchObject([
      setupPaypal,
      { amount: 8_800, provider: 'octopus', purpose: 'plan', purposeId: 'entertainment-pass' },
    ])
    expect(assign).toHaveBeenCalledOnce()
  })

  test('a start that is refused is said in SPEC 8’s sentence, with the reason', async () => {
    logIn()
    const { user } = await renderPlans({
      started: { result: 'FAILED', errorCode: 'PAYMENT_NOT_STARTED', message: '付款機構沒有回應。' },
    })
    await card()
    await user.click(agree())
    await user.click(button(text.card.startTrial))
    expect((await screen.findByText(/付款機構沒有回應/u)).textContent).toBe(
      `${text.card.notStarted} 付款機構沒有回應。`,
    )
    expect(assign).not.toHaveBeenCalled()
  })

  test('the return from the provider shows the result of what this tab has started', async () => {
    rememberPayment({ outTradeNo: 'AG1', type: 'paypal' })
    const { at } = await renderPlans({ path: '/monthlyfee?return=1' })
    expect(at.current).toBe('/subscription-result?type=paypal&outTradeNo=AG1')
  })
})

describe('the QR code of an agreement', () => {
  async function openDialog(confirm?: () => object, started: object = QR) {
    logIn()
    const view = await renderPlans({ path: '/monthlyfee?provider=alipay', started, ...(confirm && { confirm }) })
    await card()
    await view.user.click(agree())
    await view.user.click(button(text.card.startTrial))
    return view
  }
  const title = text.agreement.title('AlipayHK')
  const asked = ({ call }: { call: { mock: { calls: unknown[][] } } }) =>
    call.mock.calls.filter(([endpoint]) => endpoint === confirmAutoDebitAgreement).length
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('says what is charged today and later', async () => {
    await openDialog()
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(within(dialog).getByRole('img', { name: text.agreement.image('AlipayHK') })).toBeTruthy()
    for (const fact of ['HK$0', text.agreement.monthly('2026年12月23日'), 'HK$88', 'AG1'])
      expect(dialog.textContent).toContain(fact)
  })

  test('asks every five seconds, not while the page is hidden, and leads on with the answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let answer: object = pending()
    const view = await openDialog(() => answer)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const change = () => act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await pass(11_000)
    expect(asked(view)).toBeGreaterThan(0)
    visibility.mockReturnValue('hidden')
    await change()
    await pass(5_000)
    const before = asked(view)
    await pass(30_000)
    expect(asked(view)).toBe(before)
    visibility.mockReturnValue('visible')
    answer = { result: 'SUCCESS', outTradeNo: 'AG1' }
    await change()
    await pass(6_000)
    expect(view.at.current).toBe('/subscription-result?type=alipay&outTradeNo=AG1')
  })

  test('a click asks at once; closing ends it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const view = await openDialog()
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await view.user.click(dialog.getByRole('button', { name: text.agreement.check }))
    await waitFor(() => expect(asked(view)).toBe(1))
    await view.user.click(dialog.getByRole('button', { name: text.qr.close }))
    await pass(1_000)
    const before = asked(view)
    await pass(30_000)
    expect(asked(view)).toBe(before)
  })

  test('an expired code is not asked about any more, and can be started again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const soon = { ...QR, nextAction: { ...QR.nextAction, expiresAt: new Date(Date.now() + 60_000).toISOString() } }
    const view = await openDialog(undefined, soon)
    await pass(70_000)
    expect(screen.getByText(text.agreement.expiredText)).toBeTruthy()
    const before = asked(view)
    await pass(30_000)
    expect(asked(view)).toBe(before)
    expect(screen.getByRole('button', { name: text.qr.again })).toBeTruthy()
  })

  test('a decline leads on as well', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const view = await openDialog(() => ({ result: 'FAILED', errorCode: 'NOT_FOUND', message: '' }))
    await pass(6_000)
    expect(view.at.current).toBe('/subscription-result?type=alipay&outTradeNo=AG1')
  })
})

test('/warrior sells the promotional plan, with its conditions', async () => {
  await renderPlans({ path: '/warrior' })
  expect(await screen.findByRole('region', { name: '優惠通行證' })).toBeTruthy()
  for (const line of text.terms.list({ amount: 'HK$48', credits: '60', trial: true }))
    expect(screen.getByText(line)).toBeTruthy()
})

describe('changing', () => {
  test('the kind of payment: the others that renew, nothing charged today', async () => {
    logIn()
    const { user, call } = await renderPlans({
      path: '/monthlyfee?change=payment',
      subscription: subscriptionWith(),
      plan: { eligible: false, reason: 'HAS_PLAN' },
    })
    expect(await screen.findByRole('heading', { name: text.change.payment })).toBeTruthy()
    expect((await screen.findAllByRole('radio')).map((tile) => (tile as HTMLInputElement).value)).toEqual(['alipay'])
    expect((await card()).textContent).toContain(text.change.stays('2026年12月23日'))
    await user.click(agree())
    await user.click(button(text.change.confirmPayment))
    expect(call.mock.calls[0]).toMatchObject([
      createRecurringPaymentsProfile,
      { planId: 'entertainment-pass', provider: 'alipay' },
    ])
  })

  test('after a failed renewal the amount is charged at once, and said', async () => {
    logIn()
    await renderPlans({ path: '/monthlyfee?change=payment', subscription: subscriptionWith(FAILED_RENEWAL) })
    expect((await card()).textContent).toContain(text.change.payNow)
    expect(button(text.change.confirmPayment).textContent).toContain('HK$88')
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  test('to another plan, from the next cycle on', async () => {
    logIn()
    const { user, call } = await renderPlans({
      path: '/monthlyfee?change=promotional-pass',
      subscription: subscriptionWith(),
    })
    expect(await screen.findByRole('heading', { name: text.change.plan })).toBeTruthy()
    await screen.findByRole('region', { name: '優惠通行證' })
    await user.click(agree())
    await user.click(button(text.change.confirmPlan))
    expect(call.mock.calls[0]).toMatchObject([
      createRecurringPaymentsProfile,
      { planId: 'promotional-pass', provider: 'paypal' },
    ])
  })

  test('without a plan it is the plan on sale', async () => {
    logIn()
    await renderPlans({ path: '/monthlyfee?change=payment' })
    await card()
    expect(button(text.card.startTrial)).toBeTruthy()
  })
})
