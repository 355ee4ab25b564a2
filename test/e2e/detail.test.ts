import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CardPage, ProgramCard } from '#contract/programs.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { playerVideo, waitUntilPlayable, expectPlaying } from './support/playing.ts'
import {
  waitForScreen,
  call,
  SETTINGS_ONCE,
  settingsOn,
  eventually,
  hashOf,
  type Page,
  queryOf,
  type Size,
  carousel,
  visit,
  world,
} from './support/world.ts'

const sheet = (page: Page) => page.getByRole('dialog')
const scrollOffset = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Whether an element is whole inside the viewport. */
async function isInViewport(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  const { width, height } = page.viewportSize()!
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
}

/** Opens the first card of the page by keyboard and returns the card. */
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

const CLOSE_ACTIONS: Record<string, (page: Page, close: string) => Promise<unknown>> = {
  Back: (page) => page.goBack(),
  Esc: (page) => page.keyboard.press('Escape'),
  'its close button': (page, close) => sheet(page).getByRole('button', { name: close, exact: true }).first().click(),
  'the backdrop': (page) => page.mouse.click(8, 500),
}

/** On a phone the overlay covers the screen and has no backdrop. Except in the full run, each size has the others in part. */
const CLOSED_BY: Record<Size, string[]> = {
  desktop: isFull ? Object.keys(CLOSE_ACTIONS) : ['Esc'],
  phone: isFull ? ['Back', 'Esc', 'its close button'] : ['Back'],
}

describe.each(SETTINGS_ONCE)('the detail overlay in $language on $size', ({ language, size }) => {
  const actions = CLOSED_BY[size]

  test.each(actions)('is closed by %s; the page below is kept and its card has the focus again', async (action) => {
    const { page, errors, text } = await visit({ language, size })
    await waitForScreen(page, language)
    await page.locator('main').evaluate((main) => Object.assign(main, { isSame: true }))
    const card = await openCard(page)
    await CLOSE_ACTIONS[action]!(page, text.detail.close)
    await sheet(page).waitFor({ state: 'detached' })
    expect(hashOf(page)).toBe(`#${PATHS.home}`)
    expect(await page.locator('main').evaluate((main) => 'isSame' in main)).toBe(true)
    await eventually(() => card.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(errors).toEqual([])
  })
})

test.each(SETTINGS_ONCE)(
  'scrolled to the end, the sheet keeps its close button and shows the pinned header, in $language on $size',
  async ({ language, size }) => {
    const { page, errors, text } = await visit({ path: `/#${PATHS.home}?programId=tram`, language, size })
    await sheet(page).locator('[aria-busy=false]').waitFor()
    const pinned = sheet(page).locator('[data-shown]')
    const close = sheet(page).getByRole('button', { name: text.detail.close, exact: true })
    // The comments come while it scrolls, and make it longer.
    await eventually(async () => {
      await sheet(page).evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
      return pinned.count()
    }).toBe(1)
    await eventually(() => pinned.innerText()).toContain(language === 'zh_HK' ? '西環尾站' : 'Last Stop, Western')
    for (const shown of [pinned, pinned.locator('a[href^="#/play?"]'), close])
      await eventually(() => isInViewport(page, shown)).toBe(true)
    await pinned
      .locator('p')
      .evaluate((title) => (title.textContent = 'The Long Way Home by the Last Ferry of the Year'))
    const [play, closes] = await Promise.all([pinned.locator('a[href^="#/play?"]').boundingBox(), close.boundingBox()])
    expect(play!.x + play!.width).toBeLessThanOrEqual(closes!.x)
    expect(await close.count()).toBe(1)
    await close.click()
    await sheet(page).waitFor({ state: 'detached' })
    expect(hashOf(page)).toBe(`#${PATHS.home}`)
    expect(errors).toEqual([])
  },
)

test.each(settingsOn('phone'))(
  'a shared title opens, also after a reload, and closes to the screen below, in $language on $size',
  async ({ language, size }) => {
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
  },
)

test.runIf(isFull)('a title opened from another title replaces it: closing leads to the page', async () => {
  const { page } = await visit()
  await waitForScreen(page)
  await openCard(page)
  const first = queryOf(page).get('programId')
  const name = () => sheet(page).locator('h2').first().textContent()
  const before = await name()
  await sheet(page).locator('section li a, ul li a').last().click()
  await eventually(() => queryOf(page).get('programId')).not.toBe(first)
  // The URL changes before the content.
  await eventually(name).not.toBe(before)
  await sheet(page).locator('[aria-busy=false]').waitFor()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
})

test.runIf(isFull)('hairlines stand between episodes: none above the first, one above each other', async () => {
  const { page } = await visit({ path: `/#${PATHS.home}?programId=${world.series.programId}` })
  const episodes = sheet(page).locator('ol > li:has(h4, a, button)')
  await episodes.nth(1).waitFor()
  const lines = await episodes.evaluateAll((rows) =>
    rows.map((row) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(row)
      return [borderTopWidth, borderTopColor !== 'rgba(0, 0, 0, 0)']
    }),
  )
  expect(lines[0]![0]).toBe('0px')
  expect(lines.slice(1)).toEqual(lines.slice(1).map(() => ['1px', true]))
})

