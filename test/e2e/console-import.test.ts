import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { consoleImport as text } from '#text/zh_HK/console-import.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { makeVideo } from './support/ingest.ts'
import { eventually } from './support/world.ts'

/** A number keeps its unit by a space of its own. */
const spaced = (label: string) => new RegExp(label.replaceAll(' ', String.raw`\s`))

test('a table with a film and a poster moves in: tried, put right, imported as drafts, and safe to repeat', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-console-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const stem = `moving-${Date.now()}`
  const video = await makeVideo(join(folder, `${stem}.mp4`), { seconds: 2, size: '320x180' })
  const poster = join(folder, `${stem}.jpg`)
  await sharp({ create: { width: 400, height: 600, channels: 3, background: '#246' } })
    .jpeg()
    .toFile(poster)
  const table = join(folder, 'titles.csv')
  const lines = (kind: string) =>
    [
      'reference;titleZh;titleEn;class;film;keyart',
      `${stem}-1;搬家一 ${stem};Moving one;IIA;${stem}.mp4;${stem}.jpg`,
      `${stem}-2;搬家二 ${stem};Moving two;${kind};;`,
    ].join('\r\n')
  await writeFile(table, lines('IV'))

  const { page } = await visitSignedIn('/', { name: 'Mia Ho', roles: ['catalogue'] })
  await page.getByRole('heading', { name: consoleShell.screens.home, level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByText(text.noTable).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text.template }).click(),
  ])
  expect(await readFile(await template.path(), 'utf8')).toContain('"reference"')

  await page.getByTestId('files').setInputFiles([table])
  const row = (reference: string) => page.getByRole('row').filter({ hasText: reference })
  await row(`${stem}-1`).getByText('film').waitFor()
  await row(`${stem}-2`).getByText('IV').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.getByTestId('files').setInputFiles([video.file, poster])
  await page.getByText(text.filesDone(2, 2)).waitFor()
  await page.getByRole('button', { name: spaced(text.submit(1)) }).waitFor()
  await writeFile(table, lines('I'))
  await page.getByTestId('files').setInputFiles([table])
  await page.getByRole('button', { name: spaced(text.submit(2)) }).click()
  const dialog = page.getByRole('dialog', { name: text.confirmTitle(2) })
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: spaced(text.submit(2)) }).click()

  await page.getByText(/已於.*完成/).waitFor({ timeout: 60_000 })
  await page
    .getByText(text.filmsState({ open: 0, done: 1, failed: 0 }))
    .first()
    .waitFor({ timeout: 120_000 })
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('link', { name: text.openTitle(`搬家一 ${stem}`) }).click()
  await page
    .getByRole('heading', { name: new RegExp(`搬家一 ${stem}`) })
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('button', { name: text.back }).click()
  await page.getByRole('button', { name: text.openImport('titles.csv') }).waitFor()

  await page.getByTestId('files').setInputFiles([table])
  await page.getByText(text.nothing).waitFor()
  await eventually(() => page.getByText(text.noProblems).count()).toBe(0)
}, 300_000)
