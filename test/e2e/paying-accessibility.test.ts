import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { giftCards } from '#text/zh_HK/gift-cards.ts'
import { redeem } from '#text/zh_HK/codes.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { seriousViolations, tabTo } from './support/accessibility.ts'
import { chooseProfile, demoCode, profilesOf, register } from './support/members.ts'
import { expectPath, visitAs } from './support/profile-pages.ts'
import { eventually, type Page, visit, waitForScreen, world } from './support/world.ts'

const VISITOR_SCREENS = [
  PATHS.monthlyFee,
  PATHS.warriors48,
  PATHS.warrior,
  PATHS.enjoyHmvod,
  PATHS.hmvodPlan,
  PATHS.cryptoPay,
  PATHS.giftCard,
  `${PATHS.giftCard}?view=balance`,
  PATHS.specialSales,
  `${PATHS.specialSaleDetail}?goodsId=crossing-bluray`,
  `${PATHS.footBill}?saleId=winter-discs`,
  PATHS.redeem,
  PATHS.redeemCode,
  PATHS.monthlyRedeem,
  PATHS.monthlyRedeemCode,
  PATHS.hgcCode,
  PATHS.hgcCodeEn,
  PATHS.sunStaff,
  `${PATHS.payPlayButton}?for=${world.rental.programId}`,
]
const MEMBER_SCREENS = [
  PATHS.payPoint,
  PATHS.setupWallet,
  PATHS.setupPayments,
  PATHS.setupDeliveries,
  PATHS.setupPurchased,
  PATHS.setupExchangeCode,
  PATHS.setupCancelMonFee,
  `${PATHS.giftCard}?view=mine`,
  `${PATHS.home}?programId=${world.rental.programId}`,
]
const SIZES = ['desktop', 'phone'] as const

/**
 * The serious violations of screens. A page shows the first one; the others are opened in its tab as if their address were typed.
 * What a screen awaits keeps the place of its data.
 */
async function violationsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const [at, path] of paths.entries()) {
    // Another query each time: a changed hash alone would not load the page.
    if (at > 0) await page.goto(`${world.url}/?${at}#${path}`, { waitUntil: 'domcontentloaded' })
    await page.locator('main :is(h1, h2)').first().waitFor()
    await page.waitForLoadState('networkidle')
    await eventually(() => page.locator('main [data-awaited]').count()).toBe(0)
    await expectPath(page, path.split('?')[0]!)
    found.push(...(await seriousViolations(page)).map((violation) => `${path}: ${violation}`))
  }
  return found
}

describe.runIf(isFull).each(LANGUAGES)('in %s', (language) => {
  test.each(SIZES)('a visitor’s screens (%s) have no serious violations', async (size) => {
    const path = `/#${VISITOR_SCREENS[0]}`
    const { page } = await visit({ path, size, language, options: { reducedMotion: 'reduce' } })
    expect(await violationsOf(page, VISITOR_SCREENS)).toEqual([])
  })

  test.each(SIZES)('a member’s screens (%s) have no serious violations', async (size) => {
    const member = await register()
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page } = await visitAs(member, { path: `/#${MEMBER_SCREENS[0]}`, profile, language, size })
    expect(await violationsOf(page, MEMBER_SCREENS)).toEqual([])
  })
})

async function openAsMember(path: string) {
  const member = await register()
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { page, errors } = await visitAs(member, { path: `/#${path}`, profile })
  await waitForScreen(page)
  return { page, errors }
}

test('a gift card is chosen and taken to its payment by keyboard alone', async () => {
  const { page, errors } = await openAsMember(PATHS.giftCard)
  const { designs, buy, confirm } = giftCards
  await tabTo(page, 'input[name=design]')
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: designs.neon }).isChecked()).toBe(true)
  await tabTo(page, 'input[name=value]')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'input[name=to]')
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByRole('radio', { name: buy.toChoices.self }).isChecked()).toBe(true)
  await tabTo(page, 'input[name=provider]')
  const kinds = await page.locator('input[name=provider]').count()
  const paypal = page.getByRole('radio', { name: 'PayPal' })
  for (let n = 0; n < kinds && !(await paypal.isChecked()); n++) await page.keyboard.press('ArrowRight')
  await tabTo(page, 'main form button[type=submit]')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: confirm.title })
  await dialog.getByText(designs.neon).waitFor()
  await dialog.getByText('HK$100').waitFor()
  // The dialog puts the focus on its button.
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain(confirm.pay)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/checkoutnow\?/)
  expect(errors).toEqual([])
})

test('a code is looked at and redeemed by keyboard alone', async () => {
  const code = await demoCode(/50 credits/)
  const { page, errors } = await openAsMember(PATHS.redeem)
  await tabTo(page, 'main form input')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: redeem.gives }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(redeem.gives)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(redeem.confirm)
  await page.keyboard.press('Enter')
  await page.getByText(redeem.done.kicker).waitFor()
  expect(errors).toEqual([])
})
