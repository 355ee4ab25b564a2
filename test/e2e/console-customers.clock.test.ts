import { expect, test } from 'vitest'
import { ERRORS } from '#contract/error-codes.ts'
import { consoleCustomerActions } from '#text/zh_HK/console-customer-actions.ts'
import { consoleCustomers } from '#text/zh_HK/console-customers.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { latestSms, register, send, succeed } from './support/members.ts'
import { advanceClock, hashOf, type Page } from './support/world.ts'

const ENDED = ERRORS.SESSION_ENDED.wireCode
const text = { ...consoleCustomers, ...consoleCustomerActions }

const isAsWideAsWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

const openAsCare = (name: string) => visitSignedIn('/', { name, roles: ['care'] })

/** Opens the dialog of an action, says why, and confirms. */
async function act(page: Page, { label, button, done }: { label: string; button: string; done: string }) {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(consoleShell.reason).fill('客戶來電，已核對身分')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await page.getByText(done).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

test('care solves two cases without seeing more than needed: a member who cannot log in, and a lost device', async () => {
  const { mobileno, token, userId } = await register('何小姐')
  const logIn = (password: string) =>
    send<{ token: string }>('/api/login.action', { mobileno, areaCode: '852', password })
  for (let tries = 0; tries < 5; tries++) await logIn('000000')
  expect(await logIn('000000')).toMatchObject({ errorCode: 'TOO_MANY_TRIES' })

  const { page, errors } = await openAsCare('Kay Ng')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: consoleShell.screens.customers, level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(mobileno.slice(4))
  await page.keyboard.press('Enter')
  await page.getByText(text.none).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(mobileno)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '何小姐', level: 1 }).waitFor()
  expect(hashOf(page)).toBe(`#/customers/${userId}`)
  await page.getByText(text.states.locked('').trim()).first().waitFor()
  await page.getByRole('table', { name: text.tabs.ledger }).or(page.getByText(text.lists.ledger.empty)).waitFor()
  expect(await page.locator('main').textContent()).not.toContain(mobileno)
  expect(await seriousViolations(page)).toEqual([])
  await page.setViewportSize({ width: 820, height: 1180 })
  expect(await isAsWideAsWindow(page)).toBe(true)
  expect(await seriousViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  // To compare it with the number of the caller.
  await page.getByRole('button', { name: text.identity.revealOf(text.identity.fields.number) }).click()
  await page.getByRole('dialog').getByLabel(consoleShell.reason).fill('核對來電者')
  await page.getByRole('dialog').getByRole('button', { name: text.identity.reveal, exact: true }).click()
  await page.getByText(`+852${mobileno}`).waitFor()
  await page.getByRole('button', { name: text.identity.hide }).click()

  // A number gets one SMS a minute.
  await advanceClock('PT1M')
  await act(page, text.actions.password)
  const [, password = ''] = await latestSms(mobileno, /新密碼：(\d{8})/)
  expect(await page.locator('body').textContent()).not.toContain(password)
  const [laptop, phone] = [await logIn(password), await logIn(password)]
  expect([laptop.result, phone.result]).toEqual(['SUCCESS', 'SUCCESS'])

  // The session from before ended with the old password.
  expect(await send('/api_v2/wallet', {}, token)).toMatchObject({ errorCode: ENDED })

  await page.reload()
  await page.getByRole('radio', { name: text.tabs.devices }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('table', { name: text.tabs.devices }).waitFor()
  expect(hashOf(page)).toContain('tab=devices')
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: text.lists.devices.end }) })
  await rows.nth(1).waitFor()
  expect(await rows.count()).toBe(2)
  await act(page, { ...text.actions.endAll })
  await page.getByText(text.lists.devices.empty).waitFor()
  for (const one of [laptop, phone])
    expect(await send('/api_v2/wallet', {}, 'token' in one ? one.token : '')).toMatchObject({ errorCode: ENDED })
  const again = await succeed<{ token: string }>('/api/login.action', { mobileno, areaCode: '852', password })
  expect(again.token).toBeTruthy()

  await page.getByRole('radio', { name: text.tabs.history }).focus()
  await page.keyboard.press('Space')
  const log = page.getByRole('table', { name: text.tabs.history })
  await log.getByText('客戶來電，已核對身分').nth(1).waitFor()
  const said = (await log.textContent()) ?? ''
  expect(said).not.toContain(mobileno)
  expect(await seriousViolations(page)).toEqual([])
  expect(errors).toEqual([])
})
