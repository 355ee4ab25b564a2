import { expect, test } from 'vitest'
import { fields } from '#text/zh_HK/fields.ts'
import { login as text } from '#text/zh_HK/login.ts'
import { registration } from '#text/zh_HK/registration.ts'
import { expectPath, field, logIn, submit, tick, wholeForm } from './support/login-page.ts'
import { latestCode, register, send } from './support/members.ts'
import { advanceClock, eventually, visit, waitForScreen } from './support/world.ts'

const REGISTRATION = '/#/category/registration'

test('a registered number gets the same response as a new one', async () => {
  const { mobileno } = await register()
  await advanceClock('PT4M')
  const { page } = await visit({ path: REGISTRATION })
  await waitForScreen(page)
  await field(page, 'mobileno').fill(mobileno)
  await tick(page, registration.number.terms)
  await tick(page, registration.number.privacy)
  await submit(page).click()
  await field(page, 'code').waitFor()
  expect(await wholeForm(page).textContent()).toBe('')
})

test('a forgotten password is reset by SMS; the old one no longer works and all devices are logged out', async () => {
  const member = await register()
  await advanceClock('PT4M')
  const { page, errors } = await visit({ path: '/#/login' })
  await waitForScreen(page)
  await page.getByRole('link', { name: text.forgot }).click()
  await page.getByRole('heading', { name: text.forget.title }).waitFor()
  await field(page, 'mobileno').fill(member.mobileno)
  await submit(page).click()
  await field(page, 'newPassword').waitFor()
  await field(page, 'code').fill(await latestCode(member.mobileno))
  await field(page, 'newPassword').fill('123456')
  await field(page, 'confirmPassword').fill('123456')
  await submit(page).click()
  await page.getByText(fields.rules.OBVIOUS_PASSWORD).waitFor()
  await field(page, 'newPassword').fill('840271')
  await field(page, 'confirmPassword').fill('840272')
  await submit(page).click()
  await page.getByText(fields.rules.PASSWORDS_DIFFER).waitFor()
  await field(page, 'confirmPassword').fill('840271')
  await submit(page).click()

  await page.getByText(text.passwordChanged).waitFor()
  // The number is prefilled: only the password is required.
  expect((await field(page, 'mobileno').inputValue()).replace(' ', '')).toBe(member.mobileno)
  await field(page, 'password').fill(member.password)
  await submit(page).click()
  await page.locator('main form p[id$="-error"]').waitFor()
  await field(page, 'password').fill('840271')
  await submit(page).click()
  await expectPath(page, '/profiles')
  expect(await send('/api_v2/profile/list', {}, member.token)).toMatchObject({ errorCode: '0x800A3002' })
  expect(errors).toEqual([])
})

test('wrong passwords lock the number; after the lockout the right password logs in', async () => {
  const member = await register()
  const { page } = await visit({ path: '/#/login', prepare: (page) => page.clock.install() })
  await waitForScreen(page)
  for (const password of ['000001', '000002', '000003', '000004', '000005']) {
    await logIn(page, { ...member, password })
    await page.locator('main form p[id$="-error"]').waitFor()
    expect(await field(page, 'mobileno').inputValue()).toContain(member.mobileno.slice(0, 4))
  }
  await logIn(page, member)
  await page.getByText(text.numbers.tooMany).waitFor()
  await eventually(() => submit(page).isDisabled()).toBe(true)
  expect(await submit(page).textContent()).toMatch(/0:[0-5]\d|1:00/)

  await advanceClock('PT61S')
  await page.clock.fastForward(61_000)
  await eventually(() => submit(page).isDisabled()).toBe(false)
  await submit(page).click()
  await expectPath(page, '/profiles')
})
