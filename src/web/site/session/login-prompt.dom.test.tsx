import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { hasPendingAction, loginPrompt, requestLogin } from '#web/viewer/session/pending-action.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { LoginPrompt } from './login-prompt.tsx'

const open = async () => {
  requestLogin({ kind: 'go', to: PATHS.setupMessage }, PATHS.setupMessage)
  await renderWeb(<LoginPrompt />)
  await screen.findByRole('dialog')
}

test('Back closes the prompt, and drops what waited for the login', async () => {
  await open()
  expect([loginPrompt.isOpen(), hasPendingAction()]).toEqual([true, true])
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect([loginPrompt.isOpen(), hasPendingAction()]).toEqual([false, false])
})
