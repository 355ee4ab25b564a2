import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { order } from '#contract/playback.ts'
import type { wallet } from '#contract/wallet.ts'
import { access as accessEn } from '#text/en_US/titles.ts'
import { rentals as rentalsEn } from '#text/en_US/rentals.ts'
import { access as accessZh } from '#text/zh_HK/titles.ts'
import { rentals as rentalsZh } from '#text/zh_HK/rentals.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, logInAsDemo, profilesOf, register, succeed } from './support/members.ts'
import { expectPlaying, playPath } from './support/playing.ts'
import { goTo, visitAs } from './support/profile-pages.ts'
import { world } from './support/world.ts'

const { programId } = world.rental
const PRICE = 29
const TEXT = {
  zh_HK: { access: accessZh, rentals: rentalsZh, title: '天台一夜' },
  en_US: { access: accessEn, rentals: rentalsEn, title: 'Rooftop Night' },
}

type Quote = Extract<OutputOf<typeof order>, { resourceId: string }>
const creditsOf = async (token: string) => (await succeed<OutputOf<typeof wallet>>('/api_v2/wallet', {}, token)).credits

/** Except in the full run, on a phone only. */
const RENTERS = [
  { language: 'zh_HK', size: 'desktop', kind: 'plain' },
  { language: 'en_US', size: 'phone', kind: 'history' },
] as const

test.each(RENTERS.filter(({ size }) => isFull || size === 'phone'))(
  'a member rents a title in $language on $size, to the credit',
  async ({ language, size, kind }) => {
    const { access, rentals, title } = TEXT[language]
    const member = await logInAsDemo(kind)
    const [first] = await profilesOf(member)
    const profile = await chooseProfile(member, first!)
    const before = await creditsOf(member.token)
    const { buttonText } = await succeed<Quote>('/api_v2/order', { programId, language }, member.token)

    const path = `/#${PATHS.home}?programId=${programId}`
    const { page, errors } = await visitAs(member, { path, profile, language, size })
    const offer = page.getByRole('button', { name: `${access.buy.rental} ${buttonText}` }).first()
    await offer.click()
    const dialog = page.getByRole('dialog', { name: rentals.confirmTitle(title) })
    await dialog.getByText(rentals.takenLabel(String(PRICE))).waitFor({ state: 'attached' })
    await dialog.getByText(rentals.left(String(before - PRICE))).waitFor()
    await dialog.getByRole('button', { name: new RegExp(`^${rentals.confirm}`, 'u') }).dblclick()
    await expectPlaying(page)
    expect(await creditsOf(member.token)).toBe(before - PRICE)

    await goTo(page, PATHS.setupWallet)
    const line = page.getByRole('row').filter({ hasText: title })
    await line.getByText(`−${PRICE}`).waitFor()
    await goTo(page, PATHS.setupPurchased)
    await page.getByRole('link', { name: rentals.purchased.playOf(title) }).click()
    await expectPlaying(page)
    expect(await creditsOf(member.token)).toBe(before - PRICE)
    expect(errors).toEqual([])
  },
)

test('a member without credits is told at the player what is missing, and is charged nothing', async () => {
  const member = await register()
  const [first] = await profilesOf(member)
  const profile = await chooseProfile(member, first!)
  const { rentals } = TEXT.en_US
  const { page } = await visitAs(member, { path: playPath(programId), profile, language: 'en_US', size: 'phone' })
  const dialog = page.getByRole('dialog', { name: rentals.missingTitle(String(PRICE)) })
  await dialog.getByText('There is not enough credits to play this program').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
  expect(await creditsOf(member.token)).toBe(0)
})
