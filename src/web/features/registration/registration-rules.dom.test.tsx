import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkVerificationCode, register, register3 } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { registration as text } from '#text/zh_HK/registration.ts'
import { refusal } from '../../../../test/support/codes-web.ts'
import { descriptionOf, expectFieldError, typeBirthday } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { storePendingAction } from '#web/viewer/session/pending-action.ts'
import { RegistrationScreen } from './registration-screen.tsx'

const { numbers, number, details } = text
const { day } = fields
const VERIFIED = { result: 'SUCCESS', verificationToken: 'verified', expiresAt: '2099-01-01T00:00:00Z' }

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

/** Fills in the first step. */
async function open({ mobileno = '61234567', without = '', checked = VERIFIED as object, waitSeconds = 180 } = {}) {
  const answers = new Map<Endpoint, object>([
    [register, { result: 'SUCCESS', waitSeconds }],
    [checkVerificationCode, checked],
  ])
  const view = await renderWeb(<RegistrationScreen />, {
    path: '/category/registration',
    answer: (endpoint) => answers.get(endpoint) ?? { result: 'SUCCESS' },
  })
  const { user } = view
  if (mobileno) await user.type(await screen.findByRole('textbox', { name: numbers.mobile }), mobileno)
  for (const name of [number.terms, number.privacy])
    if (name !== without) await user.click(await screen.findByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: text.next }))
  return view
}

test('says to which title it goes on', async () => {
  storePendingAction({ kind: 'play', to: '#/play?programId=pier', title: '碼頭' }, '/search?programId=pier')
  await renderWeb(<RegistrationScreen />, { path: '/category/registration' })
  await screen.findByRole('heading', { name: number.title })
  expect(document.body.textContent).toContain(number.resumesTitle('碼頭'))
})

test.each([
  ['with something that was wanted before, says that it goes on there', true],
  ['without it, promises nothing', false],
])('%s', async (_, isWanted) => {
  if (isWanted) storePendingAction({ kind: 'play', to: '#/play?programId=pier' }, '/search?programId=pier')
  await renderWeb(<RegistrationScreen />, { path: '/category/registration' })
  await screen.findByRole('heading', { name: number.title })
  expect(document.body.textContent.includes(number.resumes)).toBe(isWanted)
})

