import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CodeInput, type CodeInputProps } from './code-input.tsx'

function Field(props: Partial<CodeInputProps>) {
  const [value, setValue] = useState('')
  return <CodeInput label="Code" name="code" {...props} value={value} onChange={setValue} />
}

function renderField(props: Partial<CodeInputProps> = {}) {
  const user = userEvent.setup()
  render(<Field {...props} />)
  return { user, input: screen.getByLabelText<HTMLInputElement>('Code') }
}

test('the code is complete with its last digit, once', async () => {
  const onComplete = vi.fn()
  const { user, input } = renderField({ onComplete })
  await user.type(input, '12345')
  expect(onComplete).not.toHaveBeenCalled()
  await user.type(input, '6')
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test('letters are dropped and further digits ignored', async () => {
  const onComplete = vi.fn()
  const { user, input } = renderField({ onComplete, length: 4 })
  await user.type(input, '1a2b3c4d5')
  expect(input.value).toBe('1234')
  expect(onComplete.mock.calls).toEqual([['1234']])
})

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['Your code is 123456.', '123456'],
])('a pasted %j gives %s', async (text, digits) => {
  const onComplete = vi.fn()
  const { user, input } = renderField({ onComplete })
  await user.click(input)
  await user.paste(text)
  expect(input.value).toBe(digits)
  expect(onComplete.mock.calls).toEqual([[digits]])
})

test('full-width digits of an input method are taken as they are composed', () => {
  const onComplete = vi.fn()
  const { input } = renderField({ onComplete, length: 2 })
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: '１' } })
  fireEvent.change(input, { target: { value: '１２' } })
  fireEvent.compositionEnd(input, { data: '１２' })
  expect(input.value).toBe('12')
  expect(onComplete.mock.calls).toEqual([['12']])
})

test('a code filled in by the browser is taken whole', () => {
  const onComplete = vi.fn()
  const { input } = renderField({ onComplete })
  expect(input.autocomplete).toBe('one-time-code')
  fireEvent.change(input, { target: { value: '654321' } })
  expect(onComplete.mock.calls).toEqual([['654321']])
})

test('a digit that is corrected completes the code again', async () => {
  const onComplete = vi.fn()
  const { user, input } = renderField({ onComplete, length: 2 })
  await user.type(input, '12{Backspace}3')
  expect(onComplete.mock.calls).toEqual([['12'], ['13']])
})

test('the error is tied to the input', () => {
  const { input } = renderField({ error: 'The code is wrong' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const note = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('The code is wrong')
})

test('a secret is masked: dots in place of digits, read aloud by their count, and nothing to fill in', async () => {
  const { user, input } = renderField({ isMasked: true, length: 4, progress: (count) => `${count} of 4` })
  expect(input.type).toBe('password')
  expect(input.autocomplete).toBe('off')
  await user.type(input, '09８')
  expect(input.value).toBe('098')
  expect(screen.getByText('3 of 4')).toBeTruthy()
  expect(screen.queryByText('9')).toBeNull()
})

test('a code keeps its leading zeros', async () => {
  const { user, input } = renderField({ length: 4 })
  await user.click(input)
  await user.paste('0001')
  expect(input.value).toBe('0001')
})

test.each([
  [4, true],
  [6, false],
])('there is a box for each of %i digits, whether masked or not', (length, isMasked) => {
  const { input } = renderField({ length, isMasked })
  expect(input.parentElement?.querySelectorAll('[aria-hidden="true"]')).toHaveLength(length)
})
