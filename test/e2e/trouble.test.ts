import { expect, test } from 'vitest'
import { goesOnFrom, playPath, timeOf, watches } from './support/playing.ts'
import { type Page, visit, world } from './support/world.ts'

const film = playPath(world.film.programId)
const SEGMENTS = /\/v\/.+\/\d+\.m4s$/
const failure = (page: Page) => page.getByRole('alertdialog')

test('segments that do not come: the frame stays, a code is told, and Retry goes on', async () => {
  const { page, text } = await visit({ path: film, prepare: (tab) => tab.route(SEGMENTS, (route) => route.abort()) })
  await failure(page).getByText(text.player.failure.network.title).waitFor()
  await failure(page).getByText(text.player.failure.code('4001')).waitFor()
  await page.unroute(SEGMENTS)
  // It may have tried again by itself in this very moment.
  await failure(page)
    .getByRole('button', { name: text.player.failure.retry })
    .click({ timeout: 5_000 })
    .catch(() => {})
  await watches(page)
  expect(await failure(page).count()).toBe(0)
})

test('a segment that is gone says so with its code, and Retry finds it again', async () => {
  const { page, text } = await visit({
    path: film,
    language: 'en_US',
    prepare: (tab) => tab.route(SEGMENTS, (route) => route.fulfill({ status: 404 })),
  })
  await failure(page).getByText(text.player.failure.missing.title).waitFor()
  await failure(page).getByText(text.player.failure.code('4004')).waitFor()
  await page.unroute(SEGMENTS)
  await failure(page).getByRole('button', { name: text.player.failure.retry }).click()
  await watches(page)
})

test('a key that does not come is a failure of its own', async () => {
  const { page, text } = await visit({
    path: film,
    prepare: (tab) => tab.route(/\/v\/[^/]+\/[^/]+\/key$/, (route) => route.fulfill({ status: 404 })),
  })
  await failure(page).waitFor()
  expect(await failure(page).innerText()).toMatch(/4031|4004/)
  await page.unroute(/\/v\/[^/]+\/[^/]+\/key$/)
  await failure(page).getByRole('button', { name: text.player.failure.retry }).click()
  await watches(page)
})

test('an order that is refused is told in the words of the server', async () => {
  const { page, text } = await visit({ path: playPath(world.adult.programId) })
  await failure(page).or(page.getByText(text.player.failure.refused.title)).first().waitFor()
  expect(await page.locator('body').innerText()).toContain('登入')
  expect(
    await page
      .locator('video')
      .evaluateAll((videos) => videos.filter((video) => (video as HTMLVideoElement).currentTime > 0).length),
  ).toBe(0)
})

test('a lost network is told, and the film goes on when it is back', async () => {
  const { page, context, text } = await visit({ path: film })
  await watches(page)
  await context.setOffline(true)
  await page.getByText(text.site.offline).first().waitFor()
  await context.setOffline(false)
  await page.getByText(text.site.offline).first().waitFor({ state: 'detached' })
  const place = await timeOf(page)
  await goesOnFrom(page, Math.min(place, 11))
})

test('a page whose calls fail offers to try again, row by row', async () => {
  const rows = /\/api_v2\/revamp\/categoryList/
  const { page, text } = await visit({
    path: '/#/category/movie',
    prepare: (tab) =>
      tab.route(rows, (route) =>
        route.fulfill({ status: 500, json: { result: 'FAILED', errorCode: 'INTERNAL', message: 'x' } }),
      ),
  })
  const retry = page.locator('main').getByRole('button', { name: text.site.retry }).first()
  await retry.waitFor()
  await page.unroute(rows)
  await retry.click()
  await page.locator('main section li a').first().waitFor()
})
