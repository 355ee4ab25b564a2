import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { contentWarning as text } from '#text/zh_HK/detail.ts'
import { ContentWarningDialog } from './content-warning-dialog.tsx'

async function renderDialog() {
  const onAccept = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  await act(async () =>
    render(
      <Suspense fallback={null}>
        <ContentWarningDialog warning="含有閃爍畫面。" onAccept={onAccept} onClose={onClose} />
      </Suspense>,
    ),
  )
  return { user: userEvent.setup(), onAccept, onClose }
}

test('the warning can be accepted', async () => {
  const { user, onAccept, onClose } = await renderDialog()
  expect(screen.getByRole('dialog', { name: text.title }).textContent).toContain('含有閃爍畫面。')
  await user.click(screen.getByRole('button', { name: text.go }))
  expect(onAccept).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('Back, Close and Esc each have their name, and close it without accepting', async () => {
  const { user, onAccept, onClose } = await renderDialog()
  await user.click(screen.getByRole('button', { name: text.back }))
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: text.close }))
  expect(onClose).toHaveBeenCalledTimes(2)
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(3)
  expect(onAccept).not.toHaveBeenCalled()
})

test('before a rental is confirmed, its button promises no playback', async () => {
  await renderDialog()
  expect(screen.getByRole('button', { name: '繼續' })).toBeTruthy()
})
