import { expect, test } from 'vitest'
import { plans } from '#text/zh_HK/plans-web.ts'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { register } from './support/members.ts'
import { creditsOf, openTopUp, payBy } from './support/paying.ts'
import { openPlans, subscriptionOf } from './support/subscribing.ts'
import { eventually, hashOf } from './support/world.ts'

/** What their payers can do besides paying. One kind stands for all, unless it is `npm run test:full`. */
const ALL_KINDS = [
  { kind: 'wechat', refusals: [] },
  { kind: 'payme', refusals: ['decline'] },
  { kind: 'octopus', refusals: ['decline'] },
  { kind: 'payasia', refusals: ['decline', 'cancel'] },
  { kind: 'crypto', refusals: ['cancel'] },
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

test('a member pays for one month in cryptocurrency, without a trial or a renewal', async () => {
  const member = await register()
  const { page, errors } = await openPlans(member, { path: PATHS.cryptoPay })
  await page.getByText(plans.crypto.factList[0]!.text).waitFor()
  await page.getByRole('checkbox').check({ force: true })
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/btcpay\/checkout\?/)
  await page.locator('button[value=approve]').click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
  await eventually(async () => (await subscriptionOf(member))?.state).toBe('cancelling')
  const plan = (await subscriptionOf(member))!
  expect([plan.nextChargeAt, plan.provider, plan.extraCredits]).toEqual([undefined, undefined, 60])
  expect(errors).toEqual([])
})
