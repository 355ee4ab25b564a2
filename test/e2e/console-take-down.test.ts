import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleTitle as text } from '#text/zh_HK/console-title.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { makeVideo, runIngest } from './support/ingest.ts'
import { currentTimeOf, order, playPath } from './support/playing.ts'
import { call, eventually, visit, world } from './support/world.ts'

/** The first segment of the best rendition, as a player finds it. */
async function segmentOf(playlistUrl: string): Promise<string> {
  const lineOf = async (url: string, ending: string) => {
    const lines = (await (await fetch(url)).text()).split('\n')
    return new URL(
      lines.find((line) => line.split('?')[0]!.endsWith(ending))!,
      url,
    ).href
  }
  return lineOf(await lineOf(playlistUrl, '.m3u8'), '.m4s')
}

test('on a phone a title is taken down: its page, film, running stream and images are refused, until that is lifted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-take-down-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // Of its own size: a title of an earlier attempt would show the same image.
  const size = `400x${200 + 2 * (Date.now() % 100)}`
  const video = await makeVideo(join(folder, 'order.mp4'), { seconds: 8, size })
  const name = `禁片 ${Date.now()}`
  const { programId } = await runIngest(world.dataDir, video, [
    '--title-zh',
    name,
    '--title-en',
    'The Order',
    '--classify',
    'movie',
  ])
  const viewer = await visit({ path: playPath(programId) })
  await eventually(() => currentTimeOf(viewer.page)).toBeGreaterThan(0)
  const playlist = new URL((await order(programId)).redirectURL, world.url).href
  const segment = await segmentOf(playlist)
  const { program } = await call<{ program: { keyartImageURL: string } }>('/api_v2/revamp/detail', { programId })
  const image = new URL(program.keyartImageURL, world.url).href
  const statusOf = async (url: string) => (await fetch(url)).status
  expect([await statusOf(segment), await statusOf(image)]).toEqual([200, 200])

  const { page, errors } = await visitSignedIn('/', { name: 'Olga Ip', roles: ['administrator'] })
  await page.getByRole('heading', { name: consoleShell.screens.home, level: 1 }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${world.url}/console/#/titles/${programId}`)
  await page.getByRole('button', { name: text.more }).click()
  await page.getByRole('button', { name: text.takeDown.label }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(text.takeDown.text(0)).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  const submit = dialog.getByRole('button', { name: text.takeDown.label })
  await dialog.getByLabel(consoleShell.reason).fill('法庭命令')
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel(consoleShell.typeWord(text.takeDown.word)).fill(text.takeDown.word)
  await submit.click()
  await page.getByText(text.takeDown.done).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await eventually(() => statusOf(segment)).toBe(403)
  await eventually(() => statusOf(playlist)).toBe(403)
  await eventually(() => statusOf(image)).toBe(404)
  const answer = await fetch(`${world.url}/api_v2/revamp/detail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ programId }),
  })
  expect(await answer.json()).toMatchObject({ result: 'FAILED', errorCode: 'NOT_FOUND' })

  await page.getByRole('button', { name: text.more }).click()
  await page.getByRole('button', { name: text.liftTakeDown.label }).click()
  await dialog.getByLabel(consoleShell.reason).fill('命令已撤銷')
  await dialog.getByLabel(consoleShell.typeWord(text.liftTakeDown.word)).fill(text.liftTakeDown.word)
  await dialog.getByRole('button', { name: text.liftTakeDown.label }).click()
  await page.getByText(text.liftTakeDown.done).waitFor()
  await eventually(() => statusOf(image)).toBe(200)
  expect(await statusOf(segment)).toBe(403)
  expect(errors.filter((error) => !/40[134]/.test(error))).toEqual([])
}, 300_000)
