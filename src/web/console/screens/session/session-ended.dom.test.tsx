import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { invite, list } from '#contract/admin/operators.ts'
import { me as readMe, signIn, stepUp } from '#contract/admin/session.ts'
import { consoleOperators } from '#text/zh_HK/console-operators.ts'
import { consoleSession } from '#text/zh_HK/console-session.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import {
  ADMINISTRATOR,
  type Answers,
  LOGIN_REQUIRED,
  pageOf,
  renderConsole,
  STEP_UP_REQUIRED,
} from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const { operator, roles } = ADMINISTRATOR
const dialog = (name: string) => screen.findByRole('dialog', { name })

/** An invitation that is filled in and sent. */
async function sendInvitation(answers: Answers) {
  const view = await renderConsole({ me: ADMINISTRATOR, path: '/operators', answers: [[list, pageOf([])], ...answers] })
  const { user } = view
  await user.click((await screen.findAllByRole('button', { name: consoleOperators.invite }))[0]!)
  const form = within(await dialog(consoleOperators.inviteForm.title))
  await user.type(form.getByLabelText(consoleOperators.columns.name), 'Ben Ho')
  await user.type(form.getByLabelText(consoleOperators.columns.email), 'ben@console.test')
  await user.click(form.getByRole('checkbox', { name: new RegExp(consoleShell.roles.care) }))
  await user.type(form.getByLabelText(consoleShell.reason), 'new colleague')
  await user.click(form.getByRole('button', { name: consoleOperators.inviteForm.submit }))
  return { ...view, form }
}

const nameIn = ({ form }: { form: ReturnType<typeof within> }) =>
  (form.getByLabelText(consoleOperators.columns.name) as HTMLInputElement).value

test('a session that ended while typing: sign-in opens over the page, and the same save is repeated', async () => {
  let hasEnded = true
  const view = await sendInvitation([
    [invite, () => (hasEnded ? LOGIN_REQUIRED : { operatorId: 'op-ben' })],
    [
      signIn,
      () => {
        hasEnded = false
        return { operator, roles }
      },
    ],
  ])
  const { user, callsOf } = view
  const again = within(await dialog(consoleSession.again.title))
  expect(nameIn(view)).toBe('Ben Ho')
  expect(again.getByLabelText<HTMLInputElement>(consoleSession.email).value).toBe(operator.email)
  await user.type(again.getByLabelText(consoleSession.password), 'a long enough password')
  await user.type(again.getByLabelText(consoleSession.code), '123456')
  expect(await screen.findByText(consoleOperators.inviteForm.sent('ben@console.test'))).toBeTruthy()
  const [first, second] = callsOf(invite)
  expect(second!.input).toEqual(first!.input)
  expect(first!.input.requestKey).toMatch(/^[\da-f-]{36}$/)
})

test('who leaves instead of signing in again gets the sign-in page', async () => {
  const { user } = await sendInvitation([[invite, LOGIN_REQUIRED]])
  const box = within(await dialog(consoleSession.again.title))
  await act(() => user.click(box.getByRole('button', { name: consoleSession.again.leave })))
  expect(await screen.findByRole('heading', { name: consoleSession.title })).toBeTruthy()
  expect(location.hash).toBe('#/sign-in')
})

test('a poll that finds the session ended covers the page, and does not count as use', async () => {
  let hasEnded = false
  const { callsOf } = await renderConsole({
    me: ADMINISTRATOR,
    path: '/operators',
    answers: [
      [list, pageOf([])],
      [readMe, () => (hasEnded ? LOGIN_REQUIRED : ADMINISTRATOR)],
    ],
  })
  await screen.findByText(consoleOperators.empty)
  hasEnded = true
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await dialog(consoleSession.again.title)).toBeTruthy()
  expect(callsOf(readMe).map(({ headers }) => headers.get('X-Harbour-Console'))).toEqual(['1', 'poll'])
})

test('a call that asks for a code is repeated after it; a wrong code says how many tries are left', async () => {
  let isConfirmed = false
  const { user, callsOf } = await sendInvitation([
    [invite, () => (isConfirmed ? { approvalId: 'ap-1' } : STEP_UP_REQUIRED)],
    [
      stepUp,
      ({ input }) => {
        if (input.code !== '654321')
          return { result: 'FAILED', errorCode: 'WRONG_CODE', message: 'wrong', triesLeft: 4 }
        isConfirmed = true
        return {}
      },
    ],
  ])
  const box = within(await dialog(consoleSession.stepUp.title))
  await user.type(box.getByLabelText(consoleSession.code), '111111')
  expect(await box.findByText(consoleSession.stepUp.triesLeft(4))).toBeTruthy()
  await user.type(box.getByLabelText(consoleSession.code), '654321')
  expect(await screen.findByText(consoleShell.waits)).toBeTruthy()
  expect(callsOf(invite)).toHaveLength(2)
})

test('who gives no code stays in the form, with what was typed', async () => {
  const view = await sendInvitation([[invite, STEP_UP_REQUIRED]])
  await view.user.click(
    within(await dialog(consoleSession.stepUp.title)).getByRole('button', { name: consoleShell.cancel }),
  )
  expect(await view.form.findByText(STEP_UP_REQUIRED.message)).toBeTruthy()
  expect(nameIn(view)).toBe('Ben Ho')
  expect(view.callsOf(invite)).toHaveLength(1)
})

test('after the fifth wrong code the session has ended: signing in confirms the call as well', async () => {
  let isSignedIn = false
  const { user } = await sendInvitation([
    [invite, () => (isSignedIn ? { operatorId: 'op-ben' } : STEP_UP_REQUIRED)],
    [stepUp, LOGIN_REQUIRED],
    [
      signIn,
      () => {
        isSignedIn = true
        return { operator, roles }
      },
    ],
  ])
  await user.type(within(await dialog(consoleSession.stepUp.title)).getByLabelText(consoleSession.code), '111111')
  const again = within(await dialog(consoleSession.again.title))
  await user.type(again.getByLabelText(consoleSession.password), 'a long enough password')
  await user.type(again.getByLabelText(consoleSession.code), '123456')
  expect(await screen.findByText(consoleOperators.inviteForm.sent('ben@console.test'))).toBeTruthy()
})

test('the answer of a save is lost: the same save again is the same request, another one is not', async () => {
  const view = await sendInvitation([[invite, () => undefined]])
  const { user, form, callsOf } = view
  expect(await form.findByText(consoleShell.errors.unanswered)).toBeTruthy()
  const send = form.getByRole('button', { name: consoleOperators.inviteForm.submit })
  await user.click(send)
  await vi.waitFor(() => expect(callsOf(invite)).toHaveLength(2))
  await user.type(form.getByLabelText(consoleOperators.columns.name), ' Jr')
  await user.click(send)
  await vi.waitFor(() => expect(callsOf(invite)).toHaveLength(3))
  const keys = callsOf(invite).map(({ input }) => input.requestKey)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(nameIn(view)).toBe('Ben Ho Jr')
})
