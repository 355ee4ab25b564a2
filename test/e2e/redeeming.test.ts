import { expect, test } from 'vitest'
import type { userInfo, userProfile } from '#contract/accounts.ts'
import type { giftCardList } from '#contract/codes.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { order } from '#contract/playback.ts'
import type { wallet } from '#contract/wallet.ts'
import { codes as codesEn, partnerCode as partnerEn } from '#text/en_US/codes.ts'
import { access } from '#text/zh_HK/titles.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { codes, partnerCode, redeem } from '#text/zh_HK/codes.ts'
import { giftCards } from '#text/zh_HK/gift-cards.ts'
import { numbers } from '#text/zh_HK/numbers.ts'
import { payments } from '#text/zh_HK/payments.ts'
import { rentals } from '#text/zh_HK/rentals.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { field as loginField, logIn } from './support/login-page.ts'
import { chooseProfile, demoCode, type Member, profilesOf, register, succeed } from './support/members.ts'
import { expectPlaying } from './support/playing.ts'
import { goTo, profileTile, visitAs } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, visit, world } from './support/world.ts'

type Quote = Extract<OutputOf<typeof order>, { resourceId: string }>

const vouchersOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof userInfo>>('/api/userInfo.action', {}, token)).tickets

const creditsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof wallet>>('/api_v2/wallet', {}, token)).credits

/** A new member with a chosen profile, at a screen. */
async function openAs(path: string, member?: Member) {
  const someone = member ?? (await register())
  const [first] = await profilesOf(someone)
  const profile = await chooseProfile(someone, first!)
  return { member: someone, profile, ...(await visitAs(someone, { path: `/#${path}`, profile })) }
}

const field = (page: Page, label = codes.label) => page.getByRole('textbox', { name: label })

async function preview(page: Page, code: string): Promise<void> {
  await field(page).pressSequentially(code)
  await page.getByRole('button', { name: redeem.preview }).click()
}

test('a member sees what a code gives before it is redeemed', async () => {
  const code = await demoCode(/50 credits/)
  const { member, page, errors } = await openAs(PATHS.setupExchangeCode)
  await preview(page, code.toLowerCase())
  await page.getByRole('heading', { name: redeem.gives }).waitFor()
  expect(await creditsOf(member)).toBe(0)
  await page.getByRole('button', { name: new RegExp(`^${redeem.confirm}`) }).click()
  await page.getByText(redeem.done.kicker).waitFor()
  expect(await creditsOf(member)).toBe(50)
  expect(errors).toEqual([])
})

test.runIf(isFull)('a visitor’s code survives the login', async () => {
  const code = await demoCode(/50 credits/)
  const member = await register('陳小文')
  const { page } = await visit({ path: `/#${PATHS.redeem}` })
  await preview(page, code)
  await page.getByRole('dialog').getByRole('button', { name: '登入' }).click()
  await logIn(page, member)
  await profileTile(page, '陳小文').click()
  await page.getByRole('heading', { name: redeem.gives }).waitFor()
  expect(hashOf(page)).toBe(`#${PATHS.redeem}`)
})

