import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UPLOAD_PART_BYTES } from '#contract/admin/uploads.ts'
import { consoleIngest as text } from '#text/zh_HK/console-ingest.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { makeVideo, runIngest } from './support/ingest.ts'
import { eventually, type Page, world } from './support/world.ts'

const PADDING = 3 * UPLOAD_PART_BYTES

/** A box that players skip, so that a small film takes several parts. */
async function pad(file: string): Promise<void> {
  const box = Buffer.alloc(PADDING)
  box.writeUInt32BE(PADDING, 0)
  box.write('free', 4, 'latin1')
  await appendFile(file, box)
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: text.jobs }).getByRole('listitem').filter({ hasText: name })

test('a film is uploaded, the page closed in the middle, and the upload goes on where it stopped until the film is ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-console-ingest-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [video, small] = await Promise.all([
    makeVideo(join(folder, 'harbour.mp4'), { seconds: 4, size: '320x180' }),
    makeVideo(join(folder, 'first.mp4'), { seconds: 2, size: '320x180' }),
  ])
  await pad(video.file)
  const name = `海港 ${Date.now()}`
  const title = ['--title-zh', name, '--title-en', 'A harbour', '--classify', 'movie']
  const { programId } = await runIngest(world.dataDir, small, title)
  const first = await visitSignedIn('/', { name: 'Ivy Mok', roles: ['catalogue'] })
  await first.page.getByRole('heading', { name: consoleShell.screens.home, level: 1 }).waitFor()

  await first.page.keyboard.press('g')
  await first.page.keyboard.press('i')
  await first.page.getByRole('button', { name: text.choose }).waitFor()
  expect(await seriousViolations(first.page)).toEqual([])
  // The second part never arrives.
  const offsets: number[] = []
  let isHeld = true
  await first.context.route('**/api_admin/uploads/*', async (route) => {
    const request = route.request()
    const offset = Number(request.headers()['upload-offset'])
    if (request.method() === 'PATCH') offsets.push(offset)
    if (isHeld && request.method() === 'PATCH' && offset > 0) return
    await route.continue()
  })
  await first.page.getByTestId('files').setInputFiles([video.file])
  await first.page.getByPlaceholder(text.targetHint).fill(name)
  await first.page.getByRole('button', { name: new RegExp(name) }).click()
  await first.page.getByRole('button', { name: text.startWhenReady }).click()
  await eventually(() => offsets).toEqual([0, UPLOAD_PART_BYTES])
  expect(await seriousViolations(first.page)).toEqual([])
  await first.page.close({ runBeforeUnload: false })

  isHeld = false
  offsets.length = 0
  const page = await first.context.newPage()
  await page.goto(`${world.url}/console/#/ingest`)
  await page.getByText(text.unfinished).waitFor()
  await page.getByTestId('files').setInputFiles([video.file])
  // What was typed is still there.
  await page
    .getByRole('button', { name: text.startWhenReady })
    .or(page.getByRole('button', { name: text.start }))
    .click()
  const row = rowOf(page, name).filter({ hasText: 'harbour.mp4' })
  await row.getByText(text.jobStates.done).waitFor({ timeout: 120_000 })
  expect(offsets[0]).toBeGreaterThanOrEqual(UPLOAD_PART_BYTES)
  expect(await page.getByText(text.unfinished).count()).toBe(0)

  const broken = join(folder, 'broken.mp4')
  await writeFile(broken, 'no film at all')
  await page.getByTestId('files').setInputFiles([broken])
  await page.getByPlaceholder(text.targetHint).fill(programId)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page
    .getByRole('button', { name: text.start, exact: true })
    .or(page.getByRole('button', { name: text.startWhenReady }))
    .click()
  const failed = rowOf(page, 'broken.mp4')
  const reason = text.errors.NOT_A_VIDEO({ file: 'broken.mp4' })
  await failed.getByText(reason).waitFor({ timeout: 90_000 })
  expect(await seriousViolations(page)).toEqual([])
  await failed.getByRole('button', { name: text.retry }).click()
  await eventually(() => failed.getByText(reason).count()).toBe(2)
}, 300_000)
