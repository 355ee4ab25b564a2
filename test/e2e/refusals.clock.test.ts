import { expect, test } from 'vitest'
import { currentTimeOf, expectPlaying, expectPlayingFrom, order, playPath } from './support/playing.ts'
import { filesOf, KINDS, statusOf } from './support/stream-files.ts'
import { advanceClock, eventually, visit, world } from './support/world.ts'

test('the files of a stream are forbidden after the grant has expired', async () => {
  const { redirectURL, expiresAt } = await order(world.film.programId)
  const files = await filesOf(redirectURL)
  const { now } = await (
    await fetch(`${world.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance":"PT0S"}',
    })
  ).json()
  const hours = Temporal.Instant.from(expiresAt).since(Temporal.Instant.from(now)).total('hours')
  expect(hours).toBeGreaterThan(5)
  expect(hours).toBeLessThanOrEqual(6)
  await advanceClock('PT6H1M')
  expect(await Promise.all(KINDS.map((kind) => statusOf(files[kind])))).toEqual([403, 403, 403, 403])
})

test('a grant that expires during playback is renewed without an interruption', async () => {
  const expiry = Promise.withResolvers<void>()
  let orders = 0
  const forbidden: string[] = []
  const { page } = await visit({
    path: playPath(world.film.programId),
    prepare: async (tab) => {
      tab.on('request', (request) => (orders += request.url().includes('/api_v2/order') ? 1 : 0))
      tab.on('response', (answer) => answer.status() === 403 && forbidden.push(answer.url()))
      // Holds back the last segments, so that they are not loaded before the grant expires.
      await tab.route(/\/v\/.+\/0000[4-9]\.m4s$/, async (route) => {
        await expiry.promise
        await route.continue()
      })
    },
  })
  await expectPlaying(page)
  expect(orders).toBe(1)
  await advanceClock('PT7H')
  expiry.resolve()
  await page.keyboard.press('Digit7')
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(8.5)
  await expectPlayingFrom(page, await currentTimeOf(page))
  expect(forbidden.length).toBeGreaterThan(0)
  expect(orders).toBe(2)
})
