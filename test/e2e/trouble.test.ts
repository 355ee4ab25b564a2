import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { login } from '#text/zh_HK/login.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { expectPlayingFrom, playerVideo, playPath, currentTimeOf, expectPlaying } from './support/playing.ts'
import { eventually, hashOf, type Page, visit, waitForScreen, world } from './support/world.ts'

const film = playPath(world.film.programId)
const SEGMENTS = /\/v\/.+\/\d+\.m4s$/
const failure = (page: Page) => page.getByRole('alertdialog')

test('failed segment requests show error 4001, and Retry resumes playback', async () => {
  const { page, text } = await visit({ path: film, prepare: (tab) => tab.route(SEGMENTS, (route) => route.abort()) })
  await failure(page).getByText(text.player.failure.network.title).waitFor()
  await failure(page).getByText(text.player.failure.code('4001')).waitFor()
  await page.unroute(SEGMENTS)
  const retry = failure(page).getByRole('button', { name: text.player.failure.retry }).click()
  // The player may just have retried by itself.
  await Promise.race([retry.catch(() => {}), failure(page).waitFor({ state: 'detached' })])
  await expectPlaying(page)
  expect(await failure(page).count()).toBe(0)
})

test('a network that is cut keeps the frame until the buffer is empty, and plays on by itself when it is back', async () => {
  const { page, text } = await visit({
    path: film,
    // The last segments are not loaded before the cut.
    prepare: (tab) => tab.route(/\/v\/.+\/0000[4-9]\.m4s$/, (route) => route.abort('internetdisconnected')),
  })
  await expectPlaying(page)
  await failure(page).getByText(text.player.failure.code('4001')).waitFor()
  const position = await currentTimeOf(page)
  expect(position).toBeGreaterThan(4)
  expect(await playerVideo(page).evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0)
  await page.unroute(/\/v\/.+\/0000[4-9]\.m4s$/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectPlayingFrom(page, position + 1)
})

test.runIf(isFull)('a missing segment shows error 4004, and Retry resumes playback', async () => {
  const { page, text } = await visit({
    path: film,
    language: 'en_US',
    prepare: (tab) => tab.route(SEGMENTS, (route) => route.fulfill({ status: 404 })),
  })
  await failure(page).getByText(text.player.failure.missing.title).waitFor()
  await failure(page).getByText(text.player.failure.code('4004')).waitFor()
  await page.unroute(SEGMENTS)
  await failure(page).getByRole('button', { name: text.player.failure.retry }).click()
  await expectPlaying(page)
})

test.runIf(isFull)('a missing content key shows its own error, and Retry resumes playback', async () => {
  const { page, text } = await visit({
    path: film,
    prepare: (tab) => tab.route(/\/v\/[^/]+\/[^/]+\/key$/, (route) => route.fulfill({ status: 404 })),
  })
  await failure(page).waitFor()
  expect(await failure(page).innerText()).toMatch(/4031|4004/)
  await page.unroute(/\/v\/[^/]+\/[^/]+\/key$/)
  await failure(page).getByRole('button', { name: text.player.failure.retry }).click()
  await expectPlaying(page)
})

test('a refused order shows the message of the server and plays nothing', async () => {
  const { page, text } = await visit({ path: playPath(world.adult.programId) })
  await failure(page).or(page.getByText(text.player.failure.refused.title)).first().waitFor()
  expect(await page.locator('body').innerText()).toContain('登入')
  expect(
    await page
      .locator('video')
      .evaluateAll((videos) => videos.filter((video) => (video as HTMLVideoElement).currentTime > 0).length),
  ).toBe(0)
})

test('an offline message is shown, and playback resumes when the network returns', async () => {
  const { page, context, text } = await visit({ path: film })
  await expectPlaying(page)
  await context.setOffline(true)
  await page.getByText(text.site.offline).first().waitFor()
  await context.setOffline(false)
  await page.getByText(text.site.offline).first().waitFor({ state: 'detached' })
  const position = await currentTimeOf(page)
  await expectPlayingFrom(page, Math.min(position, 11))
})

test('a carousel whose request fails offers a retry', async () => {
  const categoryList = /\/api_v2\/revamp\/categoryList/
  const { page, text } = await visit({
    path: '/#/category/movie',
    prepare: (tab) =>
      tab.route(categoryList, (route) =>
        route.fulfill({ status: 500, json: { result: 'FAILED', errorCode: 'INTERNAL', message: 'x' } }),
      ),
  })
  const retry = page.locator('main').getByRole('button', { name: text.site.retry }).first()
  await retry.waitFor()
  await page.unroute(categoryList)
  await retry.click()
  await page.locator('main section li a').first().waitFor()
})

const fault = (requestId: string) => ({ result: 'FAILED', errorCode: 'INTERNAL', message: 'x', requestId })

test.each([
  ['no answer', (route: Route) => route.abort(), 'unanswered'],
  ['a fault', (route: Route) => route.fulfill({ status: 500, json: fault('r-7') }), 'r-7'],
  [
    'a page of a proxy',
    (route: Route) => route.fulfill({ status: 503, headers: { 'Retry-After': '30' }, body: '<html>busy</html>' }),
    '503',
  ],
] as const)('a screen whose call has %s does not blame the network, and offers a retry', async (_, answer, code) => {
  const categoryList = /\/api_v2\/revamp\/(categoryList|mixProgramList)/
  const { page, text } = await visit({
    path: `/#${PATHS.rolling}?categoryId=movie-new`,
    prepare: (tab) => tab.route(categoryList, answer),
  })
  await page.getByText(code === 'unanswered' ? text.errors.unanswered : text.errors.fault(code)).waitFor()
  expect(await page.getByText(text.errors.network).count()).toBe(0)
  await page.unroute(categoryList)
  await page.locator('main').getByRole('button', { name: text.site.retry }).click()
  await page.locator('main li a').first().waitFor()
})

test.each(['zh_HK', 'en_US'] as const)(
  'an unknown address goes home with a toast, and back leaves it, in %s',
  async (language) => {
    const { page, text } = await visit({ path: `/#${PATHS.movie}`, language })
    await waitForScreen(page, language)
    await page.evaluate(() => void (location.hash = '/no/such/page'))
    await page.getByText(text.errors.notFound).waitFor()
    await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
    await page.goBack()
    await eventually(() => hashOf(page)).toBe(`#${PATHS.movie}`)
  },
)

test.runIf(isFull)(
  'offline, a title says so and closes, and a screen says so and loads by itself when the network returns',
  async () => {
    const { page, context, text } = await visit({ path: '/' })
    await waitForScreen(page)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.locator('main li a').nth(2).click()
    await page.getByText(text.errors.chunkText).waitFor()
    await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)

    await page.evaluate((hash) => void (location.hash = hash), PATHS.login)
    await page.getByText(text.errors.chunkTitle).waitFor()
    await context.setOffline(false)
    await page.getByLabel(login.password, { exact: true }).waitFor()
  },
)

