import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleCodes as text } from '#text/zh_HK/console-codes.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { register, succeed } from './support/members.ts'

test('finance orders a batch, fetches its codes once, sees who redeemed one, looks another up and voids the rest', async () => {
  const { page, errors, email } = await visitSignedIn('/', { name: 'Mok', roles: ['finance'] })
  await page.keyboard.press('g')
  await page.keyboard.press('z')
  await page.getByRole('link', { name: text.add }).first().click()
  const name = `旅程 ${email.slice(8, 16)}`
  // The list has a field of a similar name.
  await page.getByRole('heading', { name: text.form.title }).waitFor()
  await page.getByLabel(text.form.name).fill(name)
  await page.getByLabel(text.form.count).fill('3')
  await page.getByText(text.form.alone).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const order = page.getByRole('dialog', { name: text.form.confirmTitle('3') })
  await order.getByLabel(consoleShell.reason).fill('街展派發')
  await order.getByLabel(consoleShell.typeWord(text.form.word)).fill(text.form.word)
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('Enter')

  const download = page.getByRole('button', { name: text.batch.download })
  await download.waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByLabel(text.batch.keep).press('Space')
  const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
  const codes = (await readFile((await saved.path())!, 'utf8')).trim().split('\r\n').slice(1)
  expect(codes).toHaveLength(3)
  await page.getByText(text.files.fetched, { exact: true }).waitFor()
  await page.reload()
  await page.getByText(text.files.fetched, { exact: true }).waitFor()
  expect(await download.count()).toBe(0)

  const member = await register()
  await succeed('/api/redeemPromotionCode.action', { code: codes[0]! }, member.token)
  await page.reload()
  await page.getByText(text.usedOf('1', '3')).waitFor()
  await page.getByRole('table', { name: text.batch.uses }).getByRole('link').waitFor()

  await page.getByRole('link', { name: text.toList }).click()
  await page.getByRole('link', { name: text.open(name) }).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: text.look.label }).click()
  const look = page.getByRole('dialog', { name: text.look.title })
  await look.getByLabel(text.look.code).fill(codes[1]!.toLowerCase())
  await page.keyboard.press('Enter')
  await look.getByText(text.cardStates.unused).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await look.getByRole('link', { name: text.look.toBatch }).click()

  await page.getByRole('button', { name: text.batch.void }).click()
  const voiding = page.getByRole('dialog', { name: text.batch.voidTitle(name) })
  await voiding.getByText(text.batch.voidText('2', '1')).waitFor()
  await voiding.getByLabel(consoleShell.reason).fill('街展取消')
  await voiding.getByLabel(consoleShell.typeWord(text.batch.word)).fill(text.batch.word)
  await page.keyboard.press('Enter')
  await page.getByText(text.states.voided, { exact: true }).waitFor()
  expect(errors).toEqual([])
})