test('a visitor finds gift cards in the footer, and is back at theirs after the login', async () => {
  const member = await register('陳小禮')
  const { page, text } = await visit({ path: `/#${PATHS.home}` })
  const { giftCard } = text.site.footer
  await page.getByRole('contentinfo').getByRole('link', { name: giftCard, exact: true }).click()
  await page.getByRole('radio', { name: /^200/ }).press('Space')
  await page.getByRole('textbox', { name: numbers.mobile }).fill('61234567')
  await page.getByRole('textbox', { name: giftCards.buy.giverName }).fill('小禮')
  await page.getByRole('button', { name: new RegExp(`^${giftCards.buy.pay}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: '登入' }).click()
  // Both screens have a field of a number.
  await loginField(page, 'password').waitFor()
  await logIn(page, member)
  await profileTile(page, '陳小禮').click()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.giftCard}`)
  expect(await page.getByRole('radio', { name: /^200/ }).isChecked()).toBe(true)
})

test('a gift card is bought by PayPal, read by its buyer, and redeemed by another member once', async () => {
  const { member: buyer, page } = await openAs(PATHS.giftCard)
  await page.getByRole('radio', { name: /^100/ }).press('Space')
  await page.getByRole('radio', { name: giftCards.buy.toChoices.self }).press('Space')
  await page.getByRole('radio', { name: 'PayPal' }).press('Space')
  await page.getByRole('button', { name: new RegExp(`^${giftCards.buy.pay}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: giftCards.confirm.pay }).click()
  await page.waitForURL(/\/checkoutnow\?/)
  await page.locator('button[value=approve]').click()
  await eventually(() => hashOf(page)).toContain(PATHS.subscriptionResult)
  await page.getByRole('link', { name: payments.result.toBought.giftcard }).click()
  await page.getByText(giftCards.states.unused, { exact: true }).waitFor()
  const { list } = await succeed<OutputOf<typeof giftCardList>>('/api_v2/giftcard/list', {}, buyer.token)
  const code = list[0]?.code ?? ''
  await page.getByText(code).waitFor()

  const other = await openAs(PATHS.setupExchangeCode)
  await preview(other.page, code)
  await other.page.getByRole('button', { name: new RegExp(`^${redeem.confirm}`) }).click()
  await other.page.getByText(redeem.done.kicker).waitFor()
  expect(await creditsOf(other.member)).toBe(100)

  await page.reload()
  await page.getByText(giftCards.states.redeemed, { exact: true }).waitFor()
  expect(await page.getByText(code).count()).toBe(0)
  const late = await openAs(PATHS.setupExchangeCode)
  await preview(late.page, code)
  await late.page.getByText(codes.refused.CODE_USED.title).waitFor()
  expect(await creditsOf(late.member)).toBe(0)
})

test.runIf(isFull)('an account is bound to a partner in English, whatever the stored language is', async () => {
  const code = await demoCode(/binds to suntel/)
  const { member, page } = await openAs(PATHS.hgcCodeEn)
  await page.getByRole('radio', { name: partnerEn.partners.suntel }).press('Space')
  await field(page, partnerEn.label).pressSequentially(code)
  await page.getByRole('button', { name: partnerEn.submit }).click()
  await page.getByRole('button', { name: partnerEn.confirm.yes }).click()
  await page.getByText(partnerEn.done.title(partnerEn.partners.suntel)).waitFor()
  await page.getByText(codesEn.amount.voucher('2')).waitFor()
  const { profile } = await succeed<OutputOf<typeof userProfile>>('/api/userProfile.action', {}, member.token)
  expect(profile.partner).toBe('suntel')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh_HK')
})

test('a customer of a telecom partner binds the account, watches a title for a voucher, and the voucher is gone', async () => {
  const code = await demoCode(/binds to suntel/)
  const { programId } = world.voucher
  const { member, page, errors } = await openAs(PATHS.hgcCode)
  const { partners, confirm, done, label, submit } = partnerCode
  await page.getByRole('radio', { name: partners.suntel }).press('Space')
  await field(page, label).pressSequentially(code)
  await page.getByRole('button', { name: submit }).click()
  await page.getByRole('button', { name: confirm.yes }).click()
  await page.getByText(done.title(partners.suntel)).waitFor()
  await page.getByText(codes.amount.voucher('2')).waitFor()
  await goTo(page, PATHS.setup)
  await page.getByText(account.wallet.ticketKinds.voucher).first().waitFor()

  await page.goto(`${world.url}/#${PATHS.home}?programId=${programId}`)
  await page.reload()
  const { buttonText } = await succeed<Quote>('/api_v2/order', { programId }, member.token)
  expect(buttonText).toContain('1 張換領券')
  await page
    .getByRole('button', { name: `${access.buy.ticket} ${buttonText}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: rentals.voucherTitle('一券之夜') })
  await dialog.getByText(rentals.ownedVouchers('2')).waitFor()
  expect(await vouchersOf(member)).toBe(2)
  await dialog.getByRole('button', { name: new RegExp(`^${rentals.voucherConfirm}`, 'u') }).click()
  await expectPlaying(page)
  expect(await vouchersOf(member)).toBe(1)
  await page.reload()
  await expectPlaying(page)
  expect(await vouchersOf(member)).toBe(1)
  expect(errors).toEqual([])
})
