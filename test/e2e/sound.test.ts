import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { currentTimeOf, expectPlaying, isPaused, playPath } from './support/playing.ts'
import { eventually, visit, world } from './support/world.ts'

const film = playPath(world.film.programId)

/** The playlist with a second audio group, whose English is said to be surround. */
function withSurround(master: string): string {
  const lines = master.split('\n').filter((line) => line !== '')
  const sounds = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'))
  const inGroup = (line: string) => line.replaceAll('"aac"', '"aac51"')
  const surround = sounds.map((line) =>
    line.includes('LANGUAGE="en"')
      ? inGroup(line).replace('CHANNELS="2"', 'CHANNELS="6"').replace('index.m3u8', 'index.m3u8?surround')
      : inGroup(line),
  )
  const variants = lines.slice(lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF')))
  const dearer = variants.map((line) => inGroup(line).replace(/([:,]BANDWIDTH=)/, '$19'))
  return [...lines.slice(0, lines.length - variants.length), ...surround, ...variants, ...dearer, ''].join('\n')
}

/** The playlist with a second track in English. */
const withCommentary = (master: string) =>
  master.replace(/^#EXT-X-MEDIA:TYPE=AUDIO.*LANGUAGE="en".*$/m, (english) =>
    [english, english.replace(/NAME="[^"]*"/, 'NAME="English 2"').replace('index.m3u8', 'index.m3u8?commentary')].join(
      '\n',
    ),
  )

/** Visits the film with a changed playlist. `openSounds` pauses it and opens the menu of tracks. */
async function visitWith(change: (master: string) => string) {
  const { page, text } = await visit({
    path: film,
    prepare: (tab) =>
      tab.route('**/master.m3u8', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: change(await answer.text()) })
      }),
  })
  const openSounds = async () => {
    await expectPlaying(page)
    await page.keyboard.press('KeyK')
    await eventually(() => isPaused(page)).toBe(true)
    await page.getByRole('button', { name: text.player.audio }).click()
  }
  return { page, text, openSounds }
}

test.runIf(isFull)('of two tracks in one language the chosen one is remembered', async () => {
  const { page, openSounds } = await visitWith(withCommentary)
  const commentary = page.getByRole('menuitemradio', { name: /^英文 2 / })
  await openSounds()
  await commentary.click()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.reload()
  await openSounds()
  await eventually(() => commentary.getAttribute('aria-checked')).toBe('true')
  const playlist = loaded.find((path) => path.endsWith('?commentary'))
  expect(playlist).toBeDefined()
  expect(loaded).not.toContain(playlist?.replace('?commentary', ''))
})

test('stereo stays stereo where a title also has surround in that language, and is remembered', async () => {
  const { page, text, openSounds } = await visitWith(withSurround)
  const english = (format: string) => page.getByRole('menuitemradio', { name: new RegExp(`^英文 .*${format}`) })
  const isChosen = (format: string) => english(format).getAttribute('aria-checked')
  const { stereo } = text.player
  await openSounds()
  await english(stereo).click()
  const surround: string[] = []
  page.on('request', (request) => request.url().includes('surround') && surround.push(request.url()))
  await page.keyboard.press('KeyK')
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(6)
  await page.reload()
  await openSounds()
  await eventually(() => isChosen(stereo)).toBe('true')
  expect(surround).toEqual([])
  await english('5\\.1').click()
  await page.reload()
  await openSounds()
  await eventually(() => isChosen('5\\.1')).toBe('true')
})
