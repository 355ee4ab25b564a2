import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { account as accountEn } from '#text/en_US/accounts.ts'
import { accountMenu as menuEn } from '#text/en_US/account-menu.ts'
import { account as accountZh } from '#text/zh_HK/accounts.ts'
import { accountMenu as menuZh } from '#text/zh_HK/account-menu.ts'
import { errors, fieldRules } from '#text/zh_HK/errors.ts'
import { fields } from '#text/zh_HK/fields.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import {
  addProfile,
  chooseProfile,
  type Member,
  profilesOf,
  register,
  send,
  memberStorage,
  succeed,
} from './support/members.ts'
import { waitForScreen, eventually, hashOf, type Page, type Size, visit, world } from './support/world.ts'

const TEXT = { zh_HK: { ...accountZh, menu: menuZh }, en_US: { ...accountEn, menu: menuEn } }

type AccountVisit = { member: Member; path?: string; size?: Size; language?: Language }

/** Opens an account screen as the member in the first profile. */
async function openAccount({ member, path = `/#${PATHS.setup}`, size = 'desktop', language = 'zh_HK' }: AccountVisit) {
  const [first] = await profilesOf(member)
  const profile = await chooseProfile(member, first!)
  const visited = await visit({ path, size, options: { storageState: memberStorage(member, { profile, language }) } })
  return { ...visited, text: TEXT[language] }
}

/** Logs the same member in on another device. */
async function logInOnOtherDevice(member: Member, password = member.password): Promise<Member> {
  const { mobileno, areaCode } = member
  return { ...member, ...(await succeed<{ token: string }>('/api/login.action', { mobileno, areaCode, password })) }
}

const toast = (page: Page, text: string) => page.locator('output').getByText(text)
const waitForSection = (page: Page) => page.locator('main section').first().waitFor()

async function latestMail(address: string): Promise<string> {
  const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(address)}`)
  const { list } = (await answer.json()) as { list: unknown[] }
  return JSON.stringify(list[0] ?? '')
}

test.runIf(isFull)(
  'the account menu stays mounted and keeps the focus while its screens change; on a phone the screen takes the focus',
  async () => {
    const member = await register()
    const onMenu = () => document.activeElement?.closest('main nav') !== null && document.activeElement?.ariaCurrent
    for (const size of ['desktop', 'phone'] as const) {
      const { page } = await openAccount({ member, size })
      const menu = page.getByRole('navigation', { name: accountZh.nav.label })
      const node = await menu.elementHandle()
      const link = menu.locator(`a[href="#${PATHS.setupQuality}"]`)
      await link.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('radio').first().waitFor()
      expect(await node!.evaluate((element) => element.isConnected)).toBe(true)
      if (size === 'desktop') expect(await page.evaluate(onMenu)).toBe('page')
      else expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    }
  },
)

test('a session ended from another browser shows one message, and the login returns to the same screen', async () => {
  const member = await register()
  const other = await logInOnOtherDevice(member)
  const { page: otherPage } = await openAccount({ member: other, path: `/#${PATHS.setupQuality}` })
  await otherPage.getByRole('radio').first().waitFor()
  const { page, text } = await openAccount({ member })
  const devices = page.getByRole('region', { name: text.devices.title })
  await eventually(() => devices.getByRole('listitem').count()).toBe(2)
  expect(await devices.getByText(text.devices.current).count()).toBe(1)

  await devices.getByRole('button', { name: /^登出/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: text.devices.end, exact: true }).click()
  await toast(page, text.devices.ended).waitFor()
  await eventually(() => devices.getByRole('listitem').count()).toBe(1)

  // A click inside the page, not `check`: the page navigates before the radio is checked, or has navigated after an earlier call.
  await otherPage.evaluate(() => document.querySelector<HTMLInputElement>('main input[value="save"]')?.click())
  await eventually(() => hashOf(otherPage)).toBe(`#${PATHS.login}`)
  await eventually(() => toast(otherPage, errors.SESSION_ENDED()).count()).toBe(1)
  expect(await otherPage.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await waitForScreen(otherPage)
  await otherPage.locator('main input[name="mobileno"]').fill(member.mobileno)
  await otherPage.locator('main input[name="password"]').fill(member.password)
  await otherPage.locator('main form button[type="submit"]').click()
  await otherPage.locator('main').getByRole('button', { name: '陳大文' }).click()
  await eventually(() => hashOf(otherPage)).toBe(`#${PATHS.setupQuality}`)
  await otherPage.getByRole('radio').first().waitFor()
  // The first browser is still logged in.
  await page.reload()
  await waitForSection(page)
  expect(hashOf(page)).toBe(`#${PATHS.setup}`)
})

