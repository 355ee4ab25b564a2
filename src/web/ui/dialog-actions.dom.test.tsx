import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DialogActions } from './dialog-actions.tsx'

const nothing = () => {}
const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('the main action comes first, then an alternative, and cancelling last', () => {
  render(
    <DialogActions
      cancel={{ label: 'Cancel', onClick: nothing }}
      other={{ label: 'Sign up', onClick: nothing }}
      main={{ label: 'Log in', onClick: nothing }}
    />,
  )
  expect(labels()).toEqual(['Log in', 'Sign up', 'Cancel'])
})

test('without a click handler, the main button submits the form around', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <DialogActions main={{ label: 'Save' }} cancel={{ label: 'Cancel', onClick: nothing }} />
    </form>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})
