import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { open, welcome } from '#contract/admin/session.ts'
import { consoleSession } from '#text/zh_HK/console-session.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const TOKEN = 'a-token-of-thirty-characters-xx'
const text = consoleSession.welcome
const OPENED = {
  email: 'ben@console.test',
  otpauthUri: 'otpauth://totp/Harbour:ben@console.test?secret=JBSWY3DPEHPK3PXP&issuer=Harbour',
}
const CODES = Array.from({ length: 10 }, (_, at) => `code-${at}`)

test('an invitation: a password of 12, the QR code, a code, then recovery codes that must be kept', async () => {
  const { user, callsOf } = await renderConsole({
    path: `/welcome/${TOKEN}`,
    answers: [
      [open, OPENED],
      [welcome, { recoveryCodes: CODES }],
    ],
  })
  const password = await screen.findByLabelText(text.newPassword)
  await user.type(password, 'too short')
  await user.click(screen.getByRole('button', { name: text.next }))
  expect(await screen.findByText(fieldRules.OPERATOR_PASSWORD)).toBeTruthy()
  await user.type(password, ' no more')
  await user.click(screen.getByRole('button', { name: text.next }))
  expect(await screen.findByRole('img', { name: text.qr })).toBeTruthy()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  await user.type(screen.getByLabelText(text.enterCode), '123456')
  await user.click(screen.getByRole('button', { name: text.verify }))
  for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy()
  expect(callsOf(welcome)[0]!.input).toMatchObject({ token: TOKEN, password: 'too short no more', code: '123456' })
  await user.click(screen.getByRole('button', { name: text.finish }))
  expect(screen.getByText(text.keptFirst)).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: text.kept }))
  await act(() => user.click(screen.getByRole('button', { name: text.finish })))
  expect(await screen.findByRole('heading', { name: consoleSession.title })).toBeTruthy()
})

test('a wrong code is told at its field, and the password stays', async () => {
  const wrong = { result: 'FAILED', errorCode: 'WRONG_CODE', message: 'a wrong code' }
  const { user, callsOf } = await renderConsole({
    path: `/welcome/${TOKEN}`,
    answers: [
      [open, OPENED],
      [welcome, wrong],
    ],
  })
  await user.type(await screen.findByLabelText(text.newPassword), 'a long enough password')
  await user.click(screen.getByRole('button', { name: text.next }))
  for (const code of ['111111', '222222']) {
    await user.type(await screen.findByLabelText(text.enterCode), code)
    await user.click(screen.getByRole('button', { name: text.verify }))
    expect(await screen.findByText('a wrong code')).toBeTruthy()
  }
  expect(callsOf(welcome).map(({ input }) => input.password)).toEqual(Array(2).fill('a long enough password'))
})

test.each(['NOT_FOUND', 'INVALID_INPUT'])('a link that answers %s says what to do', async (errorCode) => {
  await renderConsole({ path: `/welcome/${TOKEN}`, answers: [[open, { result: 'FAILED', errorCode, message: '' }]] })
  expect(await screen.findByRole('heading', { name: text.invalidTitle })).toBeTruthy()
  expect(screen.getByRole('link', { name: text.toSignIn }).getAttribute('href')).toBe('#/sign-in')
})

test('a service that does not answer offers to try again', async () => {
  let tries = 0
  const { user } = await renderConsole({
    path: `/welcome/${TOKEN}`,
    answers: [[open, () => ((tries += 1) === 1 ? undefined : OPENED)]],
  })
  await user.click(await screen.findByRole('button', { name: '重試' }))
  expect(await screen.findByLabelText(text.newPassword)).toBeTruthy()
})
