import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '#text/zh_HK/accounts.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { refusal } from '../../../../test/support/codes-web.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ChangePwdScreen } from './change-pwd-screen.tsx'

const { password: text } = account

test('a password that is too short is said once, also where the hint has the same words', async () => {
  const { user, call } = await renderWeb(<ChangePwdScreen />)
  await user.type(await screen.findByLabelText(text.current), '840271')
  await user.type(screen.getByLabelText(text.next), '12345')
  await user.type(screen.getByLabelText(text.confirm), '12345')
  await user.click(screen.getByRole('button', { name: text.submit }))
  expect(await screen.findAllByText(fieldRules.PASSWORD)).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByLabelText(text.next))
  expect(call).not.toHaveBeenCalled()
})

interface Typed {
  current?: string
  next?: string
  again?: string
  answer?: object
}

async function change({ current = '840271', next = '513972', again = next, answer = {} }: Typed) {
  const view = await renderWeb(<ChangePwdScreen />, { answer: () => answer })
  await screen.findByLabelText(text.current)
  const typed = { [text.current]: current, [text.next]: next, [text.confirm]: again }
  for (const [label, value] of Object.entries(typed))
    if (value) await view.user.type(screen.getByLabelText(label), value)
  await view.user.click(screen.getByRole('button', { name: text.submit }))
  return view
}

test.each([
  ['the current one', { current: '' }, text.current, fields.missing],
  ['a new one', { next: '', again: '1' }, text.next, fields.missing],
  ['digits', { next: 'abcdef' }, text.next, fieldRules.PASSWORD],
  ['the new one twice', { again: '' }, text.confirm, fields.missing],
  ['the same twice', { again: '513973' }, text.confirm, fieldRules.PASSWORDS_DIFFER],
])('SPEC 5: a change of the password needs %s', async (_, typed, label, sentence) => {
  const { call } = await change(typed)
  await expectFieldError(label, sentence)
  expect(call).not.toHaveBeenCalled()
})

test('SPEC 5: a wrong current password is said at its field', async () => {
  const refused = { currentPassword: fieldRules.WRONG_PASSWORD }
  await change({ answer: refusal('WRONG_CREDENTIALS', { fields: refused }) })
  await expectFieldError(text.current, fieldRules.WRONG_PASSWORD)
})
