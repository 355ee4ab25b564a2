import { randomInt } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEVICES_MAX, type Device } from '#contract/devices.ts'
import { login as loginEn } from '#text/en_US/login.ts'
import { registration as registrationEn } from '#text/en_US/registration.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { login as text } from '#text/zh_HK/login.ts'
import { registration } from '#text/zh_HK/registration.ts'
import { latestCode, type Member, register, send, latestSms, succeed } from './support/members.ts'
import { playPath, expectPlaying } from './support/playing.ts'
import {
  advanceClock,
  waitForScreen,
  eventually,
  hashOf,
  SETTINGS_ONCE,
  type Page,
  visit,
  world,
} from './support/world.ts'

const REGISTRATION = '/#/category/registration'
const TEXTS = { zh_HK: { login: text, registration }, en_US: { login: loginEn, registration: registrationEn } }

const field = (page: Page, name: string): Locator => page.locator(`main input[name="${name}"]`)
const submit = (page: Page): Locator => page.locator('main form button[type="submit"]')
const wholeForm = (page: Page): Locator => page.locator('main form [role="alert"]')

/** Ticks a checkbox by clicking its label. */
const tick = (page: Page, text: string) => page.locator('main form label').filter({ hasText: text }).first().click()

async function logIn(page: Page, { mobileno, password }: Pick<Member, 'mobileno' | 'password'>): Promise<void> {
  await field(page, 'mobileno').fill(mobileno)
  await field(page, 'password').fill(password)
  await submit(page).click()
}

const expectPath = (page: Page, path: string) => eventually(() => hashOf(page).split('?')[0]).toBe(`#${path}`)

/** Logs the member in on another device. */
async function device(member: Member, name: string): Promise<string> {
  const { mobileno, password } = member
  const body = { mobileno, password, deviceSerial: name, deviceModel: name }
  return (await succeed<{ token: string }>('/api/login.action', body)).token
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test.each(SETTINGS_ONCE)('registers by SMS and sees a first film ($language, $size)', async ({ language, size }) => {
  const { page, errors } = await visit({ path: REGISTRATION, language, size })
  const { registration } = TEXTS[language]
  const mobileno = `97${randomInt(100_000, 1_000_000)}`
  await waitForScreen(page, language)

  // The checkboxes are not ticked in advance, and both are required.
  await field(page, 'mobileno').pressSequentially(mobileno)
  expect(await field(page, 'mobileno').inputValue()).toBe(`${mobileno.slice(0, 4)} ${mobileno.slice(4)}`)
  await submit(page).click()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('agreeTerms')
  await tick(page, registration.number.terms)
  await tick(page, registration.number.privacy)
  await submit(page).click()

  // A wrong code shows an error and can be corrected; the sixth digit submits.
  await field(page, 'code').waitFor()
  const code = await latestCode(mobileno)
  await field(page, 'code').pressSequentially(code === '111111' ? '222222' : '111111')
  await page.locator('main form p[id$="-error"]').waitFor()
  expect(await field(page, 'code').inputValue()).toBe('')
  await field(page, 'code').fill(code)
  await field(page, 'name').waitFor()

  // Going back and forward keeps the input.
  await field(page, 'name').fill('陳小明')
  await page.goBack()
  await page.getByText(registration.code.verified).waitFor()
  await page.goForward()
  expect(await field(page, 'name').inputValue()).toBe('陳小明')

  await field(page, 'email').fill('siuming@example')
  await field(page, 'birthday').pressSequentially('20000101')
  expect(await field(page, 'birthday').inputValue()).toBe('2000-01-01')
  await tick(page, registration.details.genders.female)
  expect(await field(page, 'agreeMarketing').isChecked()).toBe(false)
  await submit(page).click()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  await field(page, 'email').fill('siuming@example.com')
  await submit(page).click()

  await expectPath(page, '/profiles')
  await latestSms(mobileno, /\d{6,}/)
  await page.getByRole('button', { name: '陳小明' }).first().click()
  await expectPath(page, '/category/list')
  await page.goto(world.url + playPath(world.film.programId))
  await expectPlaying(page)
  expect(errors).toEqual([])
})

test('a reload keeps the code step and discards the verification', async () => {
  const { page } = await visit({ path: REGISTRATION })
  const mobileno = `97${randomInt(100_000, 1_000_000)}`
  await waitForScreen(page)
  await field(page, 'mobileno').fill(`+852 ${mobileno}`)
  await tick(page, registration.number.terms)
  await tick(page, registration.number.privacy)
  await submit(page).click()
  await field(page, 'code').waitFor()
  await page.reload()
  await field(page, 'code').waitFor()
  await field(page, 'code').fill(await latestCode(mobileno))
  await field(page, 'name').waitFor()
  await page.reload()
  await field(page, 'code').waitFor()
  expect(hashOf(page)).toBe('#/category/registration?step=2')
})

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

test('at the device limit the member chooses a device to log out, which ends its session at once', async () => {
  const member = await register()
  const tokens = [member.token]
  for (let n = tokens.length; n < DEVICES_MAX; n++) tokens.push(await device(member, `television-${n}`))
  const { list } = await succeed<{ list: Device[] }>('/api/deviceList.action', {}, member.token)
  expect(list).toHaveLength(DEVICES_MAX)

  const { page } = await visit({ path: '/#/login' })
  await waitForScreen(page)
  await logIn(page, member)
  await page.getByRole('heading', { name: text.devices.title }).waitFor()
  expect(await page.locator('main form input[type="radio"]').count()).toBe(DEVICES_MAX)
  expect(await tokenOf(page)).toBeNull()
  await submit(page).click()
  await page.getByText(text.devices.missing).waitFor()
  await tick(page, 'television-2')
  await submit(page).click()
  await expectPath(page, '/profiles')

  const alive = await Promise.all(tokens.map(async (token) => (await send('/api/deviceList.action', {}, token)).result))
  expect(alive.filter((result) => result === 'SUCCESS')).toHaveLength(DEVICES_MAX - 1)
  expect(await send('/api/deviceList.action', {}, tokens[2])).toMatchObject({ errorCode: '0x800A3002' })
})

test('a network error keeps the input, and a double click sends one request', async () => {
  const member = await register()
  const { page, context } = await visit({ path: '/#/login' })
  await waitForScreen(page)
  await context.setOffline(true)
  await logIn(page, member)
  await eventually(() => wholeForm(page).textContent()).not.toBe('')
  expect(await field(page, 'password').inputValue()).toBe(member.password)
  await context.setOffline(false)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('login.action')) sent.push(request.url())
  })
  await submit(page).dblclick()
  await expectPath(page, '/profiles')
  expect(sent).toHaveLength(1)
})

test('a visitor chooses kids mode on the login screen', async () => {
  const { page } = await visit({ path: '/#/login' })
  await waitForScreen(page)
  await page.getByRole('button', { name: '兒童模式' }).click()
  await expectPath(page, '/category/kids')
  expect(await tokenOf(page)).toBeNull()
})
