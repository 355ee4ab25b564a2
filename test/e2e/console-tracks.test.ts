import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleTitle } from '#text/zh_HK/console-title.ts'
import { consoleTracks as text } from '#text/zh_HK/console-tracks.ts'
import { runEncoder } from '../support/programs.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { makeVideo, runIngest } from './support/ingest.ts'
import { expectPlaying, isPaused, playPath, showControls } from './support/playing.ts'
import { eventually, visit, world } from './support/world.ts'

const SECONDS = 12

test('audio and a subtitle are added to a film that is live, and a viewer chooses them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-console-tracks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const video = await makeVideo(join(folder, 'film.mp4'), { seconds: SECONDS, size: '320x180' })
  const sound = join(folder, 'dub.cmn.m4a')
  await runEncoder('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `sine=frequency=880:duration=${SECONDS}`, sound])
  const subtitle = join(folder, 'film.en.srt')
  await writeFile(subtitle, `1\n00:00:00,000 --> 00:00:${SECONDS},000\nThe ferry leaves\n`)
  const title = [
    '--title-zh',
    `雙聲 ${Date.now()}`,
    '--title-en',
    'Two voices',
    '--classify',
    'movie',
    '--vod',
    'free',
    '--region',
    'MO',
  ]
  const { programId } = await runIngest(world.dataDir, video, [...title, '--subtitle', `zh-Hant:${video.subtitles}`])

  const { page } = await visitSignedIn('/', { name: 'Tess Ip', roles: ['catalogue'] })
  await page.getByRole('heading', { name: consoleShell.screens.home, level: 1 }).waitFor()
  await page.goto(`${world.url}/console/#/titles/${programId}`)
  await page.getByRole('button', { name: consoleTitle.tracksOf(`${consoleTitle.film} ${programId}`) }).click()
  await page.getByText(`${text.kinds.audio} 粵語`).waitFor()
  await page.getByTestId('files').setInputFiles([sound, subtitle])
  await page.getByLabel(text.languageOf('dub.cmn.m4a')).fill('cmn')
  await page.getByLabel(text.nameOf('dub.cmn.m4a')).fill('國語配音')
  await page.getByLabel(text.nameOf('film.en.srt')).fill('English (SDH)')
  await page.getByRole('button', { name: text.save, disabled: false }).waitFor()
  // The colours of the button change for a moment.
  await eventually(() => seriousViolations(page)).toEqual([])
  await page.getByRole('button', { name: text.save }).click()
  await page.getByText(text.done).waitFor({ timeout: 120_000 })
  await page.getByText(`${text.kinds.audio} 國語配音`).waitFor()
  await eventually(() => seriousViolations(page)).toEqual([])
  await page.getByRole('list', { name: consoleTitle.formerFiles }).getByText(programId).waitFor()

  const viewer = await visit({ path: playPath(programId), region: 'MO' })
  const { player } = viewer.text
  await expectPlaying(viewer.page)
  await viewer.page.keyboard.press('KeyK')
  await eventually(() => isPaused(viewer.page)).toBe(true)
  const choose = async (group: string, name: RegExp) => {
    await showControls(viewer.page)
    await viewer.page.getByRole('button', { name: player.subtitles }).click()
    const choice = viewer.page.getByRole('group', { name: group, exact: true }).getByRole('menuitemradio', { name })
    await choice.click()
  }
  await choose(player.subtitles, /English \(SDH\)/)
  await viewer.page.getByText('The ferry leaves').waitFor()
  const loaded: string[] = []
  viewer.page.on('response', (answer) => loaded.push(new URL(answer.url()).pathname))
  await choose(player.audio, /國語配音/)
  await eventually(() => loaded.some((path) => /\/audio-(?!0\/)\d+\/\d+\.m4s$/.test(path))).toBe(true)
  expect(viewer.errors).toEqual([])
}, 300_000)
