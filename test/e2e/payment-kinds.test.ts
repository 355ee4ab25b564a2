import { expect, test } from 'vitest'
import { payments } from '#text/zh_HK/payments-web.ts'
import { plans } from '#text/zh_HK/plans-web.ts'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { register } from './support/members.ts'
import { creditsOf, openTopUp, type PayerChoice, payBy } from './support/paying.ts'
import { openPlans, subscriptionOf } from './support/subscribing.ts'
import { eventually, hashOf, type Page } from './support/world.ts'

/** What their payers can do besides paying. One kind stands for all, unless it is `npm run test:full`. */
const ALL_KINDS = [
  { kind: 'wechat', refusals: [] },
  { kind: 'payme', refusals: ['decline'] },
  { kind: 'octopus', refusals: ['decline'] },
  { kind: 'payasia', refusals: ['decline', 'cancel'] },
] as const
const KINDS = ALL_KINDS.map((one) => (isFull || one.kind === 'payasia' ? one : { ...one, refusals: [] }))
const LANGUAGES = isFull ? (['zh_HK', 'en_US'] as const) : (['zh_HK'] as const)

test.each(KINDS.flatMap((one) => LANGUAGES.map((language) => ({ ...one, language }))))(
  'a member tops up by $kind in $language; a payment that was refused or left takes nothing',
  async ({ kind, refusals, language }) => {
    const { member, page, errors, text } = await openTopUp({ language })
    for (const choice of refusals) {
      await payBy({ member, page, kind, choice, text })
      const title = choice === 'decline' ? text.result.failedTitle : text.result.pendingTitle(text.providers[kind])
      await page.getByText(title).first().waitFor()
      await page.goto(`${new URL(page.url()).origin}/${paths.payPoint()}`)
    }
    expect(await creditsOf(member)).toBe(0)
    await payBy({ member, page, kind, choice: 'approve', text })
    await page.getByText(text.result.paidTitle('50')).waitFor()
    expect(await creditsOf(member)).toBe(50)
    expect(errors).toEqual([])
  },
)

/** The member agrees to the conditions of `/cryptopay`, and chooses on the payment page. */
async function payByCrypto(page: Page, choice: PayerChoice): Promise<void> {
  await page.getByText(plans.crypto.factList[0]!.text).waitFor()
  await page.getByRole('checkbox').check({ force: true })
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/btcpay\/checkout\?/)
  await page.locator(`button[value=${choice}]`).click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
}

test('a member pays for one month in cryptocurrency, without a trial or a renewal; one that was left begins nothing', async () => {
  const member = await register()
  const { page, errors } = await openPlans(member, { path: PATHS.cryptoPay })
  await payByCrypto(page, 'cancel')
  await page.getByText(payments.result.pendingTitle(payments.providers.crypto)).first().waitFor()
  expect(await subscriptionOf(member)).toBeNull()
  await page.goto(`${new URL(page.url()).origin}/${paths.cryptoPay()}`)
  await payByCrypto(page, 'approve')
  await eventually(async () => (await subscriptionOf(member))?.state).toBe('cancelling')
  const plan = (await subscriptionOf(member))!
  expect([plan.nextChargeAt, plan.provider, plan.extraCredits]).toEqual([undefined, undefined, 60])
  expect(errors).toEqual([])
})
