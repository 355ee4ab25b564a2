import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { paymentList, paymentStatus } from '#contract/payments.ts'
import type { wallet } from '#contract/wallet.ts'
import { payments as paymentsEn } from '#text/en_US/payments-web.ts'
import { payments as paymentsZh } from '#text/zh_HK/payments-web.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, type Member, profilesOf, register, succeed } from './support/members.ts'
import { visitAs } from './support/profile-pages.ts'
import { eventually, hashOf, type Page } from './support/world.ts'

const creditsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof wallet>>('/api_v2/wallet', {}, token)).credits

/** A new member on the top-up screen. */
async function openTopUp(language: 'zh_HK' | 'en_US') {
  const member = await register()
  const [first] = await profilesOf(member)
  const profile = await chooseProfile(member, first!)
  const { page, errors } = await visitAs(member, { path: `/#${PATHS.payPoint}?packId=credits-100`, profile, language })
  return { member, page, errors }
}

/** The member goes to PayPal's page and chooses there. */
async function payByPaypal(page: Page, choice: 'approve' | 'decline' | 'cancel'): Promise<void> {
  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true })
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/checkoutnow\?/)
  await page.locator(`button[value=${choice}]`).click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
}

test('a member tops up by PayPal and returns to what the server says', async () => {
  const text = paymentsEn
  const { member, page } = await openTopUp('en_US')
  await payByPaypal(page, 'approve')
  await page.getByText(text.result.paidTitle('100')).waitFor()
  expect(await creditsOf(member)).toBe(100)
  await page.reload()
  await page.getByText(text.result.paidTitle('100')).waitFor()
  const { list } = await succeed<OutputOf<typeof paymentList>>('/api_v2/payment/list', {}, member.token)
  expect(list).toMatchObject([{ status: 'paid', credits: 100, amount: 10_000, provider: 'paypal' }])
})

test.each([
  ['declined', 'decline', 'failedTitle'],
  ['left without paying', 'cancel', 'pendingTitle'],
] as const)('a payment by PayPal that is %s takes nothing', async (_, choice, title) => {
  const { result } = paymentsZh
  const { member, page } = await openTopUp('zh_HK')
  await payByPaypal(page, choice)
  const shown = title === 'failedTitle' ? result.failedTitle : result.pendingTitle('PayPal')
  await page.getByText(shown).first().waitFor()
  expect(await creditsOf(member)).toBe(0)
})

test('a member tops up by AlipayHK: the page follows once the phone has paid', async () => {
  const { qr, result } = paymentsZh
  const { member, page, errors } = await openTopUp('zh_HK')
  await page.getByRole('radio', { name: 'AlipayHK' }).check({ force: true })
  await page.locator('form button[type=submit]').click()
  const dialog = page.getByRole('dialog', { name: qr.title('AlipayHK') })
  await dialog.getByRole('img', { name: qr.image('AlipayHK') }).waitFor()
  const outTradeNo = /[0-9a-f]{32}/.exec(await dialog.innerText())?.[0] ?? ''
  const status = await succeed<OutputOf<typeof paymentStatus>>('/api_v2/payment/status', { outTradeNo }, member.token)
  const phone = await fetch(status.nextAction!.qrText!, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approve' }),
  })
  expect(phone.status).toBe(200)
  await page.getByText(result.paidTitle('100')).waitFor()
  expect(await creditsOf(member)).toBe(100)
  expect(errors).toEqual([])
})
