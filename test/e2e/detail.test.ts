import { describe, expect, test } from 'vitest'
import type { CardPage, ProgramCard } from '#contract/programs.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { filmIn, playable, watches } from './support/playing.ts'
import { arrived, call, ONCE_EACH, eventually, hashOf, type Page, queryOf, row, visit, world } from './support/world.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const scrollPlace = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Opens a card of the first row, as a reader does; answers the card. */
async function openCard(page: Page) {
  const card = page.locator('main ol li a, main ul li a').first()
  await card.waitFor()
  await card.scrollIntoViewIfNeeded()
  await card.focus()
  await card.press('Enter')
  await sheet(page).locator('[aria-busy=false]').waitFor()
  expect(queryOf(page).get('programId')).toBeTruthy()
  return card
}

const WAYS: Record<string, (page: Page, close: string) => Promise<unknown>> = {
  Back: (page) => page.goBack(),
  Esc: (page) => page.keyboard.press('Escape'),
  'its button': (page, close) => sheet(page).getByRole('button', { name: close, exact: true }).first().click(),
  'the backdrop': (page) => page.mouse.click(8, 500),
}

describe.each(ONCE_EACH)('the detail overlay in $language on $size', ({ language, size }) => {
  // On a phone it covers the screen: there is no backdrop to press.
  const ways = Object.keys(WAYS).filter((way) => size === 'desktop' || way !== 'the backdrop')

  test.each(ways)('is closed by %s; the page below stays and has the focus again', async (way) => {
    const { page, errors, text } = await visit({ language, size })
    await arrived(page, language)
    await page.locator('main').evaluate((main) => Object.assign(main, { isSame: true }))
    const card = await openCard(page)
    await WAYS[way]!(page, text.detail.close)
    await sheet(page).waitFor({ state: 'detached' })
    expect(hashOf(page)).toBe(`#${PATHS.home}`)
    expect(await page.locator('main').evaluate((main) => 'isSame' in main)).toBe(true)
    await eventually(() => card.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(errors).toEqual([])
  })

  test('opens from a shared link and through a reload, and leaves its screen behind', async () => {
    const path = `#${PATHS.movie}?programId=${world.film.programId}`
    const { page, errors } = await visit({ path: `/${path}`, language, size })
    const title = language === 'zh_HK' ? '黃昏渡輪' : 'The Evening Ferry'
    await sheet(page).getByRole('heading', { name: title }).first().waitFor()
    await page.reload()
    await sheet(page).getByRole('heading', { name: title }).first().waitFor()
    expect(hashOf(page)).toBe(path)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    expect(hashOf(page)).toBe(`#${PATHS.movie}`)
    expect(errors).toEqual([])
  })
})

test('a title opened from a title is one layer: closing leads to the page', async () => {
  const { page } = await visit()
  await arrived(page)
  await openCard(page)
  const first = queryOf(page).get('programId')
  const name = () => sheet(page).locator('h2').first().textContent()
  const before = await name()
  await sheet(page).locator('section li a, ul li a').last().click()
  await eventually(() => queryOf(page).get('programId')).not.toBe(first)
  // The address changes before the sheet does.
  await eventually(name).not.toBe(before)
  await sheet(page).locator('[aria-busy=false]').waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
})

test('an unknown title closes again with a word', async () => {
  const { page } = await visit({ path: `/#${PATHS.home}?programId=none` })
  await page.getByText('找不到', { exact: false }).first().waitFor()
  await sheet(page).waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
})

test('Back takes the top layer first: player, title, then the page at its place', async () => {
  await playable('tram')
  const { page, errors } = await visit()
  await arrived(page)
  await row(page, '免費看').scrollIntoViewIfNeeded()
  const card = row(page, '免費看').getByRole('link', { name: '西環尾站' })
  await card.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const place = await scrollPlace(page)
  expect(place).toBeGreaterThan(200)
  await card.click()
  const play = sheet(page).locator('a[href^="#/play?"]').filter({ visible: true }).first()
  await play.click()
  await filmIn(page).waitFor()
  expect(hashOf(page)).toContain('#/play?')
  await page.goBack()
  await sheet(page).waitFor()
  expect(queryOf(page).get('programId')).toBe('tram')
  await page.goBack()
  await sheet(page).waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
  await eventually(() => scrollPlace(page)).toBeGreaterThan(place - 5)
  expect(await scrollPlace(page)).toBeLessThan(place + 5)
  expect(errors).toEqual([])
})

/** Notes a clip of the sheet that moves after play was pressed. */
const WATCH_BEHIND = `document.addEventListener('timeupdate', ({ target }) => {
  if (location.hash.startsWith('#/play') && target.closest('dialog') && !target.paused) globalThis.movedBehind = true
}, true)`

test('a trailer that was about to begin does not begin behind the curtain once play is pressed', async () => {
  const { page } = await visit({
    path: `/#${PATHS.home}?programId=${world.film.programId}`,
    prepare: (tab) => tab.addInitScript(WATCH_BEHIND),
  })
  await sheet(page).locator('a[href^="#/play?"]').filter({ visible: true }).first().click()
  await watches(page)
  expect(await page.evaluate(() => 'movedBehind' in globalThis)).toBe(false)
})

describe('what may not be watched', () => {
  test('a film that is being prepared says so, on its card and on its page, and cannot be played', async () => {
    const { list } = await call<CardPage>('/api_v2/revamp/mixProgramList', { row: 'new', pageSize: '100' })
    const { programId } = list.find((card: ProgramCard) => card.programId === 'crossing')!
    const { page, text } = await visit({ path: `/#${PATHS.home}?programId=${programId}` })
    await sheet(page).getByText(text.detail.preparing, { exact: false }).filter({ visible: true }).first().waitFor()
    expect(await sheet(page).locator('a[href^="#/play?"]:not([href*="kind=trailer"])').count()).toBe(0)
    await page.keyboard.press('Escape')
    await row(page, '新上架').scrollIntoViewIfNeeded()
    await eventually(() => row(page, '新上架').getByRole('link', { name: '夜渡鯉魚門' }).innerText()).toContain(
      '準備中',
    )
  })

  test('a film of class III asks for a login, and its strip says for whom it is', async () => {
    const { page, text } = await visit({ path: `/#${PATHS.home}?programId=${world.adult.programId}` })
    await sheet(page).getByText(text.detail.classStrip).waitFor()
    await sheet(page).getByText('登入', { exact: false }).filter({ visible: true }).first().waitFor()
    expect(await sheet(page).locator('a[href^="#/play?"]').count()).toBe(0)
  })

  test('a warning stands before the first play of a title, and only before the first', async () => {
    const { page, text } = await visit({
      path: `/#${PATHS.home}?programId=${world.series.programId}`,
      language: 'en_US',
    })
    const play = () => page.getByRole('button', { name: 'Watch free' }).filter({ visible: true }).first()
    await play().click()
    const warning = page.getByRole('dialog', { name: text.contentWarning.title })
    await warning.getByRole('button', { name: text.contentWarning.back }).last().click()
    await warning.waitFor({ state: 'detached' })
    await play().click()
    await warning.getByRole('button', { name: text.contentWarning.go }).click()
    await filmIn(page).waitFor()
    expect(hashOf(page)).toContain('#/PlayDrama/1?')
    await page.reload()
    await filmIn(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
