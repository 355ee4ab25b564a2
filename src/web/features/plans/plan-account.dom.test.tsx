import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import {
  retryRenewal,
  type Subscription,
  subscriptionDetail,
  terminateRecurringPayment,
} from '#contract/subscriptions.ts'
import { plans } from '#text/zh_HK/plans-web.ts'
import { toastStore } from '#web/kit/toast-store.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import {
  cancelledSubscription,
  FAILED_RENEWAL,
  planOnSale,
  prepaidSubscription,
  subscriptionWith,
} from '../../../../test/support/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { CancelScreen } from './cancel-screen.tsx'
import { PlanPanel } from './plan-panel.tsx'
import '../../../../test/support/in-november.ts'

const { panel, cancel } = plans
const CHARGE_TIMES = plans.chargeTimes('18:00', '23:59')
const END = '12月22日 23:59'

interface Given {
  plans?: object[]
  account?: object
  answer?: (endpoint: unknown) => object
}

/** The account with a subscription, which the answer of a call replaces. */
function renderAccount(
  element: 'panel' | 'cancel',
  subscription: Subscription | null | Promise<object>,
  { plans: list = [planOnSale()], account, answer }: Given = {},
) {
  let current = subscription
  return renderWeb(element === 'panel' ? <PlanPanel /> : <CancelScreen />, {
    reads: [
      [subscriptionDetail, () => (current instanceof Promise ? current : { subscription: current })],
      [getSubscribableMonthlyPlanWeb, { planList: list }],
      ...(account ? [[userProfile, account] as const] : []),
    ],
    answer: (endpoint) => {
      const given = answer?.(endpoint) ?? {}
      if ('subscription' in given) current = given.subscription as Subscription
      return { result: 'SUCCESS', ...given }
    },
  })
}

afterEach(() => {
  vi.useRealTimers()
})

/** A month that is paid beyond the running cycle. */
const PAID_AHEAD = { entitledUntil: '2027-01-22T16:00:00Z', queuedMonths: 1 }
const LATER_END = '2027年1月22日 23:59'