test.runIf(isFull)(
  'a screen whose stylesheets cannot be loaded says so, and is styled once a retry has loaded them',
  async () => {
    const stylesheets = /\/assets\/[^/]+\.css$/
    const { page, text } = await visit({ path: '/' })
    await waitForScreen(page)
    await page.waitForLoadState('networkidle')
    await page.route(stylesheets, (route) => route.abort())
    await page.evaluate((hash) => void (location.hash = hash), PATHS.contact)
    await page.getByText(text.errors.chunkTitle).waitFor()
    expect(await page.locator('main form').count()).toBe(0)

    await page.unroute(stylesheets)
    const loaded = page.waitForResponse(stylesheets)
    await page.locator('main').getByRole('button', { name: text.site.retry }).click()
    await loaded
    await page.locator('main form').waitFor()
    expect(await page.evaluate(() => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0))).toBe(true)
  },
)

test('on a phone the offline notice covers no button once its page is scrolled to its end', async () => {
  const { page, context, text } = await visit({
    path: `/#${PATHS.login}`,
    options: { viewport: { width: 390, height: 560 } },
  })
  const submit = page.locator('main form [type=submit]').first()
  await submit.waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const notice = page.locator('output span').filter({ hasText: text.site.offline })
  await notice.waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const overlap = async () => {
    const [button, bar] = await Promise.all([submit.boundingBox(), notice.boundingBox()])
    return button!.y + button!.height - bar!.y
  }
  await eventually(overlap).toBeLessThanOrEqual(0)
  await context.setOffline(false)
  await notice.waitFor({ state: 'detached' })
  await eventually(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--notice-h'))).toBe('')
})