test('a session that ended inside the app’s pages leads home, without header and tabs, and says what happened', async () => {
  const member = await register()
  const [own] = await profilesOf(member)
  const storageState = memberStorage(member, { profile: await chooseProfile(member, own!) })
  await succeed('/api/logout.action', {}, member.token)
  const inApp = (page: Page) =>
    page.addInitScript(() => Object.assign(window, { HarbourApp: { exit: () => undefined } }))
  const { page } = await visit({
    path: `/#${PATHS.mobileContact}`,
    size: 'phone',
    options: { storageState },
    prepare: inApp,
  })
  await eventually(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await toast(page, errors.SESSION_ENDED()).waitFor()
  await page.locator('main [data-card]').first().waitFor()
  expect(hashOf(page)).not.toContain('mobile')
  expect(hashOf(page)).not.toContain(PATHS.login)
  expect(await page.locator('header, nav, footer').count()).toBe(0)
})

test('the password is changed according to its rules, and all other devices are logged out', async () => {
  const member = await register()
  const other = await logInOnOtherDevice(member)
  const { page, text } = await openAccount({ member, path: `/#${PATHS.setupChangePwd}` })
  await page.getByText(text.password.text).waitFor()
  const fill = async (current: string, next: string, confirm: string) => {
    await page.getByLabel(text.password.current, { exact: true }).fill(current)
    await page.getByLabel(text.password.next, { exact: true }).fill(next)
    await page.getByLabel(text.password.confirm, { exact: true }).fill(confirm)
    await page.getByRole('button', { name: text.password.submit }).click()
  }
  await fill(member.password, '12345', '12345')
  await page.getByText(fieldRules.PASSWORD).waitFor()
  await fill(member.password, '123456', '123456')
  await page.getByText(fieldRules.OBVIOUS_PASSWORD).waitFor()
  await fill(member.password, '840271', '840272')
  await page.getByText(fieldRules.PASSWORDS_DIFFER).waitFor()
  await fill('000001', '840271', '840271')
  await page.getByText(fieldRules.WRONG_PASSWORD).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('currentPassword')
  await fill(member.password, '840271', '840271')
  await toast(page, text.password.done).waitFor()
  expect(await page.getByLabel(text.password.next, { exact: true }).inputValue()).toBe('')

  expect(await send('/api/deviceList.action', {}, other.token)).toMatchObject({ errorCode: '0x800A3002' })
  expect((await send('/api/deviceList.action', {}, member.token)).result).toBe('SUCCESS')
  const { mobileno, areaCode, password } = member
  expect(await send('/api/login.action', { mobileno, areaCode, password })).toMatchObject({
    errorCode: 'WRONG_CREDENTIALS',
  })
  await logInOnOtherDevice(member, '840271')
})

test('an e-mail address is verified by code, and a new address is unverified', async () => {
  const member = await register()
  const { page, text } = await openAccount({ member })
  await page.getByRole('button', { name: text.email.verify }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text.email.send }).click()
  await dialog.getByText(text.email.sent(`${member.mobileno}@example.com`)).waitFor()
  await eventually(() => latestMail(`${member.mobileno}@example.com`)).toMatch(/\b\d{6}\b/)
  const [code = ''] = /\b\d{6}\b/.exec(await latestMail(`${member.mobileno}@example.com`)) ?? []

  await dialog.getByLabel(text.email.code).fill(code === '111111' ? '222222' : '111111')
  await dialog.getByText(errors.WRONG_CODE({})).waitFor()
  await dialog.getByLabel(text.email.code).fill(code)
  await toast(page, text.email.done).waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText(text.email.noticeTitle).count()).toBe(0)
  await page.getByText(text.facts.verified, { exact: true }).waitFor()

  await page.getByRole('link', { name: text.facts.edit }).click()
  await page.getByLabel(text.facts.email).fill('another@example.com')
  await page.getByRole('checkbox', { name: text.facts.genreNames.drama }).press('Space')
  await page.getByRole('button', { name: text.save, exact: true }).click()
  await toast(page, text.consultation.emailChanged).waitFor()
  await page.getByText(text.email.noticeTitle).waitFor()
  const { profile } = await succeed<{ profile: object }>('/api/userProfile.action', {}, member.token)
  expect(profile).toMatchObject({ email: 'another@example.com', emailValid: false, genres: ['drama'] })
})

test.runIf(isFull)(
  'at most three genres can be chosen, and an invalid birthday shows an error at its field',
  async () => {
    const member = await register()
    const { page, text } = await openAccount({ member, path: `/#${PATHS.setupUserConsultation}`, size: 'phone' })
    const { genreNames } = text.facts
    for (const genre of ['action', 'comedy', 'family'] as const) {
      await page.getByRole('checkbox', { name: genreNames[genre] }).press('Space')
    }
    await page.getByText(text.consultation.genresFull(3)).waitFor()
    expect(await page.getByRole('checkbox', { name: genreNames.horror }).isDisabled()).toBe(true)
    await page.locator('[name="birthday"]').fill('1990-02-30')
    await page.getByRole('button', { name: text.save, exact: true }).click()
    await page.getByText(fields.day.wrong.day(28)).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('birthday-day')
  },
)

