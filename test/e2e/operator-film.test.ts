import { expect, test } from 'vitest'
import type { CardPage } from '#contract/programs.ts'
import { playPath, currentTimeOf, expectPlaying } from './support/playing.ts'
import { waitForScreen, call, settingsOn, eventually, queryOf, carousel, visit, world } from './support/world.ts'

const { film } = world
const TITLE = { zh_HK: '黃昏渡輪', en_US: 'The Evening Ferry' }
const NEW = { zh_HK: '新上架', en_US: 'New on Harbour' }

test('ingest exits with 0 and prints the id of the title on its last line', () => {
  expect(film.exitCode).toBe(0)
  expect(film.programId).toMatch(/^[A-Za-z0-9][\w.-]*$/)
})

test('the title has the duration and resolution of the file, class I by default, and is free', async () => {
  const { program } = await call<{ program: Record<string, unknown> }>('/api_v2/revamp/detail', {
    programId: film.programId,
  })
  expect(program).toMatchObject({
    access: 'play',
    restriction: 'I',
    vodType: 'FREE TO WATCH',
    preparing: false,
    maxResolution: 'HD',
  })
  expect(program.duration).toBeCloseTo(12, 0)
})

test('the ingested title is among the first in the list of new titles', async () => {
  // Journeys of the console ingest and import some, too.
  const { list } = await call<CardPage>('/api_v2/revamp/mixProgramList', { row: 'new' })
  expect(list.slice(0, 8).map(({ programId }) => programId)).toContain(film.programId)
})

test.each(settingsOn('phone'))(
  'the title is in the new titles carousel of home, opens and plays ($language, $size)',
  async ({ language, size }) => {
    const { page, errors, text } = await visit({ language, size })
    await waitForScreen(page, language)
    const card = carousel(page, NEW[language]).getByRole('link', { name: TITLE[language] })
    await carousel(page, NEW[language]).scrollIntoViewIfNeeded()
    await card.scrollIntoViewIfNeeded()
    // The image is a frame of the video.
    await eventually(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await card.click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: TITLE[language] }).first().waitFor()
    await sheet.locator('a[href^="#/play?"]').filter({ visible: true }).first().click()
    await expectPlaying(page)
    expect(queryOf(page).get('programId')).toBe(film.programId)
    await page.getByRole('region', { name: text.player.region(TITLE[language]) }).waitFor()
    expect(errors).toEqual([])
  },
)

test('the title plays from a shared link', async () => {
  const { page } = await visit({ path: playPath(film.programId) })
  await expectPlaying(page)
  expect(await currentTimeOf(page)).toBeGreaterThan(0)
})
