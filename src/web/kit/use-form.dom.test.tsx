import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { login } from '#contract/sessions.ts'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { type FormResult, useForm } from './use-form.ts'

const schema = z.object({
  mobileno: login.input.shape.mobileno,
  password: login.input.shape.password,
  stay: z.boolean(),
})
type Values = z.output<typeof schema>

const submit = vi.fn<(values: Values) => Promise<FormResult>>()

function LoginForm() {
  const form = useForm({ schema, initial: { mobileno: '', password: '', stay: false }, submit })
  return (
    <form aria-label="login" {...form.form}>
      <TextField label="Number" {...form.field('mobileno')} />
      <TextField label="Password" {...form.field('password')} />
      <CheckField label="Stay" {...form.box('stay')} />
      <FormError>{form.formError}</FormError>
      <button type="submit">{form.pending ? 'Sending' : 'Log in'}</button>
    </form>
  )
}

async function renderForm() {
  const user = userEvent.setup()
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <LoginForm />
        </Suspense>
      </QueryClientProvider>,
    )
  })
  return { user, number: await screen.findByLabelText('Number'), password: screen.getByLabelText('Password') }
}

const send = () => screen.getByRole('button')
const noteOf = (field: HTMLElement) =>
  document.getElementById((field.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '')?.textContent

beforeEach(() => {
  localStorage.setItem('language', 'en_US')
  submit.mockReset()
  submit.mockResolvedValue(undefined)
})

test('the parsed values are submitted', async () => {
  const { user, number, password } = await renderForm()
  await user.type(number, '9123 4567')
  await user.type(password, '840271')
  await user.click(screen.getByLabelText('Stay'))
  await user.click(send())
  expect(submit.mock.calls).toEqual([[{ mobileno: '91234567', password: '840271', stay: true }]])
})

test('wrong fields are not submitted: each has its message, and the first takes the focus', async () => {
  const { user, number, password } = await renderForm()
  await user.type(number, '912')
  await user.click(send())
  expect(submit).not.toHaveBeenCalled()
  expect(number.getAttribute('aria-invalid')).toBe('true')
  expect(noteOf(number)).not.toBe('')
  expect(noteOf(password)).not.toBe(noteOf(number))
  expect(document.activeElement).toBe(number)
})

test('a change of a field takes its error away, and no other', async () => {
  const { user, number, password } = await renderForm()
  await user.click(send())
  await user.type(number, '9')
  expect(number.hasAttribute('aria-invalid')).toBe(false)
  expect(password.getAttribute('aria-invalid')).toBe('true')
})

test('a refusal is shown at its field, which takes the focus each time; what was typed stays', async () => {
  submit.mockResolvedValue({ message: 'no', fields: { password: 'wrong password' } })
  const { user, number, password } = await renderForm()
  await user.type(number, '91234567')
  await user.type(password, '840271')
  await user.click(send())
  expect(noteOf(password)).toBe('wrong password')
  expect(document.activeElement).toBe(password)
  expect((password as HTMLInputElement).value).toBe('840271')
  await user.click(send())
  expect(document.activeElement).toBe(password)
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a refusal without a field of this form is shown for the whole form, until something is changed', async () => {
  submit.mockResolvedValue({ message: 'the account is closed', fields: { partner: 'hidden' } })
  const { user, number, password } = await renderForm()
  await user.type(number, '91234567')
  await user.type(password, '840271{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('the account is closed')
  await user.type(password, '1')
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('the envelope of a success is no refusal', async () => {
  submit.mockResolvedValue({ result: 'SUCCESS' })
  const { user, number, password } = await renderForm()
  await user.type(number, '91234567')
  await user.type(password, '840271{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a double submit sends once; the form is busy until it is answered', async () => {
  let answer: (result: FormResult) => void = () => {}
  submit.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { user, number, password } = await renderForm()
  await user.type(number, '91234567')
  await user.type(password, '840271{Enter}')
  fireEvent.submit(screen.getByRole('form'))
  await user.click(await screen.findByRole('button', { name: 'Sending' }))
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('true')
  expect(submit).toHaveBeenCalledTimes(1)
  await act(async () => answer(undefined))
  await waitFor(() => expect(send().textContent).toBe('Log in'))
  await user.click(send())
  expect(submit).toHaveBeenCalledTimes(2)
})

test.each([
  ['while composing', { isComposing: true }],
  ['in Safari, which has ended the composition by then', { keyCode: 229 }],
])('the Enter that chooses a word does not submit %s', async (_, init) => {
  const { number } = await renderForm()
  expect(fireEvent.keyDown(number, { key: 'Enter', ...init })).toBe(false)
  expect(fireEvent.keyDown(number, { key: 'Enter' })).toBe(true)
})
