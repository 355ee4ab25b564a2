import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resetPassword } from '#contract/accounts.ts'
import { login as loginCall } from '#contract/sessions.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { errors } from '#text/zh_HK/viewer.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { login as text } from '#text/zh_HK/login.ts'
import { rememberSentCode } from '#web/viewer/account/sent-sms-code.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { refusal } from '../../../../test/support/codes-web.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ForgetScreen } from './forget-screen.tsx'
import { LoginScreen } from './login-screen.tsx'

const { numbers, forget } = text
const NUMBER = '61234567'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

describe('SPEC 5, the login', () => {
  async function logIn({ mobileno = NUMBER, password = '840271', answer = {} } = {}) {
    const view = await renderWeb(<LoginScreen />, { path: '/login', answer: () => answer })
    if (mobileno) await view.user.type(await screen.findByRole('textbox', { name: numbers.mobile }), mobileno)
    if (password) await view.user.type(screen.getByLabelText(text.password), password)
    await view.user.click(screen.getByRole('button', { name: text.submit }))
    return view
  }

  test.each([
    ['a number', { mobileno: '' }, numbers.mobile, fields.missing],
    ['a valid number', { mobileno: '6123' }, numbers.mobile, fieldRules.LOGIN_ID],
    ['a password', { password: '' }, text.password, fields.missing],
  ])('needs %s', async (_, typed, label, sentence) => {
    const { call } = await logIn(typed)
    await expectFieldError(label, sentence)
    expect(call).not.toHaveBeenCalled()
  })

  test('is to Hong Kong or Macau, Hong Kong unless another is chosen', async () => {
    await renderWeb(<LoginScreen />, { path: '/login' })
    const regions = within(await screen.findByRole('group', { name: numbers.region })).getAllByRole('radio')
    expect(regions.map((one) => (one as HTMLInputElement).value)).toEqual(['852', '853'])
    expect(regions.map((one) => (one as HTMLInputElement).checked)).toEqual([true, false])
  })

  test('SPEC 8: one that failed says at the password what the server says, and stores nothing', async () => {
    const { call } = await logIn({ answer: refusal('WRONG_CREDENTIALS') })
    await expectFieldError(text.password, 'server: WRONG_CREDENTIALS')
    expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([loginCall])
    expect(readSession().token).toBeUndefined()
  })
})

test('SPEC 8: without a network the form says so, and keeps what was typed', async () => {
  const network = { result: 'FAILED', errorCode: 'NETWORK', message: errors.network }
  const { user } = await renderWeb(<LoginScreen />, { path: '/login', answer: () => network })
  await user.type(await screen.findByRole('textbox', { name: numbers.mobile }), NUMBER)
  await user.type(screen.getByLabelText(text.password), '840271')
  await user.click(screen.getByRole('button', { name: text.submit }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(errors.network))
  expect(screen.getByLabelText<HTMLInputElement>(text.password).value).toBe('840271')
})

describe('SPEC 5, a forgotten password', () => {
  interface Typed {
    code?: string
    next?: string
    again?: string
    answer?: object
  }

  async function reset({ code = '123456', next = '840271', again = next, answer = {} }: Typed) {
    rememberSentCode('reset', { mobileno: NUMBER, areaCode: '852', until: Date.now() + 60_000 })
    const view = await renderWeb(<ForgetScreen />, { path: '/forget?step=2', answer: () => answer })
    if (code) await view.user.type(await screen.findByLabelText(numbers.code), code)
    if (next) await view.user.type(screen.getByLabelText(forget.newPassword), next)
    if (again) await view.user.type(screen.getByLabelText(forget.confirmPassword), again)
    await view.user.click(screen.getByRole('button', { name: forget.submit }))
    return view
  }

  test('a new code may be sent after 60 s; after three minutes the screen offers to go back and re-enter the account', async () => {
    const sentAt = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: sentAt })
    rememberSentCode('reset', { mobileno: NUMBER, areaCode: '852', until: sentAt + 60_000 })
    const { user } = await renderWeb(<ForgetScreen />, { path: '/forget?step=2' })
    const again = () => screen.getByRole<HTMLButtonElement>('button', { name: numbers.resend })
    const shows = async (sentence: string) => expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
    await shows(numbers.wait)
    expect(again().disabled).toBe(true)
    for (const seconds of [60, 179]) {
      vi.setSystemTime(sentAt + seconds * 1000)
      await shows(numbers.waitOver)
      expect([again().disabled, screen.queryAllByText(numbers.waitLate)]).toEqual([false, []])
    }
    vi.setSystemTime(sentAt + 180_000)
    await shows(numbers.waitLate)
    expect(again().disabled).toBe(false)
    await user.click(screen.getByRole('button', { name: forget.again }))
    expect(await screen.findByRole('textbox', { name: numbers.mobile })).toBeTruthy()
  })

  test.each([
    ['a number', numbers.mobile, fields.missing, ''],
    ['a number of eight digits', numbers.mobile, fieldRules.MOBILE, '612345'],
  ])('needs %s', async (_, label, sentence, typed) => {
    const { user, call } = await renderWeb(<ForgetScreen />, { path: '/forget' })
    if (typed) await user.type(await screen.findByRole('textbox', { name: label }), typed)
    await user.click(await screen.findByRole('button', { name: forget.send }))
    await expectFieldError(label, sentence)
    expect(call).not.toHaveBeenCalled()
  })

  test.each([
    ['the code', { code: '' }, numbers.code, fields.missing],
    ['all of the code', { code: '123' }, numbers.code, fieldRules.SMS_CODE],
    ['a new password', { next: '', again: '1' }, forget.newPassword, fields.missing],
    ['six digits', { next: '12a' }, forget.newPassword, fieldRules.PASSWORD],
    ['it twice', { again: '' }, forget.confirmPassword, fields.missing],
    ['the same twice', { again: '840272' }, forget.confirmPassword, fieldRules.PASSWORDS_DIFFER],
  ])('needs %s', async (_, typed, label, sentence) => {
    const { call } = await reset(typed)
    await expectFieldError(label, sentence)
    expect(call).not.toHaveBeenCalled()
  })

  test('SPEC 8: a wrong code is said at the code, which is entered again', async () => {
    const { call, user } = await reset({ answer: refusal('WRONG_CODE') })
    await expectFieldError(numbers.code, 'server: WRONG_CODE')
    expect(document.activeElement).toBe(screen.getByLabelText(numbers.code))
    await user.clear(screen.getByLabelText(numbers.code))
    await user.type(screen.getByLabelText(numbers.code), '654321')
    await user.click(screen.getByRole('button', { name: forget.submit }))
    expect(call.mock.calls.at(-1)).toMatchObject([resetPassword, { code: '654321' }])
  })
})
