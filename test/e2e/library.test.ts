import { expect, test } from 'vitest'
import { favorites as favoritesZh, history as historyZh } from '#text/zh_HK/library.ts'
import { loginPrompt } from '#text/zh_HK/login.ts'
import { isFull } from '../support/full.ts'
import {
  addProfile,
  chooseProfile,
  type Member,
  profilesOf,
  register,
  memberStorage,
  succeed,
} from './support/members.ts'
import { playerVideo, playPath, currentTimeOf, expectPlaying } from './support/playing.ts'
import { waitForScreen, eventually, hashOf, type Page, TEXT, visit, world } from './support/world.ts'

const { film, adult, series } = world
const text = TEXT.zh_HK
const FILM = '黃昏渡輪'
const CONTINUE = '繼續觀看'
const detailOf = (programId: string) => `/#/category/movie?programId=${programId}`

/** Registers a member and chooses the first profile. */
async function member(): Promise<{ member: Member; options: { storageState: ReturnType<typeof memberStorage> } }> {
  const own = await register()
  const [first] = await profilesOf(own)
  const profile = await chooseProfile(own, first!)
  return { member: own, options: { storageState: memberStorage(own, { profile }) } }
}

/** Plays more than half of the 12 s film, the minimum for stored progress of a short title, and pauses. */
async function watchHalf(page: Page): Promise<void> {
  await expectPlaying(page)
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(7)
  await page.keyboard.press('KeyK')
}

const positionOf = async ({ token }: Member, programId: string) =>
  (await succeed<{ position: number }>('/api_v2/profile/bookmark/get', { programId, programGuid: programId }, token))
    .position

const favourite = (page: Page, title: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: favoritesZh.label(title), exact: true })
    .last()

test.runIf(isFull)("a visitor's favourite is added after the login", async () => {
  const own = await register()
  await addProfile(own, '二人')
  const { page, errors } = await visit({ path: detailOf(film.programId) })
  await favourite(page, FILM).click()
  const prompt = page.getByRole('dialog', { name: loginPrompt.title })
  await prompt.getByRole('button', { name: loginPrompt.login }).click()
  await eventually(() => hashOf(page)).toContain('#/login')
  await page.locator('input[autocomplete~="username"], input[type="tel"]').first().fill(own.mobileno)
  await page.locator('input[type="password"]').first().fill(own.password)
  await page.keyboard.press('Enter')
  await eventually(() => hashOf(page)).toContain('#/profiles')
  await page.getByRole('button', { name: /二人/ }).first().click()
  await eventually(() => hashOf(page)).toContain(film.programId)
  await eventually(() => favourite(page, FILM).getAttribute('aria-pressed')).toBe('true')
  const { list } = await succeed<{ list: { programId: string }[] }>(
    '/api_v2/profile/favorite/list',
    {},
    await tokenOf(page),
  )
  expect(list.map(({ programId }) => programId)).toEqual([film.programId])
  expect(errors).toEqual([])
})

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

test('a favourite is shown optimistically and reverted when the request fails', async () => {
  const { options } = await member()
  const { page } = await visit({ path: detailOf(film.programId), options })
  let fail = () => {}
  await page.route('**/favorite/create', async (route) => {
    await new Promise<void>((resolve) => (fail = resolve))
    await route.abort()
  })
  await favourite(page, FILM).click()
  await eventually(() => favourite(page, FILM).getAttribute('aria-pressed')).toBe('true')
  fail()
  await eventually(() => favourite(page, FILM).getAttribute('aria-pressed')).toBe('false')
  await page.unroute('**/favorite/create')
  await favourite(page, FILM).click()
  await page.getByText(favoritesZh.added).waitFor()
})

test('watch progress is shown on home and in the details, and playback resumes there in another browser', async () => {
  const { member: own, options } = await member()
  const { page, errors } = await visit({ path: '/#/category/list', options })
  await page.goto(world.url + playPath(film.programId))
  await watchHalf(page)
  await eventually(() => positionOf(own, film.programId)).toBeGreaterThanOrEqual(7)
  await page.getByRole('button', { name: text.player.back, exact: true }).first().click()
  await page.goto(`${world.url}/#/category/list`)
  const row = page.getByRole('region', { name: CONTINUE })
  const card = row.getByRole('link', { name: FILM })
  await card.waitFor()
  expect(await card.getAttribute('href')).toMatch(/position=[78]/)

  const other = await visit({ path: detailOf(film.programId), options })
  await other.page
    .getByRole('dialog')
    .getByRole('link', { name: /續看 0:0[78]/ })
    .first()
    .click()
  await playerVideo(other.page).waitFor()
  await eventually(() => currentTimeOf(other.page)).toBeGreaterThan(6.5)
  expect(errors).toEqual([])
  expect(other.errors).toEqual([])
})

