import { expect, test } from 'vitest'
import type { ErrorParams } from '#contract/errors.ts'
import * as enErrors from './en_US/errors.ts'
import { fields as enFields } from './en_US/fields.ts'
import { login as enLogin } from './en_US/login.ts'
import { parental as enParental } from './en_US/parental.ts'
import { profiles as enProfiles } from './en_US/profiles.ts'
import * as zhErrors from './zh_HK/errors.ts'
import { fields as zhFields } from './zh_HK/fields.ts'
import { login as zhLogin } from './zh_HK/login.ts'
import { parental as zhParental } from './zh_HK/parental.ts'
import { profiles as zhProfiles } from './zh_HK/profiles.ts'

const zh = { ...zhErrors, fields: zhFields, login: zhLogin, parental: zhParental, profiles: zhProfiles }
const en = {
  ...enErrors,
  fields: enFields,
  login: enLogin,
  parental: enParental,
  profiles: enProfiles,
}

const PARAMS: ErrorParams[] = [
  {},
  { retryAfter: 60, max: 5, of: 'password' },
  ...(['redeem', 'telecom', 'partner', 'plan', 'agreement', 'payment', 'credits'] as const).map((of) => ({ of })),
]

/** The sentences of wrong fields and refused calls, by their place. */
function complaints({
  errors,
  fieldErrors,
  fieldRules,
  fields,
  login,
  parental,
  profiles,
}: typeof zh | typeof en): [string, string][] {
  const { missing, unchosen, wrong, tooLong } = fields
  const { required, codeRequired, differ, passwordWrong } = parental.reset
  const { wrongChoice, ...plain } = fieldErrors
  const sizes = Object.entries(plain).flatMap(([name, say]) => [1, 6].map((size) => [`${name} ${size}`, say(size)]))
  return [
    ...Object.entries(errors).flatMap(([code, say]) =>
      PARAMS.map((params, n): [string, string] => [`${code} ${n}`, say(params)]),
    ),
    ...(sizes as [string, string][]),
    ['wrongChoice', wrongChoice(['a', 'b'])],
    ...Object.entries(fieldRules),
    ...Object.entries({ missing, unchosen, wrong, tooLong: tooLong(5), required, codeRequired, differ, passwordWrong }),
    ['device', login.devices.missing],
    ['nameMissing', profiles.edit.nameMissing],
    ['nameTooLong', profiles.edit.nameTooLong(10)],
  ]
}

test.each(complaints(en))('%s is a whole English sentence: %s', (_, sentence) => {
  expect(sentence).toMatch(/^[A-Z](.*[^\s.])?[.?!]$/)
})

test.each(complaints(zh))('%s is a whole Chinese sentence: %s', (_, sentence) => {
  expect(sentence).toMatch(/^\p{Script=Han}.*[^\s。][。？！]$/u)
})
