import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getSubscribableMonthlyPlanWeb, Plan } from '#contract/plans.ts'
import { access as accessEn } from '#text/en_US/titles.ts'
import { rentals as rentalsEn } from '#text/en_US/rentals.ts'
import { access as accessZh } from '#text/zh_HK/titles.ts'
import { rentals as rentalsZh } from '#text/zh_HK/rentals.ts'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, logInAsDemo, profilesOf, register, succeed } from './support/members.ts'
import { expectPlaying, playPath } from './support/playing.ts'
import { visitAs } from './support/profile-pages.ts'
import { settingsOn, visit, world } from './support/world.ts'

const { programId } = world.members
const TEXT = {
  zh_HK: { access: accessZh, rentals: rentalsZh, title: '會員之夜' },
  en_US: { access: accessEn, rentals: rentalsEn, title: 'Members’ Night' },
}
const DETAILS = `/#${PATHS.home}?programId=${programId}`

async function planOf(token: string, language: string): Promise<Plan> {
  const call = '/api/getSubscribableMonthlyPlanWeb.action'
  const answer = await succeed<OutputOf<typeof getSubscribableMonthlyPlanWeb>>(call, { language }, token)
  return answer.planList[0]!
}

test.each(settingsOn('phone'))(
  'a plan plays a members-only title, in $language on $size',
  async ({ language, size }) => {
    const { access, title } = TEXT[language]
    const member = await logInAsDemo('plan')
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page, errors } = await visitAs(member, { path: DETAILS, profile, language, size })
    const details = page.getByRole('dialog', { name: title })
    await details
      .getByRole('link', { name: `${access.play.plan} ${access.playNote.plan}` })
      .first()
      .click()
    await expectPlaying(page)
    expect(errors).toEqual([])
  },
)

test.each(settingsOn('desktop'))(
  'without a plan its price stands on the button and in the dialog, which leads to it, in $language on $size',
  async ({ language, size }) => {
    const { access, rentals, title } = TEXT[language]
    const member = await register()
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { priceText, termsText } = await planOf(member.token, language)
    const { page, errors } = await visitAs(member, { path: DETAILS, profile, language, size })
    await page
      .getByRole('button', { name: `${access.buy.plan} ${priceText}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: rentals.planTitle(title) })
    await dialog.getByText(termsText).waitFor()
    const way = dialog.getByRole('link', { name: `${rentals.subscribe} ${priceText}` })
    expect(await way.getAttribute('href')).toBe(paths.monthlyFee({ programId }))
    expect(errors).toEqual([])
  },
)

test.runIf(isFull)('the player asks for a plan too', async () => {
  const member = await register()
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { page } = await visitAs(member, { path: playPath(programId), profile, language: 'en_US', size: 'phone' })
  await page.getByRole('dialog', { name: rentalsEn.planTitle(TEXT.en_US.title) }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
})

test('a visitor is asked to log in', async () => {
  const { page } = await visit({ path: DETAILS, language: 'en_US' })
  await page.getByRole('link', { name: accessEn.login }).first().waitFor()
})
