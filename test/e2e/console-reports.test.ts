import { expect, test } from 'vitest'
import { consoleFinance } from '#text/zh_HK/console-finance.ts'
import { consoleReports } from '#text/zh_HK/console-reports.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { memberWithCredits } from './support/paying.ts'

const MONTH = /^\d{4}-\d{2}$/

test('finance looks at the revenue of four weeks and closes a month with its files', async () => {
  await memberWithCredits(undefined, { provider: 'alipay' })
  const { page, errors } = await visitSignedIn('/', { name: 'Op finance', roles: ['finance'] })

  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.getByRole('link', { name: consoleReports.measures.revenue, exact: true }).click()
  await page.getByRole('heading', { name: consoleReports.measures.revenue, exact: true }).waitFor()
  await page.getByText(consoleReports.notes.revenue).waitFor()
  await page.locator('main strong').first().waitFor()
  expect(await seriousViolations(page)).toEqual([])

  await page.getByText(consoleFinance.views.month, { exact: true }).click()
  await page.getByText(consoleFinance.balanced).first().waitFor()
  await page.getByRole('table', { name: consoleFinance.revenueBy }).waitFor()
  expect(await page.getByLabel(consoleFinance.month, { exact: true }).inputValue()).toMatch(MONTH)
  expect(await seriousViolations(page)).toEqual([])
  for (const { label } of Object.values(consoleFinance.files)) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: label }).click()
    expect((await saved).suggestedFilename()).toMatch(/-\d{4}-\d{2}\.csv$/)
  }

  await page.getByText(consoleFinance.views.licensor, { exact: true }).click()
  await page
    .getByText(new RegExp(`${consoleFinance.noLicensors}|${consoleFinance.chooseLicensor}`))
    .first()
    .waitFor()
  expect(await seriousViolations(page)).toEqual([])
  expect(errors).toEqual([])
})
