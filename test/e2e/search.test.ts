import { expect, test } from 'vitest'
import { search as searchEn } from '#text/en_US/search.ts'
import { search } from '#text/zh_HK/search.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, profilesOf, register } from './support/members.ts'
import { expectPath, goTo, visitAs } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, settingsOn, visit, world } from './support/world.ts'

const TEXT = { zh_HK: search, en_US: searchEn }
const field = (page: Page) => page.locator('input[role=combobox]')
/** The first filter of the results. */
const genre = (page: Page) => page.locator('main select').first()
const options = (page: Page) => page.getByRole('option')

test.each(settingsOn('desktop'))(
  'a visitor searches by address, in $language on a $size',
  async ({ language, size }) => {
    const text = TEXT[language]
    const { page, errors } = await visit({ path: `/#${PATHS.search}`, language, size })
    await page.getByRole('heading', { name: text.popular }).waitFor()
    await expect(page.getByRole('button', { name: text.open, exact: true }).count()).resolves.toBe(0)

    await field(page).press('Enter')
    await page.getByText(text.enter).waitFor()

    await field(page).pressSequentially('je6dou6')
    await eventually(() => options(page).first().textContent()).toContain('je6 dou6')
    await field(page).press('Escape')
    await eventually(() => options(page).count()).toBe(0)

    await field(page).press('Enter')
    await page.getByRole('heading', { name: text.resultsFor('je6dou6') }).waitFor()
    await page.locator('main ul a').first().waitFor()
    expect(hashOf(page)).toBe(`#${PATHS.search}?keyword=je6dou6`)

    await field(page).fill('zzqqxx')
    await field(page).press('Enter')
    await page.getByText(text.none).waitFor()
    await page.getByRole('heading', { name: text.popularTitles }).waitFor()
    expect(errors).toEqual([])
  },
)

test('a filter stands in the address, and Back from a title finds the results as they were', async () => {
  const { page, errors } = await visit({ path: `/#${PATHS.search}?keyword=${encodeURIComponent('夜')}` })
  await page.locator('main ul a').first().waitFor()
  await genre(page).selectOption('drama')
  await eventually(() => hashOf(page)).toContain('genre=drama')
  const card = page.locator('main ul a').first()
  await card.waitFor()
  await card.click()
  await page.locator('dialog[open]').waitFor()
  await page.goBack()
  await eventually(() => page.locator('dialog[open]').count()).toBe(0)
  expect(await genre(page).inputValue()).toBe('drama')
  expect(await field(page).inputValue()).toBe('夜')
  expect(errors).toEqual([])
})

test('the names of the cast lead to their titles, and Back to the details; children get names without links', async () => {
  const path = `${PATHS.home}?programId=tram`
  const { page, errors } = await visit({ path: `/#${path}` })
  const details = page.locator('dialog[open]')
  const name = details.locator('dd a').first()
  await name.waitFor()
  const person = await name.innerText()
  await name.click()
  await page.getByRole('heading', { name: search.resultsFor(person) }).waitFor()
  await page.locator('main ul a').first().waitFor()
  await page.goBack()
  await details.locator('dd').first().waitFor()
  expect(errors).toEqual([])

  const kids = await visit({ path: `/#${PATHS.kids}?programId=milkbun`, kids: true })
  await kids.page.locator('dialog[open] dd').first().waitFor()
  expect(await kids.page.locator('dialog[open] dd a').count()).toBe(0)
}, 60_000)

test('a member searches from the header, and the search is kept until it is cleared', async () => {
  const member = await register()
  const [first] = await profilesOf(member)
  const profile = await chooseProfile(member, first!)
  const { page, errors } = await visitAs(member, { path: `/#${PATHS.movie}`, profile })
  await page.getByRole('button', { name: search.open, exact: true }).click()
  await field(page).pressSequentially('夜渡')
  await options(page).filter({ hasText: '夜渡' }).first().waitFor()
  await field(page).press('Enter')
  await page.getByRole('heading', { name: search.resultsFor('夜渡') }).waitFor()
  await page.goBack()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.movie}`)

  await page.getByRole('button', { name: search.open, exact: true }).click()
  await page.getByRole('button', { name: '夜渡', exact: true }).waitFor()
  await page.getByRole('button', { name: search.removeRecent('夜渡') }).click()
  await eventually(() => page.getByRole('heading', { name: search.recent }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('Back closes the search panel first, and the focus is on its button again', async () => {
  const member = await register()
  const [first] = await profilesOf(member)
  const { page, errors } = await visitAs(member, {
    path: `/#${PATHS.movie}`,
    profile: await chooseProfile(member, first!),
  })
  await goTo(page, PATHS.drama)
  await expectPath(page, PATHS.drama)
  const button = page.getByRole('button', { name: search.open, exact: true })
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await button.click()
    await field(page).waitFor()
    await close()
    await field(page).waitFor({ state: 'detached' })
    expect(hashOf(page)).toBe(`#${PATHS.drama}`)
    await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  await page.goBack()
  await expectPath(page, PATHS.movie)
  expect(errors).toEqual([])
})

test('a scene plays from its line', async () => {
  const answer = await fetch(`${world.url}/api_v2/revamp/search?keyword=${encodeURIComponent('尾班車')}`)
  const { scenes } = (await answer.json()) as { scenes: { at: number }[] }
  const { page } = await visit({ path: `/#${PATHS.search}?keyword=${encodeURIComponent('尾班車')}` })
  await page.getByRole('link', { name: /尾班車/ }).click()
  await eventually(() => hashOf(page)).toContain(PATHS.play)
  expect(hashOf(page)).toContain(`position=${scenes[0]!.at}`)
})