const content = () => document.body.textContent
const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the plan of the account', () => {
  test('an active plan says its cycle, its price, its next charge and how it is paid', async () => {
    await renderAccount('panel', subscriptionWith())
    expect(await screen.findByText(panel.states.active)).toBeTruthy()
    for (const said of [
      '娛樂通行證',
      panel.start + '10月22日',
      END,
      panel.perMonth('HK$88'),
      '12月22日 18:00　HK$88',
      panel.auto('PayPal'),
      keepUnits(panel.extraOf('60', '24')),
      CHARGE_TIMES,
    ])
      expect(content()).toContain(said)
    expect(linkOf(panel.replace)).toBe('#/monthlyfee?change=payment')
    expect(linkOf(panel.cancel)).toBe('#/setup/cancelmonfee')
    expect(screen.queryByText(panel.change)).toBeNull()
  })

  test('a plan without credits, as a telecom partner gives it, speaks of none', async () => {
    const held = subscriptionWith({ extraCredits: 0, creditsLeft: 0 })
    const { unmount } = await renderAccount('panel', held)
    await screen.findByText(panel.states.active)
    expect(content()).not.toContain('點')
    unmount()
    const { nextChargeAt: _, ...late } = { ...held, state: 'past_due' as const, entitledUntil: '2026-12-27T16:00:00Z' }
    const { unmount: leave } = await renderAccount('panel', late)
    expect(await screen.findByText(panel.waitingPlays('12月27日 23:59'))).toBeTruthy()
    expect(content()).not.toContain('點')
    leave()
    await renderAccount('cancel', held)
    await screen.findByText(plans.cancel.noRefund)
    expect(content()).not.toContain('點')
  })

  test('a trial says so', async () => {
    await renderAccount('panel', subscriptionWith({ state: 'trial' }))
    expect(await screen.findByText(panel.states.trial)).toBeTruthy()
  })

  test('another plan on sale can be changed to', async () => {
    await renderAccount('panel', subscriptionWith({ planId: 'promotional-pass', amount: 4_800 }))
    await screen.findByText(panel.change)
    expect(linkOf(panel.change)).toBe('#/monthlyfee?change=entertainment-pass')
  })

  test('the plan of the next cycle is said, with what it will charge', async () => {
    const nextPlan = { planId: 'promotional-pass', planName: '優惠通行證', amount: 4_800 }
    await renderAccount('panel', subscriptionWith({ nextPlan }))
    await screen.findByText(panel.states.active)
    expect(content()).toContain(`優惠通行證　${panel.perMonth('HK$48')}`)
    expect(content()).toContain('12月22日 18:00　HK$48')
  })

  test('prepaid months are not renewed, cannot be cancelled, and queue', async () => {
    await renderAccount('panel', { ...prepaidSubscription(), queuedMonths: 2, entitledUntil: '2027-02-22T16:00:00Z' })
    expect(await screen.findByText(panel.prepaid)).toBeTruthy()
    expect(screen.getByText(panel.prepaidEnd).nextElementSibling?.textContent).toBe('2027年2月22日 23:59')
    expect(screen.queryByText(panel.end)).toBeNull()
    expect(content()).toContain('2027年2月22日 23:59')
    expect(content()).not.toContain(END)
    expect(screen.getByText(panel.states.active)).toBeTruthy()
    expect(content()).toContain(panel.noCharge)
    expect(content()).toContain(keepUnits(panel.months('2')))
    expect(screen.queryByRole('link', { name: panel.cancel })).toBeNull()
    expect(linkOf(panel.extend)).toBe('#/monthlyfee?change=payment')
  })

  test('a failed renewal says until when titles play, can be tried again and paid otherwise', async () => {
    const failed = subscriptionWith(FAILED_RENEWAL)
    const { user, call } = await renderAccount('panel', failed, {
      answer: () => ({ status: 'paid', subscription: subscriptionWith() }),
    })
    const failure = within(await screen.findByRole('region', { name: panel.failedTitle }))
    expect(failure.getByText(panel.failedTitle)).toBeTruthy()
    for (const said of [
      panel.failedAt('12月23日 10:00'),
      panel.nextTry('12月24日 10:00'),
      panel.plays('12月27日 23:59'),
    ])
      expect(content()).toContain(said)
    expect(linkOf(panel.replace)).toBe('#/monthlyfee?change=payment')
    await user.click(failure.getByRole('button', { name: panel.retry }))
    expect(call.mock.calls).toEqual([[retryRenewal, {}]])
    await waitFor(() => expect(screen.queryByText(panel.failedTitle)).toBeNull())
    expect(toastStore.get().toast?.text).toBe(panel.retried.paid)
  })

  test('PayPal retries automatically: there is no button that it would refuse', async () => {
    const { nextTryAt: _, ...failure } = FAILED_RENEWAL.failure
    const { nextChargeAt: __, ...held } = subscriptionWith({ ...FAILED_RENEWAL, provider: 'paypal', failure })
    await renderAccount('panel', held)
    const shown = within(await screen.findByRole('region', { name: panel.failedTitle }))
    expect(shown.getByText(panel.triesAgain('PayPal'))).toBeTruthy()
    expect(shown.queryByRole('button')).toBeNull()
    expect(linkOf(panel.replace)).toBe('#/monthlyfee?change=payment')
    expect(content()).not.toContain(panel.noCharge)
  })

  test('a charge that is only late has not failed', async () => {
    const { nextChargeAt: _, ...held } = subscriptionWith({
      state: 'past_due',
      entitledUntil: '2026-12-27T16:00:00Z',
    })
    await renderAccount('panel', held)
    expect(await screen.findByText(panel.waiting('PayPal'))).toBeTruthy()
    expect(screen.getByText(panel.waitingText('12月27日 23:59'))).toBeTruthy()
    for (const said of [panel.states.past_due, panel.failedTitle, panel.retry, panel.noCharge])
      expect(content()).not.toContain(said)
  })

  test('a try that fails again leaves the failure', async () => {
    const failed = subscriptionWith(FAILED_RENEWAL)
    const { user } = await renderAccount('panel', failed, {
      answer: () => ({ status: 'failed', subscription: failed }),
    })
    await user.click(await screen.findByRole('button', { name: panel.retry }))
    expect(toastStore.get().toast?.text).toBe(panel.retried.other)
    expect(screen.getByText(panel.failedTitle)).toBeTruthy()
  })

  test('a cancelled plan says when it ends, and can be kept', async () => {
    const { user, call } = await renderAccount('panel', cancelledSubscription(), {
      answer: () => ({ endsAt: '', voidedCredits: 0, subscription: subscriptionWith() }),
    })
    expect(await screen.findByText(panel.cancelling(END))).toBeTruthy()
    expect(content()).toContain(panel.noCharge)
    await user.click(screen.getByRole('button', { name: panel.undo }))
    expect(call.mock.calls).toEqual([[terminateRecurringPayment, { undo: true }]])
    expect(await screen.findByText(panel.states.active)).toBeTruthy()
  })

  test('a cancelled plan that is paid beyond its cycle says that end', async () => {
    await renderAccount('panel', cancelledSubscription(PAID_AHEAD))
    expect(await screen.findByText(panel.cancelling(LATER_END))).toBeTruthy()
  })

  test.each([
    ['without a plan', null, panel.subscribe],
    ['after a plan', subscriptionWith({ state: 'ended' }), panel.again],
  ])('%s it leads to the plans', async (_, subscription, way) => {
    await renderAccount('panel', subscription)
    await screen.findByText(panel.none)
    expect(linkOf(way)).toBe('#/monthlyfee')
  })

  test('a telecom partner’s member, who cannot buy it, is not offered it', async () => {
    logInMember('hgc')
    await renderAccount('panel', null, { account: accountOf('hgc') })
    await screen.findByText(plans.card.refusals.TELECOM_PARTNER.text)
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('a failure says so', async () => {
    await renderAccount('panel', refusedRead('UNAVAILABLE'))
    expect(await screen.findByText(panel.failed)).toBeTruthy()
  })
})

