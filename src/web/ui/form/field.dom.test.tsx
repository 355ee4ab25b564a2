import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

const RULE = 'Use at least six digits.'
const notesOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test('the hint stands below the error', () => {
  render(<TextField label="Password" name="password" hint={RULE} error="Fill this in." />)
  expect(notesOf(screen.getByLabelText('Password'))).toEqual(['Fill this in.', RULE])
})

test('an error in the words of the hint takes its place: they are shown and read once', () => {
  render(<TextField label="Password" name="password" hint={RULE} error={RULE} />)
  expect(screen.getAllByText(RULE)).toHaveLength(1)
  expect(notesOf(screen.getByLabelText('Password'))).toEqual([RULE])
})
