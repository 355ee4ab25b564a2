import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TimeField } from './time-field.tsx'
import { useEditorKeys } from './use-editor-keys.ts'

const saved = vi.fn<(value: string | null) => void>()

function Editor({ hint, first = '2026-11-21T08:00:00.000Z' }: { hint?: string; first?: string | null }) {
  const [value, setValue] = useState<string | null>(first)
  useEditorKeys({ onSave: () => saved(value) })
  return (
    <>
      <TimeField label="From" value={value} onChange={setValue} {...(hint !== undefined && { hint })} />
      <button type="button" onClick={() => setValue('2027-01-01T00:00:00.000Z')}>
        other
      </button>
      <output>{value}</output>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('From')
const save = () => fireEvent.keyDown(document, { key: 's', ctrlKey: true })
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a time that was typed is saved by Ctrl+S while the field has the focus, and the field keeps it', () => {
  render(<Editor />)
  const before = field()
  expect(before.value).toBe('2026-11-21T16:00')
  before.focus()
  type('2026-12-24T18:30')
  save()
  expect(saved).toHaveBeenLastCalledWith('2026-12-24T10:30:00.000Z')
  expect([field(), document.activeElement, field().value]).toEqual([before, before, '2026-12-24T18:30'])
})

test('a year that is being typed is no change yet; a change from elsewhere is shown', () => {
  render(<Editor />)
  type('0202-12-24T18:30')
  save()
  expect(saved).toHaveBeenLastCalledWith('2026-11-21T08:00:00.000Z')
  fireEvent.click(screen.getByRole('button'))
  expect(field().value).toBe('2027-01-01T08:00')
})

test.each(['2026-11-21T08:00:00Z', '2026-11-21T08:00:42.500Z'])(
  '%s is not changed by passing through the field',
  (first) => {
    render(<Editor first={first} />)
    field().focus()
    fireEvent.blur(field())
    expect(screen.getByRole('status').textContent).toBe(first)
    type('2026-12-24T18:30')
    type('2026-11-21T16:00')
    expect(screen.getByRole('status').textContent).toBe('2026-11-21T08:00:00.000Z')
  },
)

test('only a time that may be empty is removed; another one comes back', () => {
  const { unmount } = render(<Editor hint="No end" />)
  type('')
  save()
  expect(saved).toHaveBeenLastCalledWith(null)
  unmount()
  render(<Editor />)
  type('')
  fireEvent.blur(field())
  save()
  expect(saved).toHaveBeenLastCalledWith('2026-11-21T08:00:00.000Z')
  expect(field().value).toBe('2026-11-21T16:00')
})