test('the header keeps the top of its image, and crops its foot, which the title covers', async () => {
  const { page } = await visit({ path: `/#${PATHS.home}?programId=tram` })
  const image = sheet(page).locator('[aria-busy=false] img:not([src^="data:"])').first()
  await image.waitFor()
  const { ratio, position } = await image.evaluate((img: HTMLImageElement) => ({
    ratio: img.clientWidth / img.clientHeight,
    position: getComputedStyle(img).objectPosition,
  }))
  expect(ratio).toBeGreaterThan(16 / 9)
  expect(position).toBe('50% 0px')
})

test('an unknown title shows a message and the overlay closes', async () => {
  const { page } = await visit({ path: `/#${PATHS.home}?programId=none` })
  await page.getByText('找不到', { exact: false }).first().waitFor()
  await sheet(page).waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
})

test('Back closes the player, then the title, and restores the scroll offset of the page', async () => {
  await waitUntilPlayable('tram')
  const { page, errors } = await visit()
  await waitForScreen(page)
  await carousel(page, '免費看').scrollIntoViewIfNeeded()
  const card = carousel(page, '免費看').getByRole('link', { name: '西環尾站' })
  await card.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const offset = await scrollOffset(page)
  expect(offset).toBeGreaterThan(200)
  await card.click()
  const play = sheet(page).locator('a[href^="#/play?"]').filter({ visible: true }).first()
  await play.click()
  await playerVideo(page).waitFor()
  expect(hashOf(page)).toContain('#/play?')
  await page.goBack()
  await sheet(page).waitFor()
  expect(queryOf(page).get('programId')).toBe('tram')
  await page.goBack()
  await sheet(page).waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
  await eventually(() => scrollOffset(page)).toBeGreaterThan(offset - 5)
  expect(await scrollOffset(page)).toBeLessThan(offset + 5)
  expect(errors).toEqual([])
})

/** Sets `playedBelow` to the classes of a video that plays below the route transition. */
const WATCH_BELOW = `document.addEventListener('timeupdate', ({ target }) => {
  if (document.querySelector('output[data-phase=closing]') && !target.paused) globalThis.playedBelow = target.className || 'video'
}, true)`

test.runIf(isFull)(
  'no video plays below the route transition: not the trailer on the way to the player, nor the film on the way back',
  async () => {
    const { page } = await visit({
      path: `/#${PATHS.home}?programId=${world.film.programId}`,
      prepare: (tab) => tab.addInitScript(WATCH_BELOW),
    })
    await sheet(page).locator('video[data-moving]').waitFor()
    await sheet(page).locator('a[href^="#/play?"]').filter({ visible: true }).first().click()
    await expectPlaying(page)
    await page.goBack()
    await playerVideo(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Reflect.get(globalThis, 'playedBelow'))).toBeUndefined()
  },
)

describe('titles that cannot be played', () => {
  test('a title that is not yet encoded is marked on its card and in its details, and cannot be played', async () => {
    const { list } = await call<CardPage>('/api_v2/revamp/mixProgramList', { row: 'new', pageSize: '100' })
    const { programId } = list.find((card: ProgramCard) => card.programId === 'crossing')!
    const { page, text } = await visit({ path: `/#${PATHS.home}?programId=${programId}` })
    await sheet(page).getByText(text.detail.preparing, { exact: false }).filter({ visible: true }).first().waitFor()
    expect(await sheet(page).locator('a[href^="#/play?"]:not([href*="kind=trailer"])').count()).toBe(0)
    await page.keyboard.press('Escape')
    await carousel(page, '新上架').scrollIntoViewIfNeeded()
    await eventually(() => carousel(page, '新上架').getByRole('link', { name: '夜渡鯉魚門' }).innerText()).toContain(
      '準備中',
    )
  })

  test('a class III title requires a login and shows the class notice', async () => {
    const { page, text } = await visit({ path: `/#${PATHS.home}?programId=${world.adult.programId}` })
    await sheet(page).getByText(text.detail.classStrip).waitFor()
    await sheet(page).getByText('登入', { exact: false }).filter({ visible: true }).first().waitFor()
    expect(await sheet(page).locator('a[href^="#/play?"]').count()).toBe(0)
  })

  test('the content warning is shown before the first playback of a title only', async () => {
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
    await playerVideo(page).waitFor()
    expect(hashOf(page)).toContain('#/PlayDrama/1?')
    await page.reload()
    await playerVideo(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
