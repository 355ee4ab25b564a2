import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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
