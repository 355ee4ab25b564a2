import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { contactUs } from '#contract/contact.ts'
import { contact as text } from '#text/zh_HK/contact.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { keepContactDraft } from '#web/viewer/contact/contact-draft.ts'
import { expectFieldError } from '../../../../test/support/field-error.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ContactScreen } from './contact-screen.tsx'

const FILLED = {
  name: '陳子晴',
  areaCode: '852',
  phone: '2888 1234',
  loginAccount: '9123 4567',
  email: 'chan@example.com',
  theme: 'technical',
  content: '播放時出現 4032。',
  device: 'Chrome',
}

afterEach(() => sessionStorage.clear())

test.each([
  ['a theme', { theme: '' }, text.theme, fields.unchosen],
  ['content', { content: '' }, text.content, fields.missing],
  ['the device', { device: ' ' }, text.device, fields.missing],
  ['a name', { name: '' }, text.name, fields.missing],
  ['a phone number', { phone: '' }, text.phone, fields.missing],
  ['one of eight digits', { phone: '2888' }, text.phone, fieldRules.MOBILE],
  ['a login account, or that there is none', { loginAccount: '' }, text.account, fields.missing],
  ['an existing login account', { loginAccount: '12' }, text.account, fieldRules.LOGIN_ID],
  ['an e-mail address', { email: '' }, text.email, fields.missing],
  ['a valid one', { email: 'chan' }, text.email, fieldRules.EMAIL],
  ['the code that was sent to it', {}, text.code, text.codeMissing],
])('SPEC 5: a message needs %s', async (_, change, label, sentence) => {
  keepContactDraft('', { ...FILLED, ...change })
  const { user, call } = await renderWeb(<ContactScreen />, { path: '/contactus' })
  await user.click(await screen.findByRole('button', { name: text.submit }))
  await expectFieldError(label, sentence)
  expect(call.mock.calls.map(([endpoint]) => endpoint)).not.toContain(contactUs)
})
