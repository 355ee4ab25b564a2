import { expect, onTestFinished, test } from 'vitest'
import { OFFLINE_URL, WORKER_URL } from '#contract/service-worker.ts'
import { offline as offlineEn } from '#text/en_US/notices.ts'
import { offline, updateNotice } from '#text/zh_HK/notices.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { type SiteProxy, startSiteProxy } from '../support/site-proxy.ts'
import { memberStorage, profilesOf, succeed } from './support/members.ts'
import { memberWithCredits } from './support/paying.ts'
import { expectPlaying, playPath } from './support/playing.ts'
import { goTo } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, visit, type Visitor, waitForScreen, world } from './support/world.ts'

/** The site through a network that can be cut, and whose worker can be of another build. */
async function throughProxy(): Promise<SiteProxy> {
  const proxy = await startSiteProxy(world.url)
  onTestFinished(() => proxy.close())
  return proxy
}

/** Opens the site twice: the first visit installs the worker, which answers from the second on. */
async function visitControlled(proxy: SiteProxy, visitor: Visitor = {}) {
  const visited = await visit({ ...visitor, origin: proxy.url, serviceWorker: true })
  const { page } = visited
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await waitForScreen(page)
  await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return visited
}

/** What `SERVICE_WORKER=0` changes: the page's configuration, and the worker's build. */
function switchOff(proxy: SiteProxy): void {
  const edit = (from: RegExp, to: string) => (text: string) => {
    expect(text).toMatch(from)
    return text.replace(from, to)
  }
  proxy.change('/', edit(/"serviceWorker":true/, '"serviceWorker":false'))
  proxy.change(WORKER_URL, edit(/^self\.HARBOUR=.*;$/m, 'self.HARBOUR=null;'))
}

const asAnotherBuild = (script: string) => script.replace(/"id":"\w+"/, '"id":"another"')
/** Looks for a new version, as the browser does with each visit. */
const update = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update().catch(() => {})))

/** The paths in the caches of the origin, by cache. */
const stored = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const entries = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => url.slice(location.origin.length))] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })
const cacheNames = async (page: Page) => Object.keys(await stored(page))

test('without a network a page says so, in the language that was chosen, and is back with the network', async () => {
  const proxy = await throughProxy()
  const { page } = await visitControlled(proxy, { path: `/#${PATHS.movie}` })
  proxy.cut()
  await page.reload()
  await page.getByRole('heading', { name: offline.title }).waitFor()
  expect(await page.getByRole('heading').count()).toBe(1)
  expect(hashOf(page)).toBe(`#${PATHS.movie}`)
  await page.evaluate(() => localStorage.setItem('language', 'en_US'))
  await page.getByRole('button', { name: offline.retry }).click()
  await page.getByRole('heading', { name: offlineEn.title }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')

  proxy.restore()
  await page.getByRole('button', { name: offlineEn.retry }).click()
  await waitForScreen(page, 'en_US')
  expect(hashOf(page)).toBe(`#${PATHS.movie}`)

  proxy.cut()
  await page.reload()
  await page.getByRole('heading', { name: offlineEn.title }).waitFor()
  proxy.restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await waitForScreen(page, 'en_US')
})

test('the caches hold files of the build and the offline page, also after play, and of a member who paid', async () => {
  const proxy = await throughProxy()
  const { page: player } = await visitControlled(proxy)
  await goTo(player, playPath(world.film.programId).slice(2))
  await expectPlaying(player)
  const member = await memberWithCredits()
  const [profile] = await profilesOf(member)
  const { page, errors } = await visitControlled(proxy, {
    options: { storageState: memberStorage(member, { profile: profile!, origin: proxy.url }) },
  })
  const rental = { programId: world.rental.programId, programGuid: world.rental.programId }
  const quote = await succeed<{ payment: number; resourceId: string }>('/api_v2/order', rental, member.token)
  const paid = await page.evaluate(
    async ({ body, token }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch('/api_v2/payPlay', { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as { result: string }
    },
    { body: { ...rental, payment: quote.payment, resourceId: quote.resourceId }, token: member.token },
  )
  expect(paid.result).toBe('SUCCESS')
  await goTo(page, PATHS.setupWallet)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')

  const script = await (await fetch(`${world.url}${WORKER_URL}`)).text()
  const { assets } = JSON.parse(/^self\.HARBOUR=(.*);$/m.exec(script)![1]!) as { assets: string[] }
  const caches = await Promise.all([player, page].map(stored))
  const all = caches.flatMap((one) => Object.values(one).flat())
  expect(all.filter((path) => path === OFFLINE_URL)).toHaveLength(2)
  expect(all.length).toBeGreaterThan(3)
  const allowed = new Set([OFFLINE_URL, ...assets])
  expect(all.filter((path) => !allowed.has(path))).toEqual([])
  expect(errors).toEqual([])
})

test('a new version is announced, not during play nor in a form, and replaces the page on request', async () => {
  const proxy = await throughProxy()
  const { page } = await visitControlled(proxy)
  const [before] = await cacheNames(page)
  const notice = page.getByText(updateNotice.text)
  proxy.change(WORKER_URL, asAnotherBuild)
  await update(page)
  await notice.waitFor()

  await goTo(page, playPath(world.film.programId).slice(2))
  await expectPlaying(page)
  expect(await notice.count()).toBe(0)
  await goTo(page, PATHS.login)
  await page.locator('main form').waitFor()
  expect(await notice.count()).toBe(0)
  await goTo(page, PATHS.movie)
  await notice.waitFor()

  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: updateNotice.reload }).click()
  await loaded
  await waitForScreen(page)
  expect(hashOf(page)).toBe(`#${PATHS.movie}`)
  await eventually(() => cacheNames(page)).toEqual(['harbour-another'])
  expect(before).not.toBe('harbour-another')
  expect(await notice.count()).toBe(0)
})

test.runIf(isFull)(
  'switched off, the worker and what it stored are gone after one visit, and none is registered again',
  async () => {
    const proxy = await throughProxy()
    const { page, errors } = await visitControlled(proxy, { path: `/#${PATHS.movie}` })
    await page.evaluate(() => caches.open('of-another'))
    expect(await cacheNames(page)).toHaveLength(2)
    switchOff(proxy)
    const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    for (const _visit of [1, 2]) {
      await page.reload()
      await waitForScreen(page)
      await eventually(registrations).toBe(0)
      await eventually(() => cacheNames(page)).toEqual(['of-another'])
    }
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    expect(errors).toEqual([])
  },
)
