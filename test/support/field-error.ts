import type { UserEvent } from '@testing-library/user-event'
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects a sentence to be tied to the field of this label, which is marked as wrong. */
export async function expectFieldError(label: string, sentence: string): Promise<void> {
  await waitFor(() => {
    const group = screen.queryByRole('group', { name: label })
    const field = group ?? inputOf(label)
    // A group is no input: its first choice takes the focus instead.
    const isMarked = group
      ? group.querySelector('[data-wrong]') !== null
      : field.getAttribute('aria-invalid') === 'true'
    expect({ label, isMarked, says: descriptionOf(field) }).toEqual({
      label,
      isMarked: true,
      says: expect.stringContaining(sentence),
    })
  })
}

const inputOf = (label: string): HTMLElement =>
  screen.queryByRole('checkbox', { name: label }) ?? screen.getByLabelText(label, { selector: 'input, textarea' })

/** The hints and errors that are tied to a field. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** Types year, month and day; an empty date empties them. */
export async function typeBirthday(user: UserEvent, date: string): Promise<void> {
  const parts = date.split('-')
  for (const [at, name] of ['birthday', 'birthday-month', 'birthday-day'].entries()) {
    const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
    await user.clear(input)
    if (parts[at]) await user.type(input, parts[at])
  }
}
