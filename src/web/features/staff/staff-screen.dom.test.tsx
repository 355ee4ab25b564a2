import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkStaffPlan, saveStaffPlanStatus } from '#contract/staff.ts'
import { staff as text } from '#text/zh_HK/staff.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { planOnSale } from '../../../../test/support/plans-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { StaffScreen } from './staff-screen.tsx'

const staffPlan = (change: Parameters<typeof planOnSale>[0] = {}) =>
  planOnSale({
    planId: 'staff',
    name: '員工通行證',
    amount: 0,
    trialMonths: 0,
    providers: ['paypal', 'wechat'],
    ...change,
  })
const checked = (...planList: object[]) => ({ result: 'SUCCESS', staffToken: 'token-1', planList })
const FREE = { result: 'SUCCESS', planEnd: '2026-12-22T16:00:00Z' }
const expiresAt = new Date(Date.now() + 300_000).toISOString()
const PAID = {
  result: 'SUCCESS',
  outTradeNo: 'HB1',
  nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt },
}
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  assign.mockClear()
  loginPrompt.close()
  vi.stubGlobal('location', { ...location, origin: 'https://harbour.example', href: location.href, assign })
})
afterEach(() => vi.unstubAllGlobals())

const renderScreen = ({ path = '/sun-staff', check = checked(staffPlan()) as object, take = FREE as object } = {}) =>
  renderWeb(<StaffScreen PaymentDialog={({ payment }) => <p>{`pay ${payment.outTradeNo}`}</p>} />, {
    path,
    answer: (endpoint) => (endpoint === checkStaffPlan ? check : take),
  })

const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function renderChecked(given: Parameters<typeof renderScreen>[0] = {}) {
  const view = await renderScreen(given)
  await view.user.type(screen.getByRole('textbox', { name: text.company }), 'Sun Co')
  await view.user.type(screen.getByRole('textbox', { name: text.number }), 'A1')
  await view.user.click(button(text.check))
  return view
}

test('SPEC 5: company and staff number are required', async () => {
  const { user, call } = await renderScreen()
  await user.click(button(text.check))
  expect(screen.getByText(text.companyMissing)).toBeTruthy()
  expect(screen.getByText(text.numberMissing)).toBeTruthy()
  expect(call).not.toHaveBeenCalled()
})

test('an unknown company or number is said alike', async () => {
  await renderChecked({ check: refusal('NOT_FOUND') })
  expect(screen.getByRole('alert').textContent).toBe(text.notFound)
})

test('after too many tries the button says how long to wait', async () => {
  await renderChecked({ check: refusal('TOO_MANY_TRIES', { retryAfter: 600 }) })
  expect(button(/後可再試$/u).hasAttribute('disabled')).toBe(true)
})

describe('a member', () => {
  beforeEach(() => logInMember())

  test('takes a free plan at once', async () => {
    const { user, call } = await renderChecked()
    expect(call.mock.calls[0]).toEqual([checkStaffPlan, { companyName: 'Sun Co', staffNumber: 'A1' }])
    await user.click(button(text.take))
    expect(call.mock.calls[1]).toMatchObject([saveStaffPlanStatus, { staffToken: 'token-1', planId: 'staff' }])
    expect(await screen.findByText(text.done.kicker)).toBeTruthy()
    expect(screen.getByText('2026年12月22日 23:59')).toBeTruthy()
  })

  test('pays for a plan with a price, by a kind of their choice', async () => {
    const check = checked(staffPlan({ amount: 4_800 }))
    const { user, call } = await renderChecked({ check, take: PAID })
    await user.click(screen.getByRole('radio', { name: text.providers.wechat }))
    expect(button(new RegExp(`^${text.pay}`, 'u')).textContent).toContain('HK$48')
    await user.click(button(new RegExp(`^${text.pay}`, 'u')))
    expect(call.mock.calls[1]?.[1]).toMatchObject({
      provider: 'wechat',
      continueURL: 'https://harbour.example/#/sun-staff?return=1',
    })
    expect(assign.mock.calls).toEqual([['https://pay.example/1']])
  })

  test.each([
    [['paypal', 'crypto'], 'paypal'],
    [['paypal', 'wechat', 'crypto'], 'wechat'],
  ] as const)('of %j, %s is chosen at first', async (providers, first) => {
    await renderChecked({ check: checked(staffPlan({ amount: 4_800, providers: [...providers] })) })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: text.providers[first] }).checked).toBe(true)
  })

  test('on the page for WeChat pays by WeChat Pay', async () => {
    const check = checked(staffPlan({ amount: 4_800 }))
    const { user, call } = await renderChecked({ path: '/sun-staff-wechat', check, take: PAID })
    expect(screen.queryByRole('radio', { name: text.providers.paypal })).toBeNull()
    await user.click(button(new RegExp(`^${text.pay}`, 'u')))
    expect(call.mock.calls[1]?.[1]).toMatchObject({ provider: 'wechat' })
  })

  test('is told where WeChat Pay is not configured', async () => {
    const check = checked(staffPlan({ amount: 4_800, providers: ['paypal'] }))
    await renderChecked({ path: '/sun-staff-wechat', check })
    expect(screen.getByText(text.noWechat)).toBeTruthy()
    expect(button(new RegExp(`^${text.pay}`, 'u')).hasAttribute('disabled')).toBe(true)
  })

  test('who has a plan already is told so', async () => {
    await renderChecked({ check: checked(staffPlan({ eligible: false, reason: 'HAS_PLAN' })) })
    expect(screen.getByText(text.refused.HAS_PLAN)).toBeTruthy()
    expect(button(text.take).hasAttribute('disabled')).toBe(true)
  })

  test('checks again when the check is too old', async () => {
    const { user } = await renderChecked({ take: refusal('CODE_EXPIRED') })
    await user.click(button(text.take))
    expect(await screen.findByText(text.expired)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: text.number }).value).toBe('A1')
  })

  test('is told that a payment did not start', async () => {
    const take = refusal('PAYMENT_NOT_STARTED', { message: text.notStarted })
    const { user } = await renderChecked({ check: checked(staffPlan({ amount: 4_800 })), take })
    await user.click(button(new RegExp(`^${text.pay}`, 'u')))
    expect(screen.getByRole('alert').textContent).toBe(text.notStarted)
  })

  test('comes back from the provider to the result of the order', async () => {
    rememberPayment({ outTradeNo: 'HB1' })
    const { at } = await renderScreen({ path: '/sun-staff?return=1' })
    expect(at.current).toBe('/subscription-result?outTradeNo=HB1')
  })
})

test('a visitor is asked to log in, and is checked again after it', async () => {
  const { user, call, unmount } = await renderChecked()
  await user.click(button(text.take))
  expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/sun-staff' })
  expect(call).toHaveBeenCalledOnce()
  unmount()
  logInMember()
  const back = await renderScreen()
  expect(await screen.findByRole('button', { name: text.take })).toBeTruthy()
  expect(back.call.mock.calls).toEqual([[checkStaffPlan, { companyName: 'Sun Co', staffNumber: 'A1' }]])
})
