import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { wallet } from '#contract/wallet.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { type Member, register, succeed } from './support/members.ts'
import { finishPayment } from './support/paying.ts'
import { goTo } from './support/profile-pages.ts'
import { approveByPhone, choosePaypal, newPayer, openPlans, startPlan, subscriptionOf } from './support/subscribing.ts'
import { loginPrompt as promptText } from '#text/zh_HK/login.ts'
import { payments } from '#text/zh_HK/payments.ts'
import { plans as zh } from '#text/zh_HK/plans-web.ts'
import { eventually, hashOf, visit, waitForScreen } from './support/world.ts'

const creditsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof wallet>>('/api_v2/wallet', {}, token)).credits

test('a new member starts a free month by PayPal, and sees it on the account, also after a reload', async () => {
  const member = await register()
  const { page, errors } = await openPlans(member, { language: 'en_US' })
  const text = await startPlan(page, 'PayPal', 'en_US')
  await choosePaypal(page, 'approve')
  await page.getByText(text.result.startedTitle).waitFor()
  await page.getByText(text.result.trialToday).waitFor()
  await page.reload()
  await page.getByText(text.result.startedTitle).waitFor()
  expect(await creditsOf(member)).toBe(60)
  expect(await subscriptionOf(member)).toMatchObject({ state: 'trial', provider: 'paypal', amount: 8_800 })
  await goTo(page, PATHS.setup)
  await page.getByText(text.panel.states.trial).waitFor()
  await goTo(page, PATHS.monthlyFee)
  await page.getByText(text.card.refusals.HAS_PLAN.title).waitFor()
  expect(errors).toEqual([])
})

test('a new member starts a free month by AlipayHK: the page follows once the phone has approved', async () => {
  const member = await register()
  const { page, errors } = await openPlans(member)
  const text = await startPlan(page, 'AlipayHK')
  await page.getByRole('dialog', { name: text.agreement.title('AlipayHK') }).waitFor()
  await approveByPhone(member, page)
  await page.getByText(text.result.startedTitle).waitFor()
  expect(await creditsOf(member)).toBe(60)
  expect(await subscriptionOf(member)).toMatchObject({ state: 'trial', provider: 'alipay' })
  expect(errors).toEqual([])
})

test('a kind that does not renew sells one month: its tile, the dates and the account say so', async () => {
  const member = await register()
  const { page, errors } = await openPlans(member)
  for (const [kind, note] of [
    ['paypal', zh.card.renews],
    ['payme', zh.card.once],
  ] as const) {
    const tile = page.getByRole('radio', { name: `${zh.providers[kind]} ${note}`, exact: true })
    await tile.press('Space')
  }
  await page.getByText(zh.card.prepaidEnd).waitFor()
  await page.getByText(zh.card.prepaid, { exact: true }).waitFor()
  await page.getByRole('checkbox').press('Space')
  await page.getByRole('button', { name: `${zh.card.payOnce} HK$88` }).click()
  await finishPayment({ member, page, kind: 'payme', choice: 'approve', text: zh })
  await page.getByText(payments.result.paid, { exact: true }).waitFor()
  await eventually(async () => (await subscriptionOf(member))?.state).toBe('cancelling')
  expect((await subscriptionOf(member))!.nextChargeAt).toBeUndefined()
  expect(await creditsOf(member)).toBe(60)
  await goTo(page, PATHS.setup)
  await page.getByText(zh.panel.prepaid).waitFor()
  await goTo(page, PATHS.setupCancelMonFee)
  await page.getByText(zh.cancel.prepaid).waitFor()
  expect(errors).toEqual([])
})

test('an agreement that the payer declines starts nothing and can be tried again', async () => {
  const member = await register()
  const { page } = await openPlans(member)
  const text = await startPlan(page, 'PayPal')
  await choosePaypal(page, 'decline')
  await page.getByText(text.result.nothingCharged).waitFor()
  expect(await subscriptionOf(member)).toBeNull()
  expect(await creditsOf(member)).toBe(0)
  await page.getByRole('link', { name: text.result.retry }).click()
  await page.getByRole('button', { name: new RegExp(`^${text.card.startTrial}`, 'u') }).waitFor()
})

test.runIf(isFull)('an agreement that the payer leaves is pending and starts nothing', async () => {
  const member = await register()
  const { page } = await openPlans(member)
  const text = await startPlan(page, 'PayPal')
  await choosePaypal(page, 'cancel')
  await page.getByText(text.result.pendingTitle('PayPal')).waitFor()
  expect(await subscriptionOf(member)).toBeNull()
})

test('a payer who had a free month is offered the plan without one, and charged only by choosing it', async () => {
  const payer = newPayer()
  for (const isFirst of [true, false]) {
    const member = await register()
    const { page } = await openPlans(member)
    const text = await startPlan(page, 'PayPal')
    await choosePaypal(page, 'approve', payer)
    if (isFirst) {
      await page.getByText(text.result.startedTitle).waitFor()
      continue
    }
    await page.getByText(text.result.trialUsedText).waitFor()
    expect(await subscriptionOf(member)).toBeNull()
    await page.getByRole('link', { name: text.result.withoutTrial }).click()
    await page.getByRole('button', { name: new RegExp(`^${text.card.subscribe}`, 'u') }).waitFor()
    expect(await page.getByText(text.card.trial).count()).toBe(0)
    await startPlan(page, 'PayPal')
    await choosePaypal(page, 'approve', payer)
    await page.getByText(text.result.startedTitle).waitFor()
    expect(await subscriptionOf(member)).toMatchObject({ state: 'active', amount: 8_800 })
  }
})

test('a visitor sees the plan, is asked to log in by the button, and comes back to it', async () => {
  const { page } = await visit({ path: `/#${PATHS.monthlyFee}`, language: 'zh_HK' })
  await waitForScreen(page)
  await page.getByText(zh.card.trial).waitFor()
  await page.getByRole('radio', { name: /^AlipayHK/u }).press('Space')
  await page.locator('form button[type=submit]').click()
  const prompt = page.getByRole('dialog', { name: promptText.title })
  await prompt.getByRole('button', { name: promptText.login }).click()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.login}`)
})
