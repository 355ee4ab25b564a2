import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { SettingName } from '#contract/admin/settings.ts'
import { consoleActions } from '#text/zh_HK/console-actions.ts'
import { consoleApprovals as approvalsEn } from '#text/en_US/console-approvals.ts'
import { consoleAudit } from '#text/zh_HK/console-audit.ts'
import { consoleHome as homeEn } from '#text/en_US/console-home.ts'
import { consoleOperators } from '#text/zh_HK/console-operators.ts'
import { consoleSettings } from '#text/zh_HK/console-settings.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { consoleSession } from '#text/zh_HK/console-session.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleShell as shellEn } from '#text/en_US/console-shell.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { DEFAULT_CONFIG } from '#web/viewer/site-config/site-config.ts'
import { seriousViolations } from './support/accessibility.ts'
import {
  createOperator,
  mailedToken,
  recover,
  saveRefused,
  setCredentials,
  signIn,
  uniqueEmail,
  visitConsole,
} from './support/console.ts'
import { eventually, hashOf, type Page, SIZES, visit, world } from './support/world.ts'

const { brand: siteBrand } = DEFAULT_CONFIG
const screens = consoleShell.screens

async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousViolations(page)).toEqual([])
}

/** Without a session the first call answers 401, which a browser notes. */
const faults = (errors: readonly string[]) => errors.filter((error) => !/401 \(Unauthorized\)/.test(error))

const isAsWideAsWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('one administrator invites, another approves on a phone, the invited one signs in, and the audit log says it all', async () => {
  const [ada, ben, cy] = [uniqueEmail('ada'), uniqueEmail('ben'), uniqueEmail('cy')]
  const roles = ['administrator'] as const
  const [tokenA, tokenB] = await Promise.all([
    createOperator({ email: ada, name: 'Ada Lam', roles }),
    createOperator({ email: ben, name: 'Ben Ho', roles }),
  ])

  const { page, errors } = await visitConsole(`/welcome/${tokenA}`)
  await page.getByLabel(consoleSession.welcome.newPassword, { exact: true }).waitFor()
  await expectAccessible(page)
  const first = await setCredentials(page, { email: ada, name: 'Ada Lam' })
  await page.getByRole('heading', { name: consoleSession.title }).waitFor()
  await expectAccessible(page)
  await signIn(page, first)
  await page.getByRole('heading', { name: screens.home, level: 1 }).waitFor()
  await expectAccessible(page)

  // By the keyboard alone.
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('cell', { name: ada }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: consoleOperators.invite }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: consoleOperators.inviteForm.title }).waitFor()
  await page.keyboard.type('Cy Ng')
  await page.keyboard.press('Tab')
  await page.keyboard.type(cy)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await page.getByLabel(consoleShell.reason).fill('new colleague')
  await page.keyboard.press('Enter')
  await page.getByText(consoleShell.waits).waitFor()

  const phone = await visitConsole(`/welcome/${tokenB}`, { size: 'phone', language: 'en_US' })
  const second = await setCredentials(phone.page, { email: ben, name: 'Ben Ho', language: 'en_US' })
  await signIn(phone.page, second, 'en_US')
  await phone.page.getByRole('heading', { name: homeEn.todo }).waitFor()
  expect(await isAsWideAsWindow(phone.page)).toBe(true)
  await phone.page.getByRole('link', { name: shellEn.screens.approvals }).click()
  const request = phone.page.getByRole('listitem').filter({ hasText: cy })
  await request.getByText('new colleague').waitFor()
  expect(await isAsWideAsWindow(phone.page)).toBe(true)
  await expectAccessible(phone.page)
  await request.getByRole('button', { name: approvalsEn.approve }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: approvalsEn.approve }).click()
  await phone.page.getByText(approvalsEn.outcomes.approved).waitFor()

  const third = await visitConsole(`/welcome/${await mailedToken(cy)}`)
  const invited = await setCredentials(third.page, { email: cy, name: 'Cy Ng' })
  await recover(third.page, invited)
  await third.page.getByText(consoleSession.codesLeft(9)).waitFor()
  const rail = third.page.getByRole('navigation', { name: consoleShell.navigation })
  await rail.getByRole('link', { name: screens.audit }).click()
  await third.page.getByText(consoleAudit.own).waitFor()
  expect(await rail.getByRole('link', { name: screens.operators }).count()).toBe(0)
  await third.page.goto(`${third.page.url().split('#')[0]}#/operators`)
  await third.page.getByText(consoleShell.noPermission.title).waitFor()
  await third.page.goto(`${third.page.url().split('#')[0]}#/settings`)
  await third.page.getByRole('region', { name: consoleSettings.groups.notice.title }).waitFor()
  expect(await third.page.getByRole('region', { name: consoleSettings.groups.brand.title }).count()).toBe(0)

  await page.keyboard.press('g')
  await page.keyboard.press('l')
  const invitation = page.getByRole('row').filter({ hasText: consoleActions.actions.inviteOperator! }).first()
  await invitation.getByRole('button').click()
  await page.getByText('new colleague').first().waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: consoleAudit.export }).click(),
  ])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('invite operator')
  expect(csv).toContain('Ada Lam')
  for (const seen of [errors, phone.errors, third.errors]) expect(faults(seen)).toEqual([])
})

/** A setting on the page of settings. */
const settingOf = (page: Page, name: SettingName) =>
  page.getByRole('region', { name: consoleSettings.groups[name].title })

