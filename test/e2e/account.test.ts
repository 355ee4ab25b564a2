import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { account as accountEn } from '#text/en_US/account-web.ts'
import { accountMenu as menuEn } from '#text/en_US/account-menu.ts'
import { account as accountZh } from '#text/zh_HK/account-web.ts'
import { accountMenu as menuZh } from '#text/zh_HK/account-menu.ts'
import { errors, fieldRules } from '#text/zh_HK/errors.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { addProfile, choose, type Member, profilesOf, register, send, signedIn, succeed } from './support/members.ts'
import { arrived, eventually, hashOf, type Page, type Size, visit, world } from './support/world.ts'

const TEXT = { zh_HK: { ...accountZh, menu: menuZh }, en_US: { ...accountEn, menu: menuEn } }

type Sitting = { member: Member; path?: string; size?: Size; language?: Language }

/** The member's browser, with the first profile chosen. */
async function sit({ member, path = `/#${PATHS.setup}`, size = 'desktop', language = 'zh_HK' }: Sitting) {
  const [first] = await profilesOf(member)
  const profile = await choose(member, first!)
  const visited = await visit({ path, size, options: { storageState: signedIn(member, { profile, language }) } })
  return { ...visited, text: TEXT[language] }
}

/** The same member on another device. */
async function elsewhere(member: Member, password = member.password): Promise<Member> {
  const { mobileno, areaCode } = member
  return { ...member, ...(await succeed<{ token: string }>('/api/login.action', { mobileno, areaCode, password })) }
}

const toast = (page: Page, text: string) => page.locator('output').getByText(text)
const settled = (page: Page) => page.locator('main section').first().waitFor()

async function mailTo(address: string): Promise<string> {
  const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(address)}`)
  const { list } = (await answer.json()) as { list: unknown[] }
  return JSON.stringify(list[0] ?? '')
}

test('the account’s menu stays while its screens change, with the focus that is on it; on a phone the screen takes it', async () => {
  const member = await register()
  const onMenu = () => document.activeElement?.closest('main nav') !== null && document.activeElement?.ariaCurrent
  for (const size of ['desktop', 'phone'] as const) {
    const { page } = await sit({ member, size })
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
})

test('two browsers: one ends the other, which hears of it once, logs in and is back at its place', async () => {
  const member = await register()
  const other = await elsewhere(member)
  const { page: there } = await sit({ member: other, path: `/#${PATHS.setupQuality}` })
  await there.getByRole('radio').first().waitFor()
  const { page: here, text } = await sit({ member })
  const devices = here.getByRole('region', { name: text.devices.title })
  await eventually(() => devices.getByRole('listitem').count()).toBe(2)
  expect(await devices.getByText(text.devices.current).count()).toBe(1)

  await devices.getByRole('button', { name: /^登出/ }).click()
  await here.getByRole('dialog').getByRole('button', { name: text.devices.end, exact: true }).click()
  await toast(here, text.devices.ended).waitFor()
  await eventually(() => devices.getByRole('listitem').count()).toBe(1)

  // By a keyboard's way, not `check`: the page is gone before the choice shows. A late call of its own may have heard of it already.
  await there.evaluate(() => document.querySelector<HTMLInputElement>('main input[value="save"]')?.click())
  await eventually(() => hashOf(there)).toBe(`#${PATHS.login}`)
  await eventually(() => toast(there, errors.SESSION_ENDED()).count()).toBe(1)
  expect(await there.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await arrived(there)
  await there.locator('main input[name="mobileno"]').fill(member.mobileno)
  await there.locator('main input[name="password"]').fill(member.password)
  await there.locator('main form button[type="submit"]').click()
  await there.locator('main').getByRole('button', { name: '陳大文' }).click()
  await eventually(() => hashOf(there)).toBe(`#${PATHS.setupQuality}`)
  await there.getByRole('radio').first().waitFor()
  // Here one is still signed in.
  await here.reload()
  await settled(here)
  expect(hashOf(here)).toBe(`#${PATHS.setup}`)
})

test('the password is changed by its rules, and every other device is signed out', async () => {
  const member = await register()
  const other = await elsewhere(member)
  const { page, text } = await sit({ member, path: `/#${PATHS.setupChangePwd}` })
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
  await elsewhere(member, '840271')
})

test('an e-mail address is verified with its code, and a new one has to be verified again', async () => {
  const member = await register()
  const { page, text } = await sit({ member })
  await page.getByRole('button', { name: text.email.verify }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text.email.send }).click()
  await dialog.getByText(text.email.sent(`${member.mobileno}@example.com`)).waitFor()
  await eventually(() => mailTo(`${member.mobileno}@example.com`)).toMatch(/\b\d{6}\b/)
  const [code = ''] = /\b\d{6}\b/.exec(await mailTo(`${member.mobileno}@example.com`)) ?? []

  await dialog.getByLabel(text.email.code).fill(code === '111111' ? '222222' : '111111')
  await dialog.getByText(errors.WRONG_CODE()).waitFor()
  await dialog.getByLabel(text.email.code).fill(code)
  await toast(page, text.email.done).waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText(text.email.noticeTitle).count()).toBe(0)
  await page.getByText(text.facts.verified, { exact: true }).waitFor()

  await page.getByRole('link', { name: text.facts.edit }).click()
  await page.getByLabel(text.facts.email).fill('another@example.com')
  await page.getByRole('checkbox', { name: text.facts.genreNames.drama }).check({ force: true })
  await page.getByRole('button', { name: text.save, exact: true }).click()
  await toast(page, text.consultation.emailChanged).waitFor()
  await page.getByText(text.email.noticeTitle).waitFor()
  const { profile } = await succeed<{ profile: object }>('/api/userProfile.action', {}, member.token)
  expect(profile).toMatchObject({ email: 'another@example.com', emailValid: false, genres: ['drama'] })
})

