import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEVICES_MAX } from '#contract/devices.ts'
import type { Device } from '#contract/error-codes.ts'
import { registration as registrationEn } from '#text/en_US/registration.ts'
import { login as text } from '#text/zh_HK/login.ts'
import { registration as registrationZh } from '#text/zh_HK/registration.ts'
import { expectPath, field, logIn, submit, tick, wholeForm } from './support/login-page.ts'
import { latestCode, latestSms, type Member, register, send, succeed } from './support/members.ts'
import { expectPlaying, playPath } from './support/playing.ts'
import { eventually, hashOf, type Page, settingsOn, visit, waitForScreen, world } from './support/world.ts'

const REGISTRATION = '/#/category/registration'
const TEXTS = { zh_HK: registrationZh, en_US: registrationEn }

/** Logs the member in on another device. */
async function device(member: Member, name: string): Promise<string> {
  const { mobileno, password } = member
  const body = { mobileno, password, deviceSerial: name, deviceModel: name }
  return (await succeed<{ token: string }>('/api/login.action', body)).token
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** On a phone, with its keyboard open, and at 200 %. */
const HEIGHTS = [
  { width: 390, height: 844 },
  { width: 390, height: 430 },
  { width: 720, height: 450 },
]

/** Choices of the form that its button lies over, wherever the page is scrolled to. */
async function coveredBySubmit(page: Page): Promise<string[]> {
  const before = page.viewportSize()!
  const covered: string[] = []
  for (const size of HEIGHTS) {
    await page.setViewportSize(size)
    const names = await page.evaluate(() => {
      const found = new Set<string>()
      for (let top = 0; top <= document.documentElement.scrollHeight; top += 60) {
        scrollTo({ top, behavior: 'instant' })
        for (const label of document.querySelectorAll('main form label')) {
          const { left, top: y, width, height } = label.getBoundingClientRect()
          if (document.elementFromPoint(left + width / 2, y + height / 2)?.closest('[type="submit"]'))
            found.add(label.textContent)
        }
      }
      return [...found]
    })
    covered.push(...names.map((name) => `${size.width} × ${size.height}: ${name}`))
  }
  await page.setViewportSize(before)
  return covered
}

test.each(settingsOn('phone'))(
  'registers by SMS and sees a first film ($language, $size)',
  async ({ language, size }) => {
    const { page, errors } = await visit({ path: REGISTRATION, language, size })
    const registration = TEXTS[language]
    const mobileno = `97${randomInt(100_000, 1_000_000)}`
    await waitForScreen(page, language)

    // The checkboxes are not ticked in advance, and both are required.
    await field(page, 'mobileno').pressSequentially(mobileno)
    expect(await field(page, 'mobileno').inputValue()).toBe(`${mobileno.slice(0, 4)} ${mobileno.slice(4)}`)
    await submit(page).click()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('agreeTerms')
    const { termsMissing, privacyMissing } = registration.number
    expect(await page.locator('main form p[id$="-error"]').allInnerTexts()).toEqual([termsMissing, privacyMissing])
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

    expect(await coveredBySubmit(page)).toEqual([])
    await field(page, 'email').fill('siuming@example')
    await field(page, 'birthday').fill('2000')
    await field(page, 'birthday-month').fill('1')
    await field(page, 'birthday-day').fill('1')
    await field(page, 'email').focus()
    expect(await field(page, 'birthday-day').inputValue()).toBe('01')
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
  },
)

test('a reload keeps the step of the code, then the verified number and what was entered; another tab has neither', async () => {
  const { page } = await visit({ path: REGISTRATION })
  const mobileno = `97${randomInt(100_000, 1_000_000)}`
  await waitForScreen(page)
  await field(page, 'mobileno').fill(`+852 ${mobileno}`)
  await tick(page, registrationZh.number.terms)
  await tick(page, registrationZh.number.privacy)
  await submit(page).click()
  await field(page, 'code').waitFor()
  await page.reload()
  await field(page, 'code').waitFor()
  await field(page, 'code').fill(await latestCode(mobileno))
  await field(page, 'name').fill('陳小明')
  await page.reload()
  await field(page, 'name').waitFor()
  expect(await field(page, 'name').inputValue()).toBe('陳小明')
  expect(hashOf(page)).toBe('#/category/registration?step=3')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await field(other, 'mobileno').waitFor()
  expect(await field(other, 'mobileno').inputValue()).toBe('')
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
