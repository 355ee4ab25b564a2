import { expect, test } from 'vitest'
import { favorites as favoritesZh } from '#text/zh_HK/favorites.ts'
import { history as historyZh } from '#text/zh_HK/history.ts'
import { loginPrompt } from '#text/zh_HK/login-prompt.ts'
import { addProfile, choose, type Member, profilesOf, register, signedIn, succeed } from './support/members.ts'
import { filmIn, playPath, timeOf, watches } from './support/playing.ts'
import { arrived, eventually, hashOf, type Page, TEXT, visit, world } from './support/world.ts'

const { film, adult, series } = world
const text = TEXT.zh_HK
const FILM = '黃昏渡輪'
const CONTINUE = '繼續觀看'
const detailOf = (programId: string) => `/#/category/movie?programId=${programId}`

/** A member in the first profile. */
async function member(): Promise<{ member: Member; options: { storageState: ReturnType<typeof signedIn> } }> {
  const own = await register()
  const [first] = await profilesOf(own)
  const profile = await choose(own, first!)
  return { member: own, options: { storageState: signedIn(own, { profile }) } }
}

/** Watches half of the film of twelve seconds, which is what is asked of so short a one, and pauses. */
async function watchHalf(page: Page): Promise<void> {
  await watches(page)
  await eventually(() => timeOf(page)).toBeGreaterThan(7)
  await page.keyboard.press('KeyK')
}

const place = async ({ token }: Member, programId: string) =>
  (await succeed<{ position: number }>('/api_v2/profile/bookmark/get', { programId, programGuid: programId }, token))
    .position

const favourite = (page: Page, title: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: favoritesZh.label(title), exact: true })
    .last()

test("a visitor's favourite waits for the login and is then done", async () => {
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

test('a favourite is shown at once, and taken back when it is refused', async () => {
  const { options } = await member()
  const { page } = await visit({ path: detailOf(film.programId), options })
  let answer = () => {}
  await page.route('**/favorite/create', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.abort()
  })
  await favourite(page, FILM).click()
  await eventually(() => favourite(page, FILM).getAttribute('aria-pressed')).toBe('true')
  answer()
  await eventually(() => favourite(page, FILM).getAttribute('aria-pressed')).toBe('false')
  await page.unroute('**/favorite/create')
  await favourite(page, FILM).click()
  await page.getByText(favoritesZh.added).waitFor()
})

test('what was watched goes on where it was left: on home at once, in the details, and on another browser', async () => {
  const { member: own, options } = await member()
  const { page, errors } = await visit({ path: '/#/category/list', options })
  await page.goto(world.url + playPath(film.programId))
  await watchHalf(page)
  await eventually(() => place(own, film.programId)).toBeGreaterThanOrEqual(7)
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
  await filmIn(other.page).waitFor()
  await eventually(() => timeOf(other.page)).toBeGreaterThan(6.5)
  expect(errors).toEqual([])
  expect(other.errors).toEqual([])
})

test('a film that was opened and left at once keeps its place', async () => {
  const { member: own, options } = await member()
  const at = new Date().toISOString()
  const input = { programId: film.programId, programGuid: film.programId, position: 5, duration: 12, at }
  await succeed('/api_v2/profile/bookmark/create', input, own.token)
  const { page } = await visit({ path: playPath(film.programId), options })
  await watches(page)
  await eventually(() => timeOf(page)).toBeGreaterThan(5)
  await page.keyboard.press('Digit0')
  await eventually(() => timeOf(page)).toBeLessThan(3)
  await page.goto('about:blank')
  expect(await place(own, film.programId)).toBe(5)
})

test('a title is taken out of the row, which can be undone', async () => {
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
  expect(await place(own, film.programId)).toBe(5)
  await remove()
  await eventually(() => place(own, film.programId)).toBe(0)
  await row.waitFor({ state: 'detached' })
})

test('class III opened by its address asks the code and then plays; a visitor is asked to log in', async () => {
  const { member: own, options } = await member()
  const { page } = await visit({ path: playPath(adult.programId), options })
  await page.getByRole('dialog').locator('input').first().fill(own.parentalCode)
  await watches(page)

  const visitor = await visit({ path: playPath(adult.programId) })
  await visitor.page.getByRole('dialog', { name: loginPrompt.title }).waitFor()
})

test('an episode that was seen has its tick, and the series goes on with the next', async () => {
  const { options } = await member()
  const first = new URLSearchParams({ programId: series.programId, programGuid: `${series.programId}.s1e1` })
  const { page } = await visit({ path: `/#/PlayDrama/1?${first}`, options })
  await page.getByRole('button', { name: text.contentWarning.go }).click()
  await watches(page)
  await eventually(() => hashOf(page)).toContain('/PlayDrama/2')
  await page.goto(`${world.url}${detailOf(series.programId)}`)
  await page.reload()
  await page.getByText(text.detail.episodesSeen(2, 1)).waitFor()
  await page.getByRole('dialog').getByText(text.detail.playNext(2, 1), { exact: true }).last().waitFor()
})

/** What a visitor's browser keeps when half of the film was watched. */
async function watchedByVisitor(): Promise<string> {
  const { page } = await visit({ path: playPath(film.programId) })
  await watchHalf(page)
  await eventually(() => page.evaluate(() => localStorage.getItem('harbour.watched') ?? '')).toContain(film.programId)
  return page.evaluate(() => localStorage.getItem('harbour.watched') ?? '')
}

test("a visitor goes on on this browser, and takes it into a profile by choice, never into a child's", async () => {
  const watched = await watchedByVisitor()
  const own = await register()
  const [first] = await profilesOf(own)
  const child = await addProfile(own, '小朋友', true)
  const profile = await choose(own, first!)
  const remembers = (chosen: typeof profile) => {
    const state = signedIn(own, { profile: chosen })
    if (typeof state !== 'string') state.origins[0]!.localStorage.push({ name: 'harbour.watched', value: watched })
    return { storageState: state }
  }
  const { page } = await visit({ path: '/#/category/movie', options: remembers(profile) })
  const dialog = page.getByRole('dialog', { name: historyZh.merge.title })
  await dialog.getByRole('button', { name: historyZh.merge.yes }).click()
  await eventually(() => place(own, film.programId)).toBeGreaterThanOrEqual(7)
  await eventually(() => page.evaluate(() => localStorage.getItem('harbour.watched'))).toBeNull()

  await choose(own, child)
  const kids = await visit({ path: '/#/category/kids', options: remembers(child) })
  await kids.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await arrived(kids.page)
  await kids.page.waitForLoadState('networkidle')
  expect(await kids.page.getByRole('dialog', { name: historyZh.merge.title }).count()).toBe(0)
  expect(await kids.page.evaluate(() => localStorage.getItem('harbour.watched'))).toBe(watched)
})
