import { expect, test } from 'vitest'
import type { cinemaList } from '#contract/cinema.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { cinema as en } from '#text/en_US/cinema.ts'
import { cinema as text } from '#text/zh_HK/cinema.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, profilesOf, register, succeed } from './support/members.ts'
import { goTo, registerWithKidsProfile, visitAs, waitForKidsHome } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, queryOf, visit } from './support/world.ts'

const PATH = `/#${PATHS.cinema}`
const cinemas = (page: Page) => page.locator('main h3')

const films = async (status: 'showing' | 'coming') =>
  (await succeed<OutputOf<typeof cinemaList>>('/api_v2/cinema/list', { status })).list

/** The day after today: nothing of it has begun. */
const tomorrow = (page: Page) => page.getByRole('list', { name: text.days }).getByRole('button').nth(1)

test('a visitor browses films, days and districts of Hong Kong and Macau; the address keeps it, and Back returns', async () => {
  const [first, second] = await films('showing')
  const { page, errors } = await visit({ path: PATH })
  await page.getByRole('heading', { level: 2, name: first!.title, exact: true }).waitFor()
  await tomorrow(page).click()
  await cinemas(page).first().waitFor()
  await page.getByRole('button', { name: text.areas.MO, exact: true }).click()
  await eventually(() => cinemas(page).allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('龍環大戲院')]),
  )
  expect(await cinemas(page).filter({ hasText: '海旁影院' }).count()).toBe(0)
  await page.getByRole('combobox').selectOption({ label: '路環' })
  await eventually(() => cinemas(page).count()).toBe(1)
  const before = hashOf(page)
  expect(queryOf(page).get('area')).toBe('coloane')
  await page.getByRole('button', { name: second!.title, exact: true }).click()
  await page.getByRole('heading', { level: 2, name: second!.title, exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: first!.title, exact: true }).waitFor()
  expect(hashOf(page)).toBe(before)
  await page.reload()
  await eventually(() => cinemas(page).allTextContents()).toEqual([expect.stringContaining('船廠影院')])
  expect(await tomorrow(page).getAttribute('aria-pressed')).toBe('true')

  expect(errors).toEqual([])
})

test('on a phone in English a member asks to be told of a coming film, and takes it back', async () => {
  const member = await register('陳子晴')
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { page, errors } = await visitAs(member, { path: PATH, profile, language: 'en_US', size: 'phone' })
  await page.getByRole('button', { name: new RegExp(`^${en.tabs.coming}`) }).click()
  await page.getByText(en.notYet).waitFor()
  const [title] = await page.locator('main h2').allTextContents()
  await page.getByRole('button', { name: en.notifyOf(title!) }).click()
  await page.getByText(en.toastNotify).waitFor()
  await page.reload()
  await page.getByRole('button', { name: en.notifiedOf(title!) }).click()
  await page.getByText(en.toastNotNotify).waitFor()
  await page.getByRole('button', { name: en.notifyOf(title!) }).waitFor()
  expect(errors).toEqual([])
})

test('a visitor who wants to be told logs in first; a child sees no cinema', async () => {
  const [soon] = await films('coming')
  const { page } = await visit({ path: `${PATH}?status=coming&film=${soon!.programId}` })
  await page.getByRole('button', { name: text.notifyOf(soon!.title) }).click()
  await page.getByRole('dialog').getByRole('button', { name: '登入' }).waitFor()
  const { member, profile } = await registerWithKidsProfile()
  const child = await visitAs(member, { path: PATH, profile })
  await waitForKidsHome(child.page)
  await goTo(child.page, PATHS.cinema)
  await waitForKidsHome(child.page)
})
