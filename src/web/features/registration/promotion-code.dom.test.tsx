import { typeBirthday } from '../../../../test/support/field-error.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { checkVerificationCode, register, register3, registerByPromotion } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { codes } from '#text/zh_HK/codes.ts'
import { registration as text } from '#text/zh_HK/registration.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { CODE, grantOf, refusal } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { RegistrationScreen } from './registration-screen.tsx'

const OPENED = {
  result: 'SUCCESS',
  token: 'token',
  userId: 'u1',
  partner: 'anyplex',
  expiresAt: '2027-01-01T00:00:00Z',
}

afterEach(() => localStorage.clear())

/** At step 3, with the details filled in. */
async function fillDetails(promoted: object = { ...OPENED, grants: [grantOf()] }) {
  const answers = new Map<Endpoint, object>([
    [register, { result: 'SUCCESS', waitSeconds: 180 }],
    [checkVerificationCode, { result: 'SUCCESS', verificationToken: 'verified', expiresAt: '2027-01-01T00:00:00Z' }],
    [register3, OPENED],
    [registerByPromotion, promoted],
  ])
  const view = await renderWeb(<RegistrationScreen />, {
    path: '/category/registration',
    answer: (endpoint) => answers.get(endpoint) ?? { result: 'SUCCESS' },
  })
  const { user } = view
  await user.type(screen.getByRole('textbox', { name: text.numbers.mobile }), '61234567')
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  await user.click(screen.getByRole('button', { name: text.next }))
  await user.type(await screen.findByLabelText(text.numbers.code), '123456')
  await user.type(await screen.findByRole('textbox', { name: text.details.name }), '陳大文')
  await user.type(screen.getByRole('textbox', { name: text.details.email }), 'tai@example.com')
  await typeBirthday(user, '1990-05-12')
  await user.click(screen.getByRole('radio', { name: text.details.genders.female }))
  const submit = () => user.click(screen.getByRole('button', { name: text.details.submit }))
  const enter = async () => {
    await user.click(screen.getByRole('button', { name: text.details.havePromotion }))
    await user.type(screen.getByRole('textbox', { name: text.details.promotion }), CODE.typed)
  }
  return { ...view, submit, enter }
}

test('without a promotion code the account is made as ever, and no field is in the way', async () => {
  const { call, at, submit } = await fillDetails()
  expect(screen.queryByRole('textbox', { name: text.details.promotion })).toBeNull()
  await submit()
  expect(call.mock.calls.at(-1)?.[0]).toBe(register3)
  expect(at.current).toBe('/profiles')
})

test('with one, what it gave is shown before the profiles', async () => {
  const { user, call, at, submit, enter } = await fillDetails()
  await enter()
  await submit()
  expect(call.mock.calls.at(-1)).toMatchObject([registerByPromotion, { promotionCode: CODE.sent, name: '陳大文' }])
  expect(await screen.findByRole('heading', { name: text.granted.title })).toBeTruthy()
  expect(screen.getByText(codes.amount.credits('200'))).toBeTruthy()
  expect(readSession().token).toBe('token')
  await user.click(screen.getByRole('button', { name: text.granted.next }))
  expect(at.current).toBe('/profiles')
})

test.each([
  ['a wrong one', refusal('INVALID_INPUT', { fields: { promotionCode: '兌換碼不正確。' } }), '兌換碼不正確。'],
  ['a used one', refusal('CODE_USED'), 'server: CODE_USED'],
])('%s is said at its field, and no account is made', async (_, answer, sentence) => {
  const { submit, enter } = await fillDetails(answer)
  await enter()
  await submit()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: text.details.promotion }).getAttribute('aria-invalid')).toBe('true')
  expect(readSession().token).toBeUndefined()
})
