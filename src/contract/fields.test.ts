import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changePassword, register, resetPassword, updateUserProfile } from './accounts.ts'
import * as field from './fields.ts'
import { endDevice } from './sessions.ts'

const complaint = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}

test.each([
  ['123456', true],
  ['654321', true],
  ['890123', true],
  ['111111', true],
  ['121212', true],
  ['000000', true],
  ['840271', false],
  ['112233', false],
  ['123457', false],
  ['98765432109', true],
])('a password like %s is obvious: %s', (password, isObvious) => {
  expect(field.isObviousPassword(password)).toBe(isObvious)
})

test.each([
  ['91234567', true],
  ['234567', true],
  ['85291234567', true],
  ['0091234567', true],
  ['912345', false],
  ['840271', false],
])('%s for +85291234567 is obvious: %s', (password, isObvious) => {
  expect(field.isObviousPassword(password, '+85291234567')).toBe(isObvious)
})

test.each([
  ['840271', undefined],
  ['84027', 'PASSWORD'],
  ['84027a', 'PASSWORD'],
  ['', 'PASSWORD'],
  ['８４０２７１', 'PASSWORD'],
  ['1'.repeat(21), 'PASSWORD_LONG'],
  ['123456', 'OBVIOUS_PASSWORD'],
])('the new password %j is accepted, or wrong: %s', (password, rule) => {
  expect(complaint(field.newPassword, password)).toBe(rule)
})

test.each([
  ['2000-01-01', undefined],
  ['2000-02-29', undefined],
  ['1999-02-29', 'BIRTHDAY'],
  ['1900-02-29', 'BIRTHDAY'],
  ['2000-13-01', 'BIRTHDAY'],
  ['2000-00-10', 'BIRTHDAY'],
  ['2000-1-1', 'BIRTHDAY'],
  ['01-01-2000', 'BIRTHDAY'],
  ['1899-12-31', 'BIRTHDAY'],
  ['', 'BIRTHDAY'],
])('the birthday %j is accepted, or wrong: %s', (day, rule) => {
  expect(complaint(field.birthday, day)).toBe(rule)
})

test.each([
  ['91234567', '91234567'],
  ['9123 4567', '91234567'],
  ['+852 9123-4567', '+85291234567'],
  [91234567, '91234567'],
  // As address books, spreadsheets and pages hand them over.
  ['\u202A+852 9123 4567\u202C', '+85291234567'],
  ['9123\u20134567', '91234567'],
  ['9123.4567', '91234567'],
  ['9123·4567', '91234567'],
  ['00852 9123 4567', '+85291234567'],
  ['tel:+852-9123-4567', '+85291234567'],
  ['９１２３４５６７', '91234567'],
  ['0091234567', undefined],
  ['9123456', undefined],
  ['912345678', undefined],
  ['abcdefgh', undefined],
  ['+86 139 1234 5678', undefined],
])('the number %j is read as %s', (typed, read) => {
  const parsed = z.safeParse(field.mobileno, typed)
  expect(parsed.success ? parsed.data : undefined).toBe(read)
})

test.each([
  [true, true],
  ['true', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['', false],
  ['yes', false],
])('consent %j stands: %s', (said, stands) => {
  expect(z.safeParse(field.agreed, said).success).toBe(stands)
})

test('registration needs both consents, each on its own', () => {
  const number = { mobileno: '91234567', agreeTerms: true, agreePrivacy: true }
  expect(z.safeParse(register.input, number).success).toBe(true)
  for (const name of ['agreeTerms', 'agreePrivacy']) {
    expect(complaint(register.input, { ...number, [name]: false })).toBe('AGREE')
    expect(z.safeParse(register.input, { ...number, [name]: undefined }).success).toBe(false)
  }
})

test.each([
  [changePassword, { currentPassword: '840271' }],
  [resetPassword, { mobileno: '91234567', code: '123450' }],
])('two entries that differ are told at the second', (row, rest) => {
  const parsed = z.safeParse(row.input, { ...rest, newPassword: '840271', confirmPassword: '840272' })
  expect(parsed.error?.issues).toMatchObject([{ message: 'PASSWORDS_DIFFER', path: ['confirmPassword'] }])
})

test('a profile has three genres at most', () => {
  expect(z.safeParse(updateUserProfile.input, { genres: 'action,drama,horror' }).data).toEqual({
    genres: ['action', 'drama', 'horror'],
  })
  expect(z.safeParse(updateUserProfile.input, { genres: 'action,drama,horror,comedy' }).success).toBe(false)
})

test('a device is signed out, or all others: never both or neither', () => {
  const reads = [{ deviceId: 'd1' }, { others: 'true' }, { deviceId: 'd1', others: true }, {}].map(
    (input) => z.safeParse(endDevice.input, input).success,
  )
  expect(reads).toEqual([true, true, false, false])
})

test.each(['陳大文', "O'Neil Jr.", '👨‍👩‍👧‍👦', 'é', '１２３', '小 寶'])('%s is a name', (name) => {
  expect(z.safeParse(field.profileName, name).success).toBe(true)
  expect(z.safeParse(field.personName, name).success).toBe(true)
})

test.each([
  ['nothing', ''],
  ['spaces', '   '],
  ['a space of no width', '\u200B'],
  ['a soft hyphen', '\u00AD'],
  ['an empty Braille cell', '\u2800'],
  ['a Hangul filler', '\u115F'],
  ['a mark on nothing', '\u0301'],
  ['a bell', 'Ann\u0007'],
  ['two lines', 'Ann\r\nBob'],
  ['what turns the text around', 'Ann\u202Ebob'],
  ['an isolate left open', '\u2067Ann'],
])('%s is no name', (_, name) => {
  expect(z.safeParse(field.profileName, name).success).toBe(false)
  expect(z.safeParse(field.personName, name).success).toBe(false)
})

test.each([
  ['生日快樂！', true],
  ['Happy birthday. See you at 7 p.m.', true],
  ['Thanks.Enjoy', true],
  ['Mr.Wu and I say 3.5 out of 5', true],
  ['多謝。香港見', true],
  ['See you. Come soon', true],
  ['Connect the dot to me', true],
  ['早點回來', true],
  ['快點 top up', true],
  ['', true],
  ['line one\nline two', true],
  ['see https://example.test', false],
  ['example.com', false],
  ['到 WWW.EXAMPLE 看看', false],
  ['例子.hk', false],
  ['example。com', false],
  ['ｅｘａｍｐｌｅ．ｃｏｍ', false],
  ['xn--fsq.xn--j6w193g/x', false],
  ['1.2.3.4/x', false],
  ['example .com', false],
  ['example . com/free', false],
  ['example. com', false],
  ['快點 hk', false],
  ['example [.] com', false],
  ['example(dot)com', false],
  ['example dot com', false],
  ['example 點 com', false],
  ['hxxp example', false],
  ['祝'.repeat(201), false],
  ['\u202Eevil', false],
])('the message of a gift card %j is accepted: %s', (text, accepted) => {
  expect(z.safeParse(field.giftMessage, text).success).toBe(accepted)
})

test.each([
  ['6123 4521', '+85261234521'],
  ['+852 6123 4521', '+85261234521'],
  ['+853-6612-3498', '+85366123498'],
  [' anna@example.com ', 'anna@example.com'],
  ['21234567', undefined],
  ['+44 7700 900123', undefined],
  ['anna@', undefined],
  ['', undefined],
])('the recipient %j is read as %s', (typed, recipient) => {
  expect(z.safeParse(field.giftRecipient, typed).data).toBe(recipient)
})
