import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { resetPassword } from '#contract/accounts.ts'
import { login } from '#contract/sessions.ts'
import { fieldErrors, presentRefusal, withKeptErrors } from './form.rules.ts'

const wrongIn = (schema: z.ZodMiniType, values: object) =>
  fieldErrors(z.safeParse(schema, values, { reportInput: true }).error?.issues ?? [], (issue) =>
    issue.input === '' ? 'missing' : issue.message,
  )

test('each wrong field has its first complaint, by the contract’s own schema', () => {
  expect(wrongIn(login.input, { mobileno: '9123', areaCode: '852', password: '' })).toEqual({
    mobileno: 'LOGIN_ID',
    password: 'missing',
  })
})

test('a field that was left empty is missing, not malformed', () => {
  expect(wrongIn(login.input, { mobileno: '', areaCode: '852', password: 'x' })).toEqual({ mobileno: 'missing' })
})

test('an empty field keeps the message that it has; one with content, or without a message, has the new one', () => {
  const found = { code: 'missing', name: 'missing', email: 'malformed' }
  const shown = { errors: { code: 'wrong code', email: 'taken' }, values: { code: '', name: '', email: 'tai@' } }
  expect(withKeptErrors(found, shown)).toEqual({ code: 'wrong code', name: 'missing', email: 'malformed' })
})

test('two entries that differ are said at the second', () => {
  const values = { mobileno: '9123 4567', areaCode: '852', code: '123456', newPassword: '840271' }
  expect(wrongIn(resetPassword.input, { ...values, confirmPassword: '840272' })).toEqual({
    confirmPassword: 'PASSWORDS_DIFFER',
  })
  expect(wrongIn(resetPassword.input, { ...values, confirmPassword: '840271' })).toEqual({})
})

test('an obvious password is refused before it is sent', () => {
  const values = { mobileno: '91234567', areaCode: '852', code: '123456' }
  expect(wrongIn(resetPassword.input, { ...values, newPassword: '123456', confirmPassword: '123456' })).toEqual({
    newPassword: 'OBVIOUS_PASSWORD',
  })
})

test('a refusal is shown at the fields that the form has', () => {
  const refusal = { message: 'no', fields: { mobileno: 'wrong', other: 'hidden' } }
  expect(presentRefusal(refusal, ['mobileno'])).toEqual({ errors: { mobileno: 'wrong' }, formError: undefined })
})

test('a refusal that names no field of the form is said for the whole', () => {
  expect(presentRefusal({ message: 'no', fields: { other: 'hidden' } }, ['mobileno'])).toEqual({
    errors: {},
    formError: 'no',
  })
  expect(presentRefusal({ message: 'no' }, [])).toEqual({ errors: {}, formError: 'no' })
})
