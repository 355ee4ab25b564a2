import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ToastHost } from './toast-host.tsx'

test('a message can be closed, with or without an action of its own', async () => {
  const onHide = vi.fn<() => void>()
  const onClick = vi.fn<() => void>()
  const toast = { id: 1, text: 'no network', action: { label: 'undo', onClick } }
  render(<ToastHost toast={toast} onHide={onHide} closeLabel="close" />)
  await userEvent.click(screen.getByRole('button', { name: 'close' }))
  expect(onHide).toHaveBeenCalledOnce()
  expect(onClick).not.toHaveBeenCalled()
})

test('a toast stays above a dialog that opens while it is shown', async () => {
  const showPopover = vi.fn<() => void>()
  const prototype = HTMLElement.prototype as unknown as Record<string, unknown>
  const { showPopover: show, hidePopover: hide } = prototype
  Object.assign(prototype, { showPopover, hidePopover: () => {} })
  onTestFinished(() => void Object.assign(prototype, { showPopover: show, hidePopover: hide }))
  const { unmount } = render(<ToastHost toast={{ id: 1, text: 'not found' }} onHide={() => {}} closeLabel="close" />)
  expect(showPopover).toHaveBeenCalledTimes(1)
  document.documentElement.dataset.locked = ''
  onTestFinished(() => void delete document.documentElement.dataset.locked)
  await waitFor(() => expect(showPopover).toHaveBeenCalledTimes(2))
  unmount()
})
