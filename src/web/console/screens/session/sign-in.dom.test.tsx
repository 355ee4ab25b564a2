import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { list as listEntries } from '#contract/admin/audit.ts'
import { end, recover, signIn } from '#contract/admin/session.ts'
import { consoleSession } from '#text/zh_HK/console-session.ts'
import { consoleSession as english } from '#text/en_US/console-session.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const { operator, roles } = ADMINISTRATOR
const WRONG = { result: 'FAILED', errorCode: 'WRONG_CREDENTIALS', message: 'one sentence for all causes' }

async function enter(user: Awaited<ReturnType<typeof renderConsole>>['user'], code = '123456') {
  await user.type(await screen.findByLabelText(consoleSession.email), operator.email)
  await user.type(screen.getByLabelText(consoleSession.password), 'a long enough password')
  await user.type(screen.getByLabelText(consoleSession.code), code)
}

test('a page without a session asks to sign in, and shows itself afterwards', async () => {
  const { user, current, callsOf } = await renderConsole({
    path: '/audit?action=refund',
    answers: [
      [
        signIn,
        () => {
          current.me = ADMINISTRATOR
          return { operator, roles }
        },
      ],
      [listEntries, pageOf([])],
    ],
  })
  // The sixth digit sends it.
  await enter(user)
  expect(await screen.findByRole('heading', { name: consoleShell.screens.audit })).toBeTruthy()
  expect(location.hash).toBe('#/audit?action=refund')
  expect(callsOf(signIn)).toHaveLength(1)
  expect(callsOf(signIn)[0]!.input).toMatchObject({ email: operator.email, code: '123456', language: 'zh_HK' })
  expect(callsOf(signIn)[0]!.headers.get('X-Harbour-Console')).toBe('1')
})

test('a refusal says one sentence, keeps e-mail and password, and clears the code, which is valid once', async () => {
  const { user } = await renderConsole({ answers: [[signIn, WRONG]] })
  await enter(user)
  expect((await screen.findByText(WRONG.message)).closest('[role="alert"]')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(consoleSession.email).value).toBe(operator.email)
  expect(screen.getByLabelText<HTMLInputElement>(consoleSession.password).value).not.toBe('')
  const code = screen.getByLabelText<HTMLInputElement>(consoleSession.code)
  expect(code.value).toBe('')
  expect(document.activeElement).toBe(code)
})

test('too many tries: the button counts the wait', async () => {
  const waits = { result: 'FAILED', errorCode: 'TOO_MANY_TRIES', message: 'wait', retryAfter: 60 }
  const { user } = await renderConsole({ answers: [[signIn, waits]] })
  await enter(user)
  const button = (await screen.findByText(/^嘗試次數太多，請於 \d+ 秒後再試。$/)).closest('button')
  expect(button?.disabled).toBe(true)
})

test('a recovery code takes the place of the code, and says how many are left', async () => {
  const { user, callsOf, current } = await renderConsole({
    answers: [
      [
        recover,
        () => {
          current.me = ADMINISTRATOR
          return { operator, roles, recoveryCodesLeft: 3 }
        },
      ],
    ],
  })
  await user.type(await screen.findByLabelText(consoleSession.email), operator.email)
  await user.type(screen.getByLabelText(consoleSession.password), 'a long enough password')
  await user.click(screen.getByRole('button', { name: consoleSession.useRecovery }))
  // What was typed stays.
  expect(screen.getByLabelText<HTMLInputElement>(consoleSession.email).value).toBe(operator.email)
  await user.type(screen.getByLabelText(consoleSession.recoveryCode), '7QK2-M8T4')
  await user.click(screen.getByRole('button', { name: consoleSession.submit }))
  expect(await screen.findByText(consoleSession.codesLeft(3))).toBeTruthy()
  expect(callsOf(recover)[0]!.input).not.toHaveProperty('code')
})

test('it is in English too, and offers the other language', async () => {
  await renderConsole({ language: 'en_US' })
  expect(await screen.findByRole('heading', { name: english.title })).toBeTruthy()
  expect(screen.getByRole('button', { name: '繁體中文' })).toBeTruthy()
})

test('signing out forgets the page, and asks to sign in', async () => {
  const { user, callsOf } = await renderConsole({
    me: ADMINISTRATOR,
    path: '/audit',
    answers: [
      [listEntries, pageOf([])],
      [end, {}],
    ],
  })
  await user.click(await screen.findByRole('button', { name: consoleShell.account.signOut, hidden: true }))
  expect(await screen.findByRole('heading', { name: consoleSession.title })).toBeTruthy()
  expect(callsOf(end)).toHaveLength(1)
  await waitFor(() => expect(location.hash).toBe('#/sign-in'))
})
