import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '#text/zh_HK/account-web.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
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