test('an administrator changes brand and contact, the site has them at once, the history says who, and undo brings the default back', async () => {
  const email = uniqueEmail('fay')
  const token = await createOperator({ email, name: 'Fay Wu', roles: ['administrator'] })
  const { page, errors } = await visitConsole(`/welcome/${token}`)
  await signIn(page, await setCredentials(page, { email, name: 'Fay Wu' }))
  await page.getByRole('heading', { name: screens.home, level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  const [brand, contact, apps] = (['brand', 'contact', 'apps'] as const).map((name) => settingOf(page, name))
  await brand!.waitFor()
  await expectAccessible(page)

  await apps!.getByLabel(consoleSettings.groups.apps.fields.appStore).fill('http://apps.example.com/harbour')
  await page.keyboard.press('Enter')
  await apps!.getByText(fieldRules.HTTPS_LINK).waitFor()
  await expectAccessible(page)
  const asked = page.waitForEvent('dialog')
  const back = page.goBack()
  await (await asked).dismiss()
  await back
  await eventually(() => hashOf(page)).toBe('#/settings')
  await apps!.getByRole('button', { name: consoleSettings.discard }).click()

  await brand!.getByLabel(consoleSettings.groups.brand.fields.zh_HK).fill('海映')
  await page.keyboard.press('Control+s')
  await page.getByText(consoleSettings.saved(consoleSettings.groups.brand.title)).waitFor()
  await contact!.getByLabel(consoleSettings.groups.contact.fields.email).fill('care@films.example.hk')
  await page.keyboard.press('Enter')
  // The offer to undo stays for some seconds.
  await page.getByRole('button', { name: consoleSettings.undo }).click()
  await contact!.getByText(consoleSettings.isDefault).waitFor()
  await contact!.getByLabel(consoleSettings.groups.contact.fields.email).fill('care@films.example.hk')
  await page.keyboard.press('Enter')
  await page.getByText(consoleSettings.saved(consoleSettings.groups.contact.title)).waitFor()
  const site = await visit({ path: `/#${PATHS.contact}`, language: 'zh_HK' })
  await site.page.getByRole('link', { name: 'care@films.example.hk' }).waitFor()
  await eventually(() => site.page.title()).toMatch(/ - 海映$/)
  await site.page.getByRole('contentinfo').getByText('海映').waitFor()
  expect(await (await fetch(`${world.url}/`)).text()).toContain('<title>海映 - ')

  await contact!.getByRole('button', { name: consoleSettings.reset }).click()
  await contact!.getByText(consoleSettings.isDefault).waitFor()
  await site.page.reload()
  await eventually(() => site.page.title()).toMatch(/ - 海映$/)
  expect(await site.page.getByRole('link', { name: 'care@films.example.hk' }).count()).toBe(0)
  await brand!.getByRole('button', { name: consoleSettings.history }).click()
  await brand!.getByRole('listitem').filter({ hasText: 'Fay Wu' }).getByText('海映').waitFor()
  await expectAccessible(page)
  await brand!.getByRole('button', { name: consoleSettings.reset }).click()
  await page.getByText(consoleSettings.restored(consoleSettings.groups.brand.title)).waitFor()
  await eventually(async () => (await fetch(`${world.url}/`)).text()).toContain(`<title>${siteBrand.zh_HK} - `)
  for (const size of [SIZES.phone.viewport, { width: 820, height: 900 }]) {
    await page.setViewportSize(size)
    expect(await isAsWideAsWindow(page)).toBe(true)
  }
  for (const seen of [errors, site.errors]) expect(faults(seen)).toEqual([])
})

test('the dialogs over a page are accessible: the keys, a code, a session that ended, another version', async () => {
  const email = uniqueEmail('eve')
  const token = await createOperator({ email, name: 'Eve', roles: ['administrator'] })
  const { page, errors } = await visitConsole(`/welcome/${token}`)
  await signIn(page, await setCredentials(page, { email, name: 'Eve' }))
  await page.getByRole('heading', { name: screens.home, level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: consoleShell.keys.title }).waitFor()
  await expectAccessible(page)
  for (const refusal of ['stepUp', 'sessionEnded', 'conflict'] as const) {
    await page.goto(`${world.url}/console/?${refusal}#/operators`)
    await saveRefused(page, refusal)
    await expectAccessible(page)
    await page.unrouteAll()
  }
  await page.getByRole('dialog').getByRole('radio').last().check()
  await page.getByRole('dialog').getByRole('button', { name: consoleShell.conflict.discard }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(faults(errors)).toEqual([])
})

test('the console runs its own files alone, and writes no markup', async () => {
  const { headers, status } = await fetch(`${world.url}/console/`)
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy')
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
    expect(policy).toContain(directive)
})

test('a link works once, and the session ends with signing out', async () => {
  const email = uniqueEmail('dee')
  const token = await createOperator({ email, name: 'Dee', roles: ['care'] })
  const { page, errors } = await visitConsole(`/welcome/${token}`)
  const operator = await setCredentials(page, { email, name: 'Dee' })
  await signIn(page, operator)
  await page.getByRole('heading', { name: screens.home, level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Dee / }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: consoleShell.account.signOut }).click()
  await page.getByRole('heading', { name: consoleSession.title }).waitFor()
  await eventually(() => hashOf(page)).toBe('#/sign-in')
  await page.reload()
  await page.getByRole('heading', { name: consoleSession.title }).waitFor()
  const again = await visitConsole(`/welcome/${token}`)
  await again.page.getByText(consoleSession.welcome.invalidTitle).waitFor()
  await expectAccessible(again.page)
  expect(faults(errors)).toEqual([])
})
