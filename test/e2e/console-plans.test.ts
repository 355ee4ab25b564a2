import { expect, test } from 'vitest'
import { consoleApprovals } from '#text/zh_HK/console-approvals.ts'
import { consoleActions } from '#text/zh_HK/console-actions.ts'
import { consolePartners } from '#text/zh_HK/console-partners.ts'
import { consolePlans as text } from '#text/zh_HK/console-plans.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'

async function signedIn(name: string) {
  const { page, errors, email } = await visitSignedIn('/', { name, roles: ['finance'] })
  return { page, errors, own: email.slice(8, 16) }
}

test('a staff plan of its own is asked for by one, approved by another, and withdrawn before it begins', async () => {
  const { page, errors, own } = await signedIn('Mok')
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.getByRole('button', { name: text.add }).click()
  const name = `旅程 ${own}`
  const form = page.getByRole('dialog', { name: text.form.newTitle })
  await form.getByLabel(text.form.planId).fill(`journey-${own}`)
  await form.getByLabel(text.form.offer).selectOption('staff')
  await form.getByLabel(text.form.amount).fill('30')
  await form.getByLabel(text.form.nameZh).fill(name)
  await form.getByLabel(text.form.nameEn).fill(`Journey ${own}`)
  await form.getByLabel(text.form.descriptionZh).fill('員工專享')
  await form.getByLabel(text.form.descriptionEn).fill('For staff')
  await form.getByRole('radio', { name: text.form.whens.later }).focus()
  await page.keyboard.press('Space')
  await form.getByLabel(text.form.startsAt).fill('2999-01-01T00:00')
  await form.getByText(text.form.first).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await form.getByRole('button', { name: text.form.submit }).click()
  const confirm = page.getByRole('dialog', { name: text.form.newTitle })
  await confirm.getByLabel(consoleShell.reason).fill('新公司')
  await confirm.getByRole('button', { name: text.form.submit }).click()
  await page.getByText(consoleShell.waits).waitFor()

  const second = await signedIn('Yung')
  await second.page.goto(`${second.page.url().split('#')[0]}#/approvals`)
  const card = second.page.getByRole('listitem').filter({ hasText: `journey-${own}` })
  await card.getByText('HK$30').waitFor()
  expect(await seriousViolations(second.page)).toEqual([])
  await card.getByRole('button', { name: consoleApprovals.approve }).click()
  const decision = second.page.getByRole('dialog', {
    name: consoleApprovals.approveTitle(consoleActions.requests['/plans/publish']!),
  })
  await decision.getByRole('button', { name: consoleApprovals.approve }).click()
  await card.waitFor({ state: 'detached' })

  await page.reload()
  const table = page.getByRole('table', { name: text.versions(name) })
  await table.getByText(text.states.planned).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await table.getByRole('button', { name: text.withdraw.of(text.versionNumber('1')) }).click()
  const withdrawal = page.getByRole('dialog', { name: text.withdraw.title(text.versionNumber('1')) })
  await withdrawal.getByLabel(consoleShell.reason).fill('合約未簽')
  await withdrawal.getByRole('button', { name: text.withdraw.label }).click()
  await table.getByText(text.states.withdrawn).waitFor()
  for (const seen of [errors, second.errors]) expect(seen).toEqual([])
})

test('finance checks a staff list, mends its line, replaces and removes it', async () => {
  const { page, errors, own } = await signedIn('Mok')
  const { staff, file } = consolePartners
  await page.goto(`${page.url().split('#')[0]}#/partners?view=staff`)
  await page.getByRole('button', { name: staff.replace }).click()
  const dialog = page.getByRole('dialog', { name: staff.title })
  const choose = (content: string) =>
    dialog
      .getByTestId('files')
      .setInputFiles([{ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }])
  const company = `journey ${own}`
  await choose(`${company},A1\n${company}\n`)
  await dialog.getByText(file.line('2')).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await choose(`${company},A1\n${company},A2\n`)
  await dialog.getByRole('list', { name: staff.companies }).getByText(company).waitFor()
  await dialog.getByRole('button', { name: file.submit }).click()
  const confirm = page.getByRole('dialog', { name: file.confirmTitle })
  await confirm.getByLabel(consoleShell.reason).fill('十一月名單')
  await confirm.getByLabel(consoleShell.typeWord(file.word)).fill(file.word)
  await page.keyboard.press('Enter')
  await page.getByText(staff.done('1', '2')).waitFor()
  await page.getByRole('button', { name: staff.removeOf(company) }).click()
  expect(await seriousViolations(page)).toEqual([])
  const removal = page.getByRole('dialog', { name: staff.removeTitle(company) })
  await removal.getByText(staff.removeText('2', '0')).waitFor()
  await removal.getByLabel(consoleShell.reason).fill('合約完結')
  await removal.getByLabel(consoleShell.typeWord(staff.remove)).fill(staff.remove)
  await page.keyboard.press('Enter')
  await page.getByText(staff.removed).waitFor()
  await page.getByRole('button', { name: staff.removeOf(company) }).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})
