import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { access } from '#text/zh_HK/titles.ts'
import { staff as en } from '#text/en_US/staff.ts'
import { staff as zh } from '#text/zh_HK/staff.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, profilesOf, register } from './support/members.ts'
import { expectPlaying } from './support/playing.ts'
import { visitAs } from './support/profile-pages.ts'
import { subscriptionOf } from './support/subscribing.ts'
import { type Page, visit, world } from './support/world.ts'

const { company, numbers } = world.staff
const aNumber = (): string => numbers[randomInt(numbers.length)]!

async function check(page: Page, text: typeof zh, staffNumber: string): Promise<void> {
  await page.getByRole('textbox', { name: text.company }).fill(company)
  await page.getByRole('textbox', { name: text.number }).fill(staffNumber)
  await page.getByRole('button', { name: text.check }).click()
}

test('staff of a company take its plan with their number, and watch a members-only title', async () => {
  const member = await register()
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { page, errors } = await visitAs(member, { path: `/#${PATHS.sunStaff}`, profile })
  await check(page, zh, 'HP0000')
  await page.getByText(zh.notFound).waitFor()
  await check(page, zh, aNumber())
  await page.getByText(zh.verified(company)).waitFor()
  await page.getByRole('button', { name: zh.take }).click()
  await page.getByText(zh.done.kicker).waitFor()
  expect(await subscriptionOf(member)).toMatchObject({ planId: 'staff-pass' })
  await page.goto(`${world.url}/#${PATHS.home}?programId=${world.members.programId}`)
  await page.reload()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`^${access.play.plan}`, 'u') })
    .first()
    .click()
  await expectPlaying(page)
  expect(errors).toEqual([])
})

test('a visitor on the page inside WeChat sees the plan, and is asked to log in before it is taken', async () => {
  const { page, errors } = await visit({ path: `/#${PATHS.sunStaffWechat}`, language: 'en_US', size: 'phone' })
  await check(page, en, aNumber())
  await page.getByText(en.verified(company)).waitFor()
  await page.getByText(en.visitor).waitFor()
  await page.getByRole('button', { name: en.take }).click()
  await page.getByRole('dialog').waitFor()
  expect(errors).toEqual([])
})
