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

const at = (top: number, bottom: number): DOMRect => new DOMRect(0, top, 390, bottom - top)

test('a toast covers no button of an open dialog, also of one that changes, and returns to its place after it', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const button = dialog.appendChild(document.createElement('button'))
  onTestFinished(() => dialog.remove())
  let box = at(700, 750)
  button.getBoundingClientRect = () => box
  // As jsdom has no layout: the toast is 60 px high and its place is at the lower edge of a window of 800.
  const rects = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const raised = Number(/-(\d+)px/.exec(this.closest('output')?.style.transform ?? '')?.[1] ?? 0)
    return at(740 - raised, 800 - raised)
  })
  onTestFinished(() => rects.mockRestore())
  render(<ToastHost toast={{ id: 1, text: 'saved' }} onHide={() => {}} closeLabel="close" />)
  const host = screen.getByRole('status')
  expect(host.style.transform).toBe('')
  dialog.setAttribute('open', '')
  await waitFor(() => expect(host.style.transform).toBe('translateY(-108px)'))
  box = at(620, 760)
  await waitFor(() => expect(host.style.transform).toBe('translateY(-188px)'))
  dialog.removeAttribute('open')
  await waitFor(() => expect(host.style.transform).toBe(''))
})
