import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setupPaypal } from '#contract/payments.ts'
import { createRecurringPaymentsProfile } from '#contract/subscriptions.ts'
import { plans as text } from '#text/zh_HK/plans-web.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { loginPrompt, readPendingAction } from '#web/viewer/session/pending-action.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import {
  cancelledSubscription,
  FAILED_RENEWAL,
  prepaidSubscription,
  subscriptionWith,
} from '../../../../test/support/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { agree, button, card, logIn, REDIRECT, renderPlans } from '../../../../test/support/render-plans.tsx'
import '../../../../test/support/in-november.ts'

const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => {
  loginPrompt.close()
  vi.unstubAllGlobals()
})

describe('the plan card', () => {
  test('says before the button what is free, what is charged when, when credits lapse and how to cancel', async () => {
    await renderPlans()
    const content = (await card()).textContent
    const before = content.slice(0, content.indexOf(text.card.startTrial))
    for (const said of [
      text.card.trial,
      'HK$88',
      keepUnits(text.card.trialStart('60', '12月22日 23:59')),
      '12月22日 18:00',
      text.card.trialCharge,
      text.card.cancel,
      text.chargeTimes('18:00', '23:59'),
      text.card.agreeTrial('HK$88'),
    ])
      expect(before).toContain(said)
    expect(content).toContain(text.card.trialNote('12月22日 18:00'))
    expect(button(text.card.startTrial).textContent).toContain('HK$0')
  })

  test('to whom no trial is due, none is offered', async () => {
    await renderPlans({ plan: { trialMonths: 0, firstChargeDate: '2026-11-22' } })
    const content = (await card()).textContent
    expect(content).not.toContain('免費')
    expect(content).not.toContain(text.card.trialElsewhere(''))
    expect(content).toContain(keepUnits(text.card.paidStart('60', '12月22日 23:59')))
    expect(content).toContain(`12月22日 18:00${text.card.renewal}`)
    expect(button(text.card.subscribe).textContent).toContain('HK$88')
  })

  test('a charge in another year says which', async () => {
    await renderPlans({ plan: { firstChargeAt: '2027-01-01T10:00:00Z' } })
    expect((await card()).textContent).toContain(text.card.trialNote('2027年1月1日 18:00'))
  })

  test('a plan without credits, as a telecom partner’s member sees it, does not speak of 0 credits', async () => {
    await renderPlans({ plan: { extraCredits: 0, eligible: false, reason: 'TELECOM_PARTNER' } })
    await card()
    expect(document.body.textContent).toContain('無限次觀看')
    expect(document.body.textContent).not.toMatch(/(?<!\d)0\s點/)
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
    const content = (await card()).textContent
    expect(content).toContain(text.card.prepaidEnd)
    expect(content).toContain(text.card.trialElsewhere(`PayPal${text.card.or}AlipayHK`))
    expect(content).toContain(text.card.agreeOnce('HK$88'))
    expect(content).not.toContain(text.card.startTrial)
    expect(button(text.card.payOnce).textContent).toContain('HK$88')
  })

  test.each([
    ['HAS_PLAN', text.card.toAccount, '#/setup?part=plan'],
    ['CLOSING', text.card.toAccount, '#/setup'],
    ['TELECOM_PARTNER', text.card.toVouchers, '#/setup'],
  ] as const)('a reader refused by %s is told why and led to the account', async (reason, name, account) => {
    await renderPlans({ plan: { eligible: false, reason } })
    const within_ = within(await card())
    expect(within_.getByText(text.card.refusals[reason].title)).toBeTruthy()
    expect(within_.getByRole('link', { name }).getAttribute('href')).toBe(account)
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByText(text.card.trial)).toBeNull()
  })

  test('who has a plan that renews reads until when it runs, and is sold nothing', async () => {
    logIn()
    await renderPlans({ plan: { eligible: false, reason: 'HAS_PLAN' }, subscription: subscriptionWith() })
    const shown = within(await card())
    expect(shown.getByText(text.held.title)).toBeTruthy()
    expect(shown.getByText(text.held.renews('12月22日 23:59'))).toBeTruthy()
    expect(shown.getByRole('link', { name: text.card.toAccount }).getAttribute('href')).toBe('#/setup?part=plan')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('who has prepaid months reads so, and may add one after them or renew', async () => {
    logIn()
    const { user, call } = await renderPlans({
      plan: { trialMonths: 0, firstCycleEndsAt: '2027-01-22T16:00:00Z' },
      subscription: prepaidSubscription(),
    })
    const shown = within(await card())
    expect(shown.getByText(text.held.title)).toBeTruthy()
    expect(shown.getByText(text.held.prepaid('12月22日 23:59'))).toBeTruthy()
    expect(button(text.change.confirmRenewal)).toBeTruthy()
    await user.click(shown.getByRole('radio', { name: /八達通/u }))
    expect(shown.getByText(text.change.extendStart('60', '12月23日 00:00'))).toBeTruthy()
    expect((await card()).textContent).toContain(`2027年1月22日 23:59${text.card.prepaidEnd}`)
    await user.click(agree())
    await user.click(button(text.change.extend))
    expect(call.mock.calls[0]).toMatchObject([setupPaypal, { provider: 'octopus', purpose: 'plan', amount: 8_800 }])
  })

  test.each([
    ['cancelled', cancelledSubscription(), text.held.cancelled('12月22日 23:59')],
    ['not paid for', subscriptionWith(FAILED_RENEWAL), text.held.past_due('12月22日 23:59')],
  ])('who has a plan that is %s reads until when it plays', async (_, subscription, said) => {
    logIn()
    await renderPlans({ subscription })
    expect(within(await card()).getByText(said)).toBeTruthy()
  })

  test('the page that sells the pass leads to gift cards', async () => {
    await renderPlans()
    await card()
    expect(screen.getByRole('link', { name: text.screen.gift }).getAttribute('href')).toBe('#/giftcard')
  })

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
    // No room is kept for a sentence about a plan that does not come.
    expect(document.querySelector('[data-hidden]')).toBeNull()
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
    await user.click((await screen.findAllByRole('radio'))[0]!)
    await user.click(agree())
    await user.click(button(text.card.startTrial))
    expect(call.mock.calls).toEqual([
      [
        createRecurringPaymentsProfile,
        {
          planId: 'entertainment-pass',
          provider: 'paypal',
          amount: 8_800,
          dueToday: 0,
          trial: true,
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

test('/warrior sells the promotional plan, with its conditions', async () => {
  await renderPlans({ path: '/warrior' })
  expect(await screen.findByRole('region', { name: '優惠通行證' })).toBeTruthy()
  for (const line of text.terms.list({ amount: 'HK$48', credits: '60', trial: true }))
    expect(screen.getByText(line)).toBeTruthy()
})

test('/monthlyfee with the promotional plan sells that one', async () => {
  await renderPlans({ path: '/monthlyfee?planId=promotional-pass' })
  expect(await screen.findByRole('region', { name: '優惠通行證' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: '娛樂通行證' })).toBeNull()
})

test('/monthlyfee with a plan that is not on sale sells the standard plan', async () => {
  await renderPlans({ path: '/monthlyfee?planId=withdrawn' })
  expect(await card()).toBeTruthy()
  expect(screen.queryByRole('region', { name: '優惠通行證' })).toBeNull()
})

test('to a member with another plan /warrior is a change from the next cycle on', async () => {
  logIn()
  await renderPlans({ path: '/warrior', subscription: subscriptionWith() })
  const content = (await screen.findByRole('region', { name: '優惠通行證' })).textContent
  expect(content).toContain(text.held.other('娛樂通行證'))
  expect(content).toContain(text.held.until('12月22日 23:59'))
  expect(content).toContain(text.change.stays('12月22日 18:00'))
  expect(content).not.toContain(text.card.startTrial)
  expect(button(text.change.confirmPlan)).toBeTruthy()
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
    expect((await card()).textContent).toContain(text.change.stays('12月22日 18:00'))
    await user.click(agree())
    await user.click(button(text.change.confirmPayment))
    expect(call.mock.calls[0]).toMatchObject([
      createRecurringPaymentsProfile,
      { planId: 'entertainment-pass', provider: 'alipay', amount: 8_800, dueToday: 0, trial: false },
    ])
  })

  test('after a cancellation: the plan renews again, by the kind it had at first', async () => {
    logIn()
    await renderPlans({ subscription: cancelledSubscription() })
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /PayPal/u })).checked).toBe(true)
    expect(button(text.change.confirmRenewal)).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.change.confirmPayment })).toBeNull()
  })

  test('after a failed renewal the amount is charged at once, and said', async () => {
    logIn()
    const { user, call } = await renderPlans({
      path: '/monthlyfee?change=payment',
      subscription: subscriptionWith(FAILED_RENEWAL),
    })
    expect((await card()).textContent).toContain(text.change.payNow)
    expect(button(text.change.confirmPayment).textContent).toContain('HK$88')
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    await user.click(agree())
    await user.click(button(text.change.confirmPayment))
    expect(call.mock.calls[0]).toMatchObject([createRecurringPaymentsProfile, { dueToday: 8_800, trial: false }])
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
