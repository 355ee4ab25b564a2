import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RedeemCodeField } from './redeem-code-field.tsx'

function Field({ initial = '', error }: { initial?: string; error?: string }) {
  const [value, setValue] = useState(initial)
  return (
    <RedeemCodeField name="code" label="兌換碼" hint="可直接貼上" error={error} value={value} onChange={setValue} />
  )
}

function open(initial = '', error?: string) {
  const view = render(<Field initial={initial} {...(error ? { error } : {})} />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: '兌換碼' })
  return { ...view, input, user: userEvent.setup() }
}

test('a code is grouped as it is typed, in capitals', async () => {
  const { input, user } = open()
  await user.type(input, 'hbgc7q2km')
  expect(input.value).toBe('HBGC-7Q2K-M')
})

test('a pasted code is grouped, whatever separates its groups', async () => {
  const { input, user } = open()
  await user.click(input)
  await user.paste(' hbgc 7q2k–m84t 9xrd\n')
  expect(input.value).toBe('HBGC-7Q2K-M84T-9XRD')
})

test('typing in the middle leaves the caret behind the new character', async () => {
  const { input, user } = open('HBGC-7Q2K')
  await user.click(input)
  input.setSelectionRange(2, 2)
  await user.keyboard('x')
  expect(input.value).toBe('HBXG-C7Q2-K')
  expect(input.selectionStart).toBe(3)
})

test('Backspace at the start of a group takes the last character of the one before', async () => {
  const { input } = open('HBGC-7Q2K')
  input.focus()
  input.setSelectionRange(4, 4)
  fireEvent.input(input, {
    target: { value: 'HBGC7Q2K', selectionStart: 4, selectionEnd: 4 },
    inputType: 'deleteContentBackward',
  })
  expect(input.value).toBe('HBG7-Q2K')
  expect(input.selectionStart).toBe(3)
})

test('a code of another shape stands as it was typed, in one box', async () => {
  const { container, input, user } = open()
  await user.type(input, 'hgc_2026/abc')
  expect(input.value).toBe('HGC_2026/ABC')
  expect(container.querySelectorAll('[aria-hidden=true]')).toHaveLength(0)
})

test('the characters of a composition are left alone until it ends', () => {
  const { input } = open()
  input.focus()
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: 'ｈｂ' }, isComposing: true })
  expect(input.value).toBe('ｈｂ')
  fireEvent.compositionEnd(input)
  expect(input.value).toBe('HB')
})

test('an error is tied to the field', () => {
  const { input } = open('', '此兌換碼已過期。')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['此兌換碼已過期。', '可直接貼上'])
})
