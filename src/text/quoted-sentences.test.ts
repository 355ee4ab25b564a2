import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors, fieldRules } from './en_US/errors.ts'
import { errors as webErrors } from './en_US/viewer.ts'
import { login, loginPrompt } from './en_US/login.ts'
import { player } from './en_US/player.ts'

test.each([
  ['SPEC 8, not logged in', loginPrompt.title, 'Please log in and operate'],
  ['SPEC 8, on the login screen', login.required, 'Please log in and operate'],
  ['SPEC 4, an address of the player', player.gate.login.title, 'Please log in and operate'],
  ['SPEC 8, a call that needs login', errors.LOGIN_REQUIRED(), 'Please log in and operate.'],
  ['SPEC 8, network error', webErrors.network, 'Network error please check the network.'],
  ['SPEC 8, network error in the player', player.failure.detail.text, 'Network error please check the network.'],
  ['SPEC 5, mobile number', fieldRules.MOBILE, 'Enter an eight-digit valid number.'],
])('%s is said as the specification quotes it', (_, sentence, quoted) => {
  expect(sentence).toBe(quoted)
})

test.each([
  ['en_US', 'what was not loaded', /We couldn’t load/],
  ['zh_HK', 'credits that come with a plan', /每期送/],
] as const)('%s has one form for %s', (language, _, otherForm) => {
  const folder = new URL(`${language}/`, import.meta.url)
  const names = readdirSync(folder).filter((name) => otherForm.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(names).toEqual([])
})
