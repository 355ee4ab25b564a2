import { expect, test } from 'vitest'
import { account } from '#text/zh_HK/accounts.ts'
import { library as text } from '#text/zh_HK/library.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, type Member, memberStorage, profilesOf, register, succeed } from './support/members.ts'
import { eventually, hashOf, type Page, visit, world } from './support/world.ts'

const { film, members, series } = world
const FILM = '黃昏渡輪'
const MEMBERS = '會員之夜'
const SERIES = '街市兩日'

async function open(own: Member, path: string) {
  const [first] = await profilesOf(own)
  const profile = await chooseProfile(own, first!)
  const visited = await visit({ path: `/#${path}`, options: { storageState: memberStorage(own, { profile }) } })
  return { ...visited, main: visited.page.locator('main') }
}

async function inFirstProfile(): Promise<Member> {
  const own = await register()
  const [first] = await profilesOf(own)
  await chooseProfile(own, first!)
  return own
}

const favourites = async ({ token }: Member) =>
  (await succeed<{ list: { title: string }[] }>('/api_v2/profile/favorite/list', {}, token)).list.map(
    ({ title }) => title,
  )
const history = async ({ token }: Member) =>
  (await succeed<{ list: { title: string }[] }>('/api_v2/profile/mywatched/list', {}, token)).list.map(
    ({ title }) => title,
  )
const link = (page: Page, title: string) => page.locator('main').getByRole('link', { name: title })

test('favourites are edited: one is removed and restored, then all', async () => {
  const own = await inFirstProfile()
  for (const { programId } of [film, members])
    await succeed('/api_v2/profile/favorite/create', { programId, programGuid: programId }, own.token)
  const { page, main, errors } = await open(own, PATHS.setupFavorite)
  await link(page, FILM).waitFor()
  await main.getByRole('button', { name: text.edit }).click()
  await main.getByRole('button', { name: text.remove(FILM) }).click()
  await link(page, FILM).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: text.undo }).click()
  await link(page, FILM).waitFor()
  expect(await favourites(own)).toEqual([MEMBERS, FILM])
  await main.getByRole('button', { name: text.remove(MEMBERS) }).click()
  await link(page, MEMBERS).waitFor({ state: 'detached' })
  await eventually(() => favourites(own)).toEqual([FILM])
  await main.getByRole('button', { name: text.removeAll }).click()
  await main.getByText(text.favorite.empty).waitFor()
  await eventually(() => favourites(own)).toEqual([])
  expect(errors).toEqual([])
})

test('the history is grouped by day in Hong Kong, and is removed with its progress', async () => {
  const own = await inFirstProfile()
  const watch = (programId: string, { programGuid = programId, daysAgo = 0, ...more } = {}) =>
    succeed(
      '/api_v2/profile/bookmark/create',
      {
        programId,
        programGuid,
        position: 5,
        duration: 12,
        ...more,
        at: new Date(Date.now() - daysAgo * 864e5).toISOString(),
      },
      own.token,
    )
  await watch(film.programId)
  await watch(series.programId, { programGuid: `${series.programId}.s1e1`, daysAgo: 1 })
  const { page, main } = await open(own, PATHS.setupWatched)
  await link(page, FILM).waitFor()
  expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    text.watched.today,
    text.watched.yesterday,
  ])
  await main.getByRole('list', { name: text.watched.yesterday }).getByRole('link', { name: SERIES }).waitFor()
  await main.getByRole('button', { name: text.edit }).click()
  await main.getByRole('button', { name: text.remove(SERIES) }).click()
  await eventually(() => history(own)).toEqual([FILM])
  await main.getByRole('button', { name: text.removeAll }).click()
  await page.getByRole('button', { name: text.undo }).click()
  await link(page, FILM).waitFor()
  await main.getByRole('button', { name: text.removeAll }).click()
  await main.getByText(text.watched.empty).waitFor()
  await eventually(() => history(own)).toEqual([])
})

test.runIf(isFull)('recommendations say why, and open the details', async () => {
  const own = await inFirstProfile()
  const { page, main } = await open(own, PATHS.setup)
  await main.getByRole('link', { name: account.nav.recommend }).click()
  await main.getByRole('heading', { level: 1, name: text.recommend.title }).waitFor()
  const first = main.getByRole('list', { name: text.recommend.title }).getByRole('link').first()
  await first.click()
  await page.getByRole('dialog').locator('[aria-busy=false]').waitFor()
  expect(hashOf(page)).toContain(`${PATHS.setupRecommend}?programId=`)
})