test.runIf(isFull)('the data usage setting belongs to the account and applies on another device', async () => {
  const member = await register()
  const other = await logInOnOtherDevice(member)
  const { page, text } = await openAccount({ member, path: `/#${PATHS.setupQuality}` })
  const save = page.getByRole('radio', { name: new RegExp(text.quality.options.save.name) })
  // It is checked by the next task, so that `check`, which looks at once, may find it as it was.
  await save.click({ force: true })
  await toast(page, text.saved).waitFor()
  expect(await save.isChecked()).toBe(true)
  await page.getByText(text.quality.hour('600')).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('harbour.quality'))).toBe('save')
  const { page: otherPage } = await openAccount({ member: other, path: `/#${PATHS.home}` })
  await eventually(() => otherPage.evaluate(() => localStorage.getItem('harbour.quality'))).toBe('save')
})

describe('account closing', () => {
  test('requires the password, limits all devices to one screen, and can be cancelled', async () => {
    const member = await register()
    const other = await logInOnOtherDevice(member)
    const { page: otherPage } = await openAccount({ member: other, path: `/#${PATHS.setupMessage}` })
    await otherPage.locator('main h2').first().waitFor()
    const { page, text } = await openAccount({ member })
    await page.getByRole('button', { name: text.data.closeButton }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: text.close.confirm })
    await dialog.getByLabel(text.data.password, { exact: true }).fill('000001')
    await confirm.click()
    await dialog.getByText(fieldRules.WRONG_PASSWORD).waitFor()
    await dialog.getByLabel(text.data.password, { exact: true }).fill(member.password)
    await confirm.click()
    await page.getByRole('heading', { name: text.closing.title }).waitFor()
    await page.goto(`${world.url}/#${PATHS.movie}`)
    await page.reload()
    await page.getByRole('heading', { name: text.closing.title }).waitFor()

    // The other device learns of it with its next call.
    await otherPage.locator('main h2 button').first().click()
    await otherPage.getByRole('heading', { name: text.closing.title }).waitFor()

    await page.getByRole('button', { name: text.closing.export }).click()
    await dialog.getByLabel(text.data.password, { exact: true }).fill(member.password)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: text.data.exportButton }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

    await page.getByRole('button', { name: text.closing.reopen }).click()
    await toast(page, text.closing.reopened).waitFor()
    await waitForSection(page)
    expect((await send('/api/deviceList.action', {}, member.token)).result).toBe('SUCCESS')
  })
})

test.runIf(isFull)('unread messages are counted until they are opened', async () => {
  const member = await register()
  const { page, text } = await openAccount({ member })
  const link = page.getByRole('link', { name: new RegExp(text.nav.message) })
  await eventually(() => link.innerText()).toContain(text.nav.unread('1'))
  await link.click()
  const message = page.locator('main h2 button').first()
  await message.click()
  expect(await message.getAttribute('aria-expanded')).toBe('true')
  await eventually(() => link.innerText()).not.toContain(text.nav.unread('1'))
})

test.runIf(isFull)('a member stays logged in when the language changes', async () => {
  const member = await register()
  const { page } = await openAccount({ member })
  await waitForSection(page)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: TEXT.en_US.devices.title }).waitFor()
  expect(hashOf(page)).toBe(`#${PATHS.setup}`)
})

describe('the header’s account menu', () => {
  test('opens by keyboard, moves with arrow keys and restores the focus', async () => {
    const member = await register('陳小文')
    await addProfile(member, '爸爸')
    const { page, text, errors: complaints } = await openAccount({ member, path: `/#${PATHS.home}` })
    const button = page.getByRole('button', { name: text.menu.open('陳小文') })
    await button.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: text.menu.label })
    await menu.getByRole('button', { name: '爸爸' }).waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('爸爸')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)

    await button.click()
    await menu.getByRole('button', { name: '爸爸' }).click()
    await page.getByRole('button', { name: text.menu.open('爸爸') }).waitFor()
    const chosen = (await profilesOf(member)).find(({ current }) => current)
    expect(chosen?.name).toBe('爸爸')
    expect(complaints).toEqual([])
  })

  test.runIf(isFull)('is in the drawer on a phone, with the logout', async () => {
    const member = await register('陳小文')
    const { page, text } = await openAccount({ member, path: `/#${PATHS.home}`, size: 'phone', language: 'en_US' })
    await page.getByRole('button', { name: text.menu.open('陳小文') }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: new RegExp(text.menu.account) }).waitFor()
    await drawer.getByRole('button', { name: text.menu.logout }).click()
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect(await send('/api/deviceList.action', {}, member.token)).toMatchObject({ errorCode: '0x800A3002' })
  })
})