test.runIf(isFull)('opening and leaving a title at once keeps its stored position', async () => {
  const { member: own, options } = await member()
  const at = new Date().toISOString()
  const input = { programId: film.programId, programGuid: film.programId, position: 5, duration: 12, at }
  await succeed('/api_v2/profile/bookmark/create', input, own.token)
  const { page } = await visit({ path: playPath(film.programId), options })
  await expectPlaying(page)
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(5)
  await page.keyboard.press('Digit0')
  await eventually(() => currentTimeOf(page)).toBeLessThan(3)
  await page.goto('about:blank')
  expect(await positionOf(own, film.programId)).toBe(5)
})

test.runIf(isFull)('a title is removed from continue watching, and the removal can be undone', async () => {
  const { member: own, options } = await member()
  const input = { programId: film.programId, programGuid: film.programId, position: 5, duration: 12 }
  await succeed('/api_v2/profile/bookmark/create', { ...input, at: new Date().toISOString() }, own.token)
  const { page } = await visit({ path: '/#/category/list', options })
  const row = page.getByRole('region', { name: CONTINUE })
  const card = row.getByRole('link', { name: FILM })
  const remove = async () => {
    await row.getByRole('button', { name: historyZh.menu(FILM) }).click()
    await page.getByRole('menuitem', { name: historyZh.remove }).click()
    await card.waitFor({ state: 'detached' })
  }
  await card.waitFor()
  await remove()
  await page.getByRole('button', { name: historyZh.undo }).click()
  await card.waitFor()
  expect(await positionOf(own, film.programId)).toBe(5)
  await remove()
  await eventually(() => positionOf(own, film.programId)).toBe(0)
  await row.waitFor({ state: 'detached' })
})

test('a class III title opened by URL requires the parental code of a member and a login of a visitor', async () => {
  const { member: own, options } = await member()
  const { page } = await visit({ path: playPath(adult.programId), options })
  await page.getByRole('dialog').locator('input').first().fill(own.parentalCode)
  await expectPlaying(page)

  const visitor = await visit({ path: playPath(adult.programId) })
  await visitor.page.getByRole('alertdialog', { name: loginPrompt.title }).waitFor()
  await visitor.page.getByRole('link', { name: loginPrompt.login }).last().click()
  await eventually(() => hashOf(visitor.page)).toContain('#/login')
  await visitor.page.getByText(loginPrompt.title).waitFor()
})

test('a watched episode is counted as seen, and the series continues with the next one', async () => {
  const { options } = await member()
  const first = new URLSearchParams({ programId: series.programId, programGuid: `${series.programId}.s1e1` })
  const { page } = await visit({ path: `/#/PlayDrama/1?${first}`, options })
  await page.getByRole('button', { name: text.contentWarning.go }).click()
  await expectPlaying(page)
  await eventually(() => hashOf(page)).toContain('/PlayDrama/2')
  await page.goto(`${world.url}${detailOf(series.programId)}`)
  await page.reload()
  await page.getByText(text.detail.episodesSeen(2, 1)).waitFor()
  await page.getByRole('dialog').getByText(text.detail.playNext(2, 1), { exact: true }).last().waitFor()
})

/** The stored progress of a visitor who has watched half of the film. */
async function visitorProgress(): Promise<string> {
  const { page } = await visit({ path: playPath(film.programId) })
  await watchHalf(page)
  await eventually(() => page.evaluate(() => localStorage.getItem('harbour.watched') ?? '')).toContain(film.programId)
  return page.evaluate(() => localStorage.getItem('harbour.watched') ?? '')
}

test("a visitor's progress is stored in this browser and merged into a profile on request, never into a kids profile", async () => {
  const watched = await visitorProgress()
  const own = await register()
  const [first] = await profilesOf(own)
  const child = await addProfile(own, '小朋友', true)
  const profile = await chooseProfile(own, first!)
  const storageWith = (chosen: typeof profile) => {
    const state = memberStorage(own, { profile: chosen })
    if (typeof state !== 'string') state.origins[0]!.localStorage.push({ name: 'harbour.watched', value: watched })
    return { storageState: state }
  }
  const { page } = await visit({ path: '/#/category/movie', options: storageWith(profile) })
  const dialog = page.getByRole('dialog', { name: historyZh.merge.title })
  await dialog.getByRole('button', { name: historyZh.merge.yes }).click()
  await eventually(() => positionOf(own, film.programId)).toBeGreaterThanOrEqual(7)
  await eventually(() => page.evaluate(() => localStorage.getItem('harbour.watched'))).toBeNull()

  await chooseProfile(own, child)
  const kids = await visit({ path: '/#/category/kids', options: storageWith(child) })
  await kids.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await waitForScreen(kids.page)
  await kids.page.waitForLoadState('networkidle')
  expect(await kids.page.getByRole('dialog', { name: historyZh.merge.title }).count()).toBe(0)
  expect(await kids.page.evaluate(() => localStorage.getItem('harbour.watched'))).toBe(watched)
})
