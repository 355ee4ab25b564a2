import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { paymentList } from '#contract/payments.ts'
import type { wallet } from '#contract/wallet.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { type Member, succeed } from './support/members.ts'
import { goTo } from './support/profile-pages.ts'
import { choosePaypal, setCharges, startPlan, subscribe, subscriptionOf } from './support/subscribing.ts'
import { advanceClock, clockNow, eventually, type Page } from './support/world.ts'

const creditsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof wallet>>('/api_v2/wallet', {}, token)).credits
const paymentsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof paymentList>>('/api_v2/payment/list', {}, token)).list

/** Until an hour after the running cycle's end; a session that is used meanwhile stays valid. */
async function passCycle(member: Member): Promise<void> {
  const { cycleEndsAt } = (await subscriptionOf(member))!
  await advanceClock('P15D')
  await subscriptionOf(member)
  const left = Math.ceil((Date.parse(cycleEndsAt) - Date.parse(await clockNow())) / 60_000) + 60
  await advanceClock(`PT${left}M`)
}

const stateOf = (member: Member) => async () => (await subscriptionOf(member))?.state

const openSetup = async (page: Page) => {
  await goTo(page, PATHS.setup)
  await page.reload()
}

test('a free month by PayPal is renewed: charged once, with new credits; the old ones are forfeited', async () => {
  const { member, page, text } = await subscribe('PayPal')
  await passCycle(member)
  await eventually(stateOf(member)).toBe('active')
  await eventually(async () => (await paymentsOf(member)).length).toBe(1)
  expect(await paymentsOf(member)).toMatchObject([{ status: 'paid', purpose: 'renewal', amount: 8_800 }])
  await eventually(() => creditsOf(member)).toBe(60)
  await openSetup(page)
  await page.getByText(text.panel.states.active).waitFor()
  await goTo(page, PATHS.setupWallet)
  await page.getByText('−60').first().waitFor()
})

test('a renewal by AlipayHK that fails is said on the account; titles go on; another try renews the plan', async () => {
  const { member, page, text, ...agreement } = await subscribe('AlipayHK')
  await setCharges(agreement, 'decline')
  await passCycle(member)
  await eventually(stateOf(member)).toBe('past_due')
  await openSetup(page)
  const failure = page.getByRole('region', { name: text.panel.failedTitle })
  await failure.waitFor()
  await setCharges(agreement, 'succeed')
  await failure.getByRole('button', { name: text.panel.retry }).click()
  await eventually(stateOf(member)).toBe('active')
  await failure.waitFor({ state: 'detached' })
  await eventually(() => creditsOf(member)).toBe(60)
  expect(await paymentsOf(member)).toMatchObject([{ status: 'paid', purpose: 'renewal' }])
})

test('after a renewal that failed another kind of payment pays what is owed, and renews the plan from then on', async () => {
  const { member, page, text, ...agreement } = await subscribe('AlipayHK')
  await setCharges(agreement, 'decline')
  await passCycle(member)
  await eventually(stateOf(member)).toBe('past_due')
  await openSetup(page)
  const notice = page.getByRole('region', { name: text.panel.failedTitle }).first()
  await notice.getByRole('link', { name: text.panel.replace }).click()
  await page.getByText(text.change.payNow).first().waitFor()
  await startPlan(page, 'PayPal')
  await choosePaypal(page, 'approve')
  await page.getByText(text.result.startedTitle).waitFor()
  await eventually(stateOf(member)).toBe('active')
  expect(await subscriptionOf(member)).toMatchObject({ provider: 'paypal' })
  await eventually(() => creditsOf(member)).toBe(60)
  expect(await paymentsOf(member)).toMatchObject([{ status: 'paid', purpose: 'renewal', provider: 'paypal' }])
  await openSetup(page)
  await page.getByText(text.panel.states.active).waitFor()
  expect(await page.getByRole('region', { name: text.panel.failedTitle }).count()).toBe(0)
})

test('a plan is cancelled in two clicks, kept again, cancelled again, and ends with its credits', async () => {
  const { member, page, text } = await subscribe('PayPal')
  const { cancel, panel } = text
  const cancelPlan = async () => {
    await openSetup(page)
    await page.getByRole('link', { name: panel.cancel }).first().click()
    await page.getByRole('button', { name: cancel.confirm }).click()
    await page.getByText(cancel.doneTitle).waitFor()
    expect(await subscriptionOf(member)).toMatchObject({ state: 'cancelling', canUndo: true })
  }
  await cancelPlan()
  await page.getByText(cancel.doneVoided('60')).waitFor()
  await page.getByRole('button', { name: cancel.undo }).click()
  await eventually(stateOf(member)).toBe('trial')
  await cancelPlan()
  await passCycle(member)
  await eventually(async () => (await subscriptionOf(member))?.state ?? 'ended').toBe('ended')
  expect(await creditsOf(member)).toBe(0)
  expect(await paymentsOf(member)).toEqual([])
  await openSetup(page)
  await page.getByText(text.panel.none).waitFor()
})