describe('cancelling', () => {
  test('says what ends and what is voided first, with the button that cancels; then it can be undone', async () => {
    const { user, call } = await renderAccount('cancel', subscriptionWith(), {
      answer: () =>
        call.mock.calls.length > 1
          ? { endsAt: '', voidedCredits: 0, subscription: subscriptionWith() }
          : { endsAt: '2026-12-22T16:00:00Z', voidedCredits: 24, subscription: cancelledSubscription() },
    })
    await screen.findByText(cancel.ends(END))
    for (const said of [cancel.voided('24'), cancel.kept, cancel.noRefund, cancel.undoable('12月22日 18:00')])
      expect(content()).toContain(said)
    // Who cancels is not told when the next month is charged.
    expect(content()).not.toContain(CHARGE_TIMES)
    expect(call).not.toHaveBeenCalled()
    expect(screen.getByRole('heading', { name: cancel.title })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: cancel.confirm }))
    expect(call.mock.calls).toEqual([[terminateRecurringPayment, { merchantAgreementId: 'AG1' }]])
    expect(await screen.findByText(cancel.done(END))).toBeTruthy()
    expect(content()).toContain(cancel.doneVoided('24'))
    expect(screen.getByRole('heading', { name: cancel.doneTitle })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: cancel.title })).toBeNull()
    await user.click(screen.getByRole('button', { name: cancel.undo }))
    expect(call.mock.calls[1]).toEqual([terminateRecurringPayment, { undo: true }])
    expect(await screen.findByText(cancel.ends(END))).toBeTruthy()
  })

  test('a provider that does not confirm leaves everything, and says so', async () => {
    const { user } = await renderAccount('cancel', subscriptionWith(), {
      answer: () => ({ result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'server: UNAVAILABLE' }),
    })
    await user.click(await screen.findByRole('button', { name: cancel.confirm }))
    expect(await screen.findByText('server: UNAVAILABLE')).toBeTruthy()
    expect(screen.queryByText(cancel.doneTitle)).toBeNull()
  })

  test('a plan that is paid beyond its cycle ends with what is paid', async () => {
    await renderAccount('cancel', subscriptionWith({ ...PAID_AHEAD, nextChargeAt: '2027-01-22T10:00:00Z' }))
    await screen.findByText(cancel.ends(LATER_END))
    expect(screen.getByText(cancel.undoable('2027年1月22日 18:00'))).toBeTruthy()
  })

  test('a cancelled plan that is paid beyond its cycle says that end, also after a reload', async () => {
    await renderAccount('cancel', cancelledSubscription(PAID_AHEAD))
    expect(await screen.findByText(cancel.done(LATER_END))).toBeTruthy()
  })

  test('a plan whose charge failed before the end of its cycle lasts until that end', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-22T12:00:00Z') })
    await renderAccount('cancel', subscriptionWith(FAILED_RENEWAL))
    expect(await screen.findByText(cancel.ends(END))).toBeTruthy()
    expect(screen.queryByText(cancel.endsNow)).toBeNull()
  })

  test('a plan whose renewal failed ends at once, which is said', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-23T12:00:00Z') })
    await renderAccount('cancel', subscriptionWith(FAILED_RENEWAL))
    expect(await screen.findByText(cancel.endsNow)).toBeTruthy()
    expect(screen.queryByText(cancel.undoable(END))).toBeNull()
  })

  test('a free month is cancelled without a word of fees that were paid', async () => {
    await renderAccount('cancel', subscriptionWith({ state: 'trial' }))
    expect(await screen.findByText(cancel.noCharge)).toBeTruthy()
    expect(screen.queryByText(cancel.noRefund)).toBeNull()
  })

  test('a cancelled plan is shown as such, also after a reload', async () => {
    await renderAccount('cancel', cancelledSubscription())
    expect(await screen.findByText(cancel.done(END))).toBeTruthy()
    expect(screen.getByRole('button', { name: cancel.undo })).toBeTruthy()
  })

  test('prepaid months are explained instead', async () => {
    await renderAccount('cancel', prepaidSubscription())
    expect(await screen.findByText(cancel.prepaidText(END))).toBeTruthy()
    expect(screen.queryByRole('button', { name: cancel.confirm })).toBeNull()
  })

  test('without a plan there is nothing to cancel', async () => {
    await renderAccount('cancel', null)
    expect(await screen.findByText(cancel.none)).toBeTruthy()
  })
})

test('beside the wallet the panel has only until when the plan lasts, and what is charged next and how', async () => {
  await renderWeb(<PlanPanel brief />, {
    reads: [
      [subscriptionDetail, { subscription: subscriptionWith() }],
      [getSubscribableMonthlyPlanWeb, { planList: [planOnSale()] }],
    ],
  })
  await screen.findByText(panel.end)
  for (const shown of [panel.nextCharge, panel.provider]) expect(screen.getByText(shown)).toBeTruthy()
  for (const left of [panel.start, panel.price, panel.extra]) expect(screen.queryByText(left)).toBeNull()
})
