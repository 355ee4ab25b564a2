import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Resend } from './resend.tsx'

const labels = { wait: 'wait', over: 'over', late: 'late', resend: 'resend', resent: 'resent' }

test.each([
  [{ left: 60, isLate: false }, 'wait', false],
  [{ left: 1, isLate: false }, 'wait', false],
  [{ left: 0, isLate: false }, 'over', true],
  [{ left: 0, isLate: true }, 'late', true],
])('%j says %s', (state, said, canResend) => {
  render(<Resend {...state} labels={labels} onResend={async () => true} />)
  expect(screen.getAllByText(said).length).toBeGreaterThan(0)
  for (const other of ['wait', 'over', 'late'].filter((label) => label !== said))
    expect(screen.queryByText(other)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'resend' }).disabled).toBe(!canResend)
})
