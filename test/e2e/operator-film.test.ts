import { expect, test } from 'vitest'
import type { CardPage } from '#contract/programs.ts'
import { playPath, timeOf, watches } from './support/playing.ts'
import { arrived, call, ONCE_EACH, eventually, queryOf, row, visit, world } from './support/world.ts'

const { film } = world
const TITLE = { zh_HK: '黃昏渡輪', en_US: 'The Evening Ferry' }
const NEW = { zh_HK: '新上架', en_US: 'New on Harbour' }

test('the command ends well and prints the id of the title last', () => {
  expect(film.exitCode).toBe(0)
  expect(film.programId).toMatch(/^[A-Za-z0-9][\w.-]*$/)
})

test('the film is what the file was: its length, its resolution, its class, free', async () => {
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

test('it is the newest of all', async () => {
  const { list } = await call<CardPage>('/api_v2/revamp/mixProgramList', { row: 'new' })
  expect(list.slice(0, 1).map(({ programId }) => programId)).toContain(film.programId)
})

test.each(ONCE_EACH)(
  'it stands in the new row of home ($language, $size), opens and plays',
  async ({ language, size }) => {
    const { page, errors, text } = await visit({ language, size })
    await arrived(page, language)
    const card = row(page, NEW[language]).getByRole('link', { name: TITLE[language] })
    await row(page, NEW[language]).scrollIntoViewIfNeeded()
    await card.scrollIntoViewIfNeeded()
    // Its pictures are cut from the film.
    await eventually(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await card.click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: TITLE[language] }).first().waitFor()
    await sheet.locator('a[href^="#/play?"]').filter({ visible: true }).first().click()
    await watches(page)
    expect(queryOf(page).get('programId')).toBe(film.programId)
    await page.getByRole('region', { name: text.player.region(TITLE[language]) }).waitFor()
    expect(errors).toEqual([])
  },
)

test('it plays from a link that was shared', async () => {
  const { page } = await visit({ path: playPath(film.programId) })
  await watches(page)
  expect(await timeOf(page)).toBeGreaterThan(0)
})