describe('SPEC 5, registration', () => {
  test.each([
    ['a mobile number', { mobileno: '' }, numbers.mobile, fields.missing],
    ['one of eight digits', { mobileno: '612345' }, numbers.mobile, fieldRules.MOBILE],
    ['agreement to the terms', { without: number.terms }, number.terms, number.termsMissing],
    ['agreement to the privacy statement', { without: number.privacy }, number.privacy, number.privacyMissing],
  ])('needs %s', async (_, typed, label, sentence) => {
    const { call } = await open(typed)
    await expectFieldError(label, sentence)
    expect(call).not.toHaveBeenCalled()
  })

  test('SPEC 8: a wrong verification code is said at its field, which is empty for the next try', async () => {
    const { user, call } = await open({ checked: refusal('WRONG_CODE', { triesLeft: 2 }) })
    await user.type(await screen.findByLabelText(numbers.code), '123456')
    await expectFieldError(numbers.code, 'server: WRONG_CODE')
    const input = screen.getByLabelText<HTMLInputElement>(numbers.code)
    expect([input.value, document.activeElement]).toEqual(['', input])
    await user.type(input, '654321')
    expect(call.mock.calls.at(-1)).toMatchObject([checkVerificationCode, { code: '654321' }])
  })

  test('a click that comes after the code was refused leaves the reason at its field, until something is typed', async () => {
    const { user, call } = await open({ checked: refusal('WRONG_CODE', { triesLeft: 2 }) })
    await user.type(await screen.findByLabelText(numbers.code), '123456')
    await expectFieldError(numbers.code, 'server: WRONG_CODE')
    await user.click(screen.getByRole('button', { name: text.next }))
    await expectFieldError(numbers.code, 'server: WRONG_CODE')
    expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([register, checkVerificationCode])
    await user.type(screen.getByLabelText(numbers.code), '1')
    expect(screen.queryByText('server: WRONG_CODE')).toBeNull()
  })

  test('a new code may be sent after 60 s; after three minutes the screen offers to go back and re-enter the account', async () => {
    const sentAt = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: sentAt })
    const { user } = await open({ waitSeconds: 60 })
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
    await user.click(screen.getByRole('button', { name: numbers.change }))
    expect(await screen.findByRole('textbox', { name: numbers.mobile })).toBeTruthy()
  })

  test('a code that is not complete is not checked', async () => {
    const { user, call } = await open()
    await user.type(await screen.findByLabelText(numbers.code), '123')
    await user.click(screen.getByRole('button', { name: text.next }))
    await expectFieldError(numbers.code, fieldRules.SMS_CODE)
    expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([register])
  })

  const PERSON = { name: '陳大文', email: 'tai@example.com', birthday: '1990-05-12', gender: true }
  const labels = { name: details.name, email: details.email }

  async function enter(change: Partial<typeof PERSON>) {
    const view = await open()
    await view.user.type(await screen.findByLabelText(numbers.code), '123456')
    await screen.findByRole('textbox', { name: details.name })
    const person = { ...PERSON, ...change }
    for (const name of ['name', 'email'] as const)
      if (person[name]) await view.user.type(screen.getByLabelText(labels[name]), person[name])
    if (person.birthday) await typeBirthday(view.user, person.birthday)
    if (person.gender) await view.user.click(screen.getByRole('radio', { name: details.genders.female }))
    await view.user.click(screen.getByRole('button', { name: details.submit }))
    return view.call.mock.calls.map(([endpoint]) => endpoint)
  }

  test.each([
    ['a name', { name: '' }, details.name, fields.missing],
    ['an e-mail address', { email: '' }, details.email, fields.missing],
    ['a valid e-mail address', { email: 'tai@' }, details.email, fieldRules.EMAIL],
    ['a birthday', { birthday: '' }, details.birthday, fields.missing],
    ['a birthday like 2000-01-01', { birthday: '1990-13-12' }, details.birthday, day.wrong.month],
    ['a gender', { gender: false }, details.gender, fields.unchosen],
  ])('needs %s', async (_, change, label, sentence) => {
    expect(await enter(change)).not.toContain(register3)
    await expectFieldError(label, sentence)
  })

  test.each([
    ['a month 13', '1990-13-05', 'birthday-month'],
    ['a 30 February', '1990-02-30', 'birthday-day'],
    ['a year of two digits', '90-02-03', 'birthday'],
  ])('the box of %s alone is marked, and takes the focus', async (_, birthday, box) => {
    await enter({ birthday })
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(box))
    const marked = [...document.querySelectorAll('[aria-invalid="true"]')].map((input) => input.getAttribute('name'))
    expect(marked).toEqual([box])
  })

  test('asks for nothing but what SPEC names, and says why', async () => {
    const asked = () => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      return [...new Set(inputs.map(({ name }) => name))]
    }
    const { user, unmount } = await open({ mobileno: '', without: number.terms })
    expect(asked()).toEqual(['areaCode', 'mobileno', 'agreeTerms', 'agreePrivacy'])
    expect(screen.getByText(number.text)).toBeTruthy()
    unmount()
    await open()
    const code = await screen.findByLabelText(numbers.code)
    expect(asked()).toEqual(['code'])
    expect(document.body.textContent).toContain(numbers.codeSentTo)
    await user.type(code, '123456')
    await user.click(await screen.findByRole('button', { name: details.havePromotion }))
    const reasons = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].map((input) => [
      input.name,
      descriptionOf(input.type === 'radio' ? input.closest('fieldset')! : input),
    ])
    expect(reasons).toEqual([
      ['name', details.nameHint],
      ['email', details.emailHint],
      ...['birthday', 'birthday-month', 'birthday-day'].map((name) => [name, day.why(details.birthdayWhy)]),
      ['gender', details.genderHint],
      ['gender', details.genderHint],
      ['agreeMarketing', details.marketingHint],
      ['promotionCode', details.promotionHint],
    ])
  })

  test('a reload keeps what was entered and the verified number, until the account is made', async () => {
    const before = await open()
    await before.user.type(await screen.findByLabelText(numbers.code), '123456')
    await before.user.type(await screen.findByLabelText(details.name), PERSON.name)
    await typeBirthday(before.user, PERSON.birthday)
    before.unmount()
    const { user, call } = await renderWeb(<RegistrationScreen />, {
      path: '/category/registration?step=3',
      answer: () => ({ result: 'SUCCESS', token: 't' }),
    })
    expect((await screen.findByLabelText<HTMLInputElement>(details.name)).value).toBe(PERSON.name)
    await user.type(screen.getByLabelText(details.email), PERSON.email)
    await user.click(screen.getByRole('radio', { name: details.genders.female }))
    await user.click(screen.getByRole('button', { name: details.submit }))
    await waitFor(() => expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([register3]))
    expect(call.mock.calls[0]![1]).toMatchObject({ verificationToken: 'verified', birthday: PERSON.birthday })
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/verified|陳大文/))
  })

  test('what was entered for another number is not shown', async () => {
    const before = await open()
    await before.user.type(await screen.findByLabelText(numbers.code), '123456')
    await before.user.type(await screen.findByLabelText(details.name), PERSON.name)
    before.unmount()
    sessionStorage.removeItem('harbour.sentCode.registration')
    const { user } = await open({ mobileno: '69999999' })
    await user.type(await screen.findByLabelText(numbers.code), '123456')
    expect((await screen.findByLabelText<HTMLInputElement>(details.name)).value).toBe('')
  })

  test('needs no consent to direct marketing', async () => {
    expect(await enter({})).toContain(register3)
  })
})
