import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { paymentList } from '#contract/payments.ts'
import { succeed } from './support/members.ts'
import { creditsOf, openTopUp } from './support/paying.ts'
import { eventually, hashOf } from './support/world.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'

// How each kind of payment goes, and what becomes of one that is declined or left: payment-kinds.test.ts.
test('a member tops up by PayPal and returns to what the server says, also after a reload', async () => {
  const { member, page, text } = await openTopUp({ language: 'en_US', packId: 'credits-100' })
  await page.getByRole('radio', { name: 'PayPal' }).press('Space')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/checkoutnow\?/)
  await page.locator('button[value=approve]').click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
  await page.getByText(text.result.paidTitle('100')).waitFor()
  expect(await creditsOf(member)).toBe(100)
  await page.reload()
  await page.getByText(text.result.paidTitle('100')).waitFor()
  const { list } = await succeed<OutputOf<typeof paymentList>>('/api_v2/payment/list', {}, member.token)
  expect(list).toMatchObject([{ status: 'paid', credits: 100, amount: 10_000, provider: 'paypal' }])
})

test('on a phone AlipayHK is chosen at first and opens its app by a link: a phone cannot scan its own screen', async () => {
  const { member, page, text } = await openTopUp({ size: 'phone', packId: 'credits-50' })
  const { alipay } = text.providers
  expect(await page.getByRole('radio', { name: alipay }).isChecked()).toBe(true)
  await page.locator('form button[type=submit]').click()
  const dialog = page.getByRole('dialog', { name: text.qr.title(alipay) })
  await dialog.getByRole('link', { name: text.qr.open(alipay) }).click()
  await page.locator('button[value=approve]').click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
  await page.getByText(text.result.paidTitle('50')).waitFor()
  expect(await creditsOf(member)).toBe(50)
})
