import { expect, test } from 'vitest'
import { consoleContact as text } from '#text/zh_HK/console-contact.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { eventually, world } from './support/world.ts'

/** The newest mail to an address, as text. */
async function latestMail(address: string): Promise<string> {
  const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(address)}`)
  const { list } = (await answer.json()) as { list: unknown[] }
  return JSON.stringify(list[0] ?? '')
}

test('customer care opens a case for a caller, answers it from the template in their language, and closes it', async () => {
  const { page, errors } = await visitSignedIn('/', { name: 'Op care', roles: ['care'] })
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await page.getByRole('button', { name: text.create }).click()
  const sender = `caller-${crypto.randomUUID()}@example.com`
  const dialog = page.getByRole('dialog', { name: text.newCase.title })
  await dialog.getByLabel(text.newCase.kind).selectOption('refund')
  await dialog.getByLabel(text.newCase.language).selectOption('en_US')
  await dialog.getByLabel(text.newCase.name).fill('Chan Tai Man')
  await dialog.getByLabel(text.newCase.email).fill(sender)
  await dialog.getByLabel(text.newCase.content).fill('Charged twice on the 21st.')
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: text.newCase.submit }).click()
  await page.getByText('Charged twice on the 21st.').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: text.case.templateOf(text.kinds.refund) }).click()
  const field = page.getByRole('textbox', { name: text.case.answer })
  expect(await field.inputValue()).toContain('We’ve processed your refund.')
  await field.press('Control+Enter')
  await page.getByText(text.case.answeredBy('Op care')).waitFor()
  await eventually(() => latestMail(sender)).toContain('processed your refund')
  await page.getByRole('button', { name: text.case.close }).click()
  await page.getByRole('button', { name: text.case.undo }).click()
  await page.getByText(text.case.reopened).waitFor()
  await page.getByRole('button', { name: text.case.close }).click()
  await page.getByText(text.case.closedNote).waitFor()
  expect(errors).toEqual([])
})
