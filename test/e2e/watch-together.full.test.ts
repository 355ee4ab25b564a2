import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeVideo, runIngest } from './support/ingest.ts'
import { currentTimeOf, playerVideo } from './support/playing.ts'
import { begin, bothPaused, buyWithCredits, driftOf, enter, joinAsGuest, putOnSale } from './support/private-cinema.ts'
import { world } from './support/world.ts'

const MINUTES = 5

test('two browsers stay within half a second for five minutes, and are again three seconds after a seek', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-together-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const video = await makeVideo(join(folder, 'long.mp4'), { seconds: 60 * MINUTES + 60, size: '320x180' })
  const names = ['--title-zh', '長夜', '--title-en', 'The Long Night']
  const { programId } = await runIngest(world.dataDir, video, names)
  const host = await buyWithCredits(await putOnSale(programId))
  const guest = await joinAsGuest(host.guestURL)
  await enter(host.page)
  await begin(host.page)
  await bothPaused(host.page, guest.page, false)
  const drifts: number[] = []
  const until = Date.now() + MINUTES * 60_000
  await host.page.waitForTimeout(3_000)
  while (Date.now() < until) {
    drifts.push(await driftOf(host.page, guest.page))
    await host.page.waitForTimeout(1_000)
  }
  expect(Math.max(...drifts)).toBeLessThan(0.5)
  expect(await currentTimeOf(guest.page)).toBeGreaterThan(60 * MINUTES - 30)
  for (const to of [30, 200, 5]) {
    await playerVideo(host.page).evaluate((one: HTMLVideoElement, seconds) => (one.currentTime = seconds), to)
    await host.page.waitForTimeout(3_000)
    expect(await driftOf(host.page, guest.page)).toBeLessThan(0.5)
    expect(await currentTimeOf(guest.page)).toBeGreaterThan(to)
  }
  console.log(`largest drift ${Math.max(...drifts).toFixed(3)} s in ${drifts.length} readings`)
}, 1_200_000)