test('three genres are the most, and a wrong birthday is said at its field', async () => {
  const member = await register()
  const { page, text } = await sit({ member, path: `/#${PATHS.setupUserConsultation}`, size: 'phone' })
  const { genreNames } = text.facts
  for (const genre of ['action', 'comedy', 'family'] as const) {
    await page.getByRole('checkbox', { name: genreNames[genre] }).check({ force: true })
  }
  await page.getByText(text.consultation.genresFull(3)).waitFor()
  expect(await page.getByRole('checkbox', { name: genreNames.horror }).isDisabled()).toBe(true)
  await page.getByLabel(text.facts.birthday).fill('1990-02-30')
  await page.getByRole('button', { name: text.save, exact: true }).click()
  await page.getByText(fieldRules.BIRTHDAY).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('birthday')
})

test('data usage is the account’s: another device starts with it', async () => {
  const member = await register()
  const other = await elsewhere(member)
  const { page, text } = await sit({ member, path: `/#${PATHS.setupQuality}` })
  await page.getByRole('radio', { name: new RegExp(text.quality.options.save.name) }).check({ force: true })
  await toast(page, text.saved).waitFor()
  await page.getByText(text.quality.hour('600')).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('harbour.quality'))).toBe('save')
  const { page: there } = await sit({ member: other, path: `/#${PATHS.home}` })
  await eventually(() => there.evaluate(() => localStorage.getItem('harbour.quality'))).toBe('save')
})

describe('the end of an account', () => {
  test('it is closed with the password, leaves one screen everywhere, and can be taken back', async () => {
    const member = await register()
    const other = await elsewhere(member)
    const { page: there } = await sit({ member: other, path: `/#${PATHS.setupMessage}` })
    await there.locator('main h2').first().waitFor()
    const { page, text } = await sit({ member })
    await page.getByRole('button', { name: text.data.closeButton }).click()
    const dialog = page.getByRole('dialog')
    const sure = dialog.getByRole('button', { name: text.close.confirm })
    await dialog.getByLabel(text.data.password, { exact: true }).fill('000001')
    await sure.click()
    await dialog.getByText(fieldRules.WRONG_PASSWORD).waitFor()
    await dialog.getByLabel(text.data.password, { exact: true }).fill(member.password)
    await sure.click()
    await page.getByRole('heading', { name: text.closing.title }).waitFor()
    await page.goto(`${world.url}/#${PATHS.movie}`)
    await page.reload()
    await page.getByRole('heading', { name: text.closing.title }).waitFor()

    // The other device hears of it with its next call.
    await there.locator('main h2 button').first().click()
    await there.getByRole('heading', { name: text.closing.title }).waitFor()

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
    await settled(page)
    expect((await send('/api/deviceList.action', {}, member.token)).result).toBe('SUCCESS')
  })
})

test('messages are counted until they are opened', async () => {
  const member = await register()
  const { page, text } = await sit({ member })
  const link = page.getByRole('link', { name: new RegExp(text.nav.message) })
  await eventually(() => link.innerText()).toContain(text.nav.unread('1'))
  await link.click()
  const message = page.locator('main h2 button').first()
  await message.click()
  expect(await message.getAttribute('aria-expanded')).toBe('true')
  await eventually(() => link.innerText()).not.toContain(text.nav.unread('1'))
})

test('a member stays signed in when the language changes', async () => {
  const member = await register()
  const { page } = await sit({ member })
  await settled(page)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: TEXT.en_US.devices.title }).waitFor()
  expect(hashOf(page)).toBe(`#${PATHS.setup}`)
})

describe('the header’s account menu', () => {
  test('opens and is walked by keyboard, and gives the focus back', async () => {
    const member = await register('陳小文')
    await addProfile(member, '爸爸')
    const { page, text, errors: complaints } = await sit({ member, path: `/#${PATHS.home}` })
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

  test('on a phone is in the drawer, from which one logs out', async () => {
    const member = await register('陳小文')
    const { page, text } = await sit({ member, path: `/#${PATHS.home}`, size: 'phone', language: 'en_US' })
    await page.getByRole('button', { name: text.menu.open('陳小文') }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: new RegExp(text.menu.account) }).waitFor()
    await drawer.getByRole('button', { name: text.menu.logout }).click()
    await page.getByRole('link', { name: 'Log in' }).first().waitFor()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect(await send('/api/deviceList.action', {}, member.token)).toMatchObject({ errorCode: '0x800A3002' })
  })
})
