import { expect, test } from 'vitest'
import type { Role } from '#contract/admin/endpoint.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { paymentList } from '#contract/payments.ts'
import { consoleOrder as orderEn } from '#text/en_US/console-order.ts'
import { consoleShell as consoleShellEn } from '#text/en_US/console-shell.ts'
import { consoleCustomers } from '#text/zh_HK/console-customers.ts'
import { consoleOrder } from '#text/zh_HK/console-order.ts'
import { consoleOrders } from '#text/zh_HK/console-orders.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { type Member, register, succeed } from './support/members.ts'
import { creditsOf, memberWithCredits } from './support/paying.ts'
import { eventually, type Page, SIZES } from './support/world.ts'

async function orderNumberOf({ token }: Member): Promise<string> {
  const { list } = await succeed<OutputOf<typeof paymentList>>('/api_v2/payment/list', {}, token)
  return list[0]!.orderNumber
}

const signedIn = (role: Role, language: Language) => visitSignedIn('/', { name: `Op ${role}`, roles: [role], language })

/** Their rows are wider than the space they have. */
const cutTables = (page: Page) =>
  page.locator('table').evaluateAll((tables) =>
    tables.flatMap(({ ariaLabel, parentElement }) => {
      const { scrollWidth, clientWidth } = parentElement!
      return scrollWidth > clientWidth ? [`${ariaLabel}: ${scrollWidth} of ${clientWidth}`] : []
    }),
  )

test('finance refunds a top-up in full and sees how it went; care is told to ask finance above the limit', async () => {
  // AlipayHK returns money at once.
  const provider = 'alipay'
  const member = await memberWithCredits(undefined, { provider })
  const richer = await memberWithCredits(undefined, { provider, pack: 'credits-500' })
  const [small, large] = [await orderNumberOf(member), await orderNumberOf(richer)]

  const { page, errors } = await signedIn('finance', 'zh_HK')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('searchbox', { name: consoleOrders.search }).fill(small)
  const row = page.getByRole('link', { name: consoleOrders.open(small) })
  await eventually(() => page.locator('[data-row]').count()).toBe(1)
  expect(await seriousViolations(page)).toEqual([])
  await row.focus()
  await page.keyboard.press('Enter')
  const { refund, events, refundEnded } = consoleOrder
  await page.getByText(events.covered).waitFor()
  await page.getByText(refund.credits('50')).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: refund.submit('HK$50') }).click()
  const dialog = page.getByRole('dialog', { name: refund.confirmTitle('HK$50') })
  await dialog.getByLabel(consoleShell.reason).fill('重複增值')
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText(refund.done('HK$50')).waitFor()
  expect(await creditsOf(member)).toBe(0)
  await page.getByText(refundEnded.succeeded).waitFor()
  await page.getByText(refund.limits.state).waitFor()
  expect(await page.getByText(/\+852/).count()).toBe(0)

  const care = await signedIn('care', 'en_US')
  await care.page.goto(`${care.page.url().split('#')[0]}#/orders/${large}`)
  await care.page.getByText(orderEn.refund.finance).waitFor()
  expect(await care.page.getByRole('button', { name: orderEn.refund.submit('HK$500') }).isDisabled()).toBe(true)
  await care.page.getByLabel(orderEn.refund.amount).fill('200')
  await care.page.getByText(orderEn.refund.alone('HK$200')).waitFor()
  await care.page.goto(`${care.page.url().split('#')[0]}#/payments`)
  await care.page.getByText(consoleShellEn.noPermission.title).waitFor()
  expect(await creditsOf(richer)).toBe(500)
  for (const seen of [errors, care.errors]) expect(seen).toEqual([])
})

test.each([
  ['titles', 1440, 900],
  ['orders', 1280, 800],
  ['orders', 1024, 768],
  ['orders', 820, 1180],
] as const)('the list of %s in English fits a window of %i px', async (name, width, height) => {
  await memberWithCredits()
  const { page, errors } = await signedIn('care', 'en_US')
  await page.setViewportSize({ width, height })
  await page.goto(`${page.url().split('#')[0]}#/${name}`)
  await page.locator('[data-row]').first().waitFor()
  expect(await cutTables(page)).toEqual([])
  expect(errors).toEqual([])
})

test('on a phone the views of a customer keep their words in one piece', async () => {
  const { userId } = await register()
  const { page, errors } = await signedIn('care', 'zh_HK')
  await page.setViewportSize(SIZES.phone.viewport)
  await page.goto(`${page.url().split('#')[0]}#/customers/${userId}`)
  const views = page.getByRole('group', { name: consoleCustomers.tabs.label }).locator('label')
  await views.first().waitFor()
  const heights = await views.evaluateAll((labels) => labels.map(({ clientHeight }) => clientHeight))
  expect(Math.max(...heights)).toBeLessThanOrEqual(44)
  expect(errors).toEqual([])
})
