import { expect, test } from 'vitest'
import { account } from '#text/en_US/accounts.ts'
import { detail } from '#text/en_US/detail.ts'
import { giftCards } from '#text/en_US/gift-cards.ts'
import { home, site as siteEn } from '#text/en_US/viewer.ts'
import { login } from '#text/en_US/login.ts'
import { site as siteZh } from '#text/zh_HK/viewer.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, logInAsDemo, memberStorage, profilesOf } from './support/members.ts'
import { waitUntilPlayable } from './support/playing.ts'
import { eventually, FONT, type Page, type Size, visit, waitForScreen, world } from './support/world.ts'

const SMALLEST = { width: 320, height: 640 }
const APP = { zh_HK: siteZh.app, en_US: siteEn.app }
const DESKTOP = { width: 1440, height: 900 }

const open = async (path: string, language: 'zh_HK' | 'en_US', viewport = SMALLEST, size: Size = 'desktop') => {
  const { page } = await visit({ path: `/#${path}`, language, size, options: { reducedMotion: 'reduce' } })
  await page.setViewportSize(viewport)
  await waitForScreen(page, language)
  return page
}

const topsOf = (page: Page, selector: string): Promise<number[]> =>
  page.locator(selector).evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)))

test('text is laid out in the font of the tests, whichever fonts the machine has', async () => {
  const page = await open(PATHS.login, 'en_US')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main h1' })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  expect(fonts.map(({ familyName }) => familyName)).toEqual([expect.stringContaining(FONT)])
})

test('in English each region keeps its number beside it', async () => {
  const page = await open(PATHS.login, 'en_US')
  const regions = page.getByRole('group', { name: login.numbers.region }).locator('label > span')
  const tops = await regions.evaluateAll((all) =>
    all.map((region) => [...region.children].map((part) => part.getBoundingClientRect().top)),
  )
  expect(tops).toHaveLength(2)
  for (const [name = 0, number = 0] of tops) expect(Math.abs(name - number)).toBeLessThan(8)
})

test('in English the views of gift cards share a line', async () => {
  const page = await open(PATHS.giftCard, 'en_US')
  const views = page.getByRole('navigation', { name: giftCards.views.label }).getByRole('link')
  await views.first().waitFor()
  const tops = await views.evaluateAll((all) => all.map((view) => view.getBoundingClientRect().top))
  expect(tops).toHaveLength(4)
  expect(new Set(tops).size).toBe(1)
})

test('the buttons of a title share a line on the billboard', async () => {
  const page = await open(PATHS.movie, 'en_US')
  const details = page.locator('[aria-roledescription=slide]').getByRole('link', { name: home.details }).first()
  await details.waitFor()
  const all = details.locator('xpath=..')
  // The button of the list is loaded by itself. While a title is prepared there is none to play it.
  await all.locator('button[aria-pressed]').waitFor()
  const actions = all.locator(':scope > :is(a, button)')
  const tops = await actions.evaluateAll((found) => found.map((action) => action.getBoundingClientRect().top))
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(10)
})

/** The text of each line of a paragraph, or button, of that text, in a column of that width. */
const linesIn = (page: Page, text: string, width: string, tag: 'p' | 'button' = 'p'): Promise<string[]> =>
  page.evaluate(
    (paragraph) => {
      const element = document.querySelector('main')!.appendChild(document.createElement(paragraph.tag))
      element.style.width = paragraph.width
      element.textContent = paragraph.text
      const lines = new Map<number, string>()
      for (const [at, letter] of [...paragraph.text].entries()) {
        const range = new Range()
        range.setStart(element.firstChild!, at)
        range.setEnd(element.firstChild!, at + 1)
        const line = Math.round(range.getBoundingClientRect().bottom)
        lines.set(line, (lines.get(line) ?? '') + letter)
      }
      element.remove()
      return [...lines.values()].map((line) => line.trim())
    },
    { text, width, tag },
  )

test('in Chinese a line ends between phrases: words and dates stay whole, and a long phrase breaks', async () => {
  const page = await open(PATHS.login, 'zh_HK')
  const inColumn = (text: string) => linesIn(page, text, '12em')
  expect(await inColumn('登入後即可繼續。未有帳戶？註冊只需幾分鐘。')).toEqual([
    '登入後即可繼續。',
    '未有帳戶？',
    '註冊只需幾分鐘。',
  ])
  expect(await inColumn('你的通行證至 2026年12月29日 23:59')).toEqual(['你的通行證至', '2026年12月29日 23:59'])
  expect(await linesIn(page, '登入後繼續，再看兌換碼', '8em', 'button')).toEqual(['登入後繼續，', '再看兌換碼'])
  const [first = '', ...others] = await inColumn('一個比這一行更長而且中間沒有標點的句子')
  expect(first).toHaveLength(12)
  expect(others.join('')).not.toBe('')
})

test.each([320, 390, 430])('at %i px favourite and share stand beside the trailer of a title', async (width) => {
  const page = await open(`${PATHS.home}?programId=${world.film.programId}`, 'en_US', { width, height: 844 })
  const trailer = page.getByRole('dialog').getByRole('link', { name: detail.trailer })
  await trailer.waitFor()
  const actions = trailer.locator('xpath=../..')
  await actions.locator('button[aria-pressed]').waitFor()
  const centres = await actions.locator(':scope > *').evaluateAll((all) =>
    all.map((action) => {
      const { top, height } = action.getBoundingClientRect()
      return Math.round(top + height / 2)
    }),
  )
  const [play = 0, ...others] = centres
  expect(others).toHaveLength(3)
  expect(Math.max(...others) - Math.min(...others)).toBeLessThan(4)
  expect(play).toBeLessThan(others[0]! - 40)
})

test.each(['zh_HK', 'en_US'] as const)('the button of the app covers no text of the footer (%s)', async (language) => {
  const page = await open(PATHS.movie, language, SMALLEST, 'phone')
  await page.locator('main a[data-card]').first().waitFor()
  const button = page.getByRole('link', { name: APP[language].get })
  await eventually(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    return button.count()
  }).toBe(1)
  const { x, y, height } = (await button.boundingBox())!
  const texts = await page.locator('footer p span').evaluateAll((all) =>
    all.flatMap((one) => {
      const text = new Range()
      text.selectNodeContents(one)
      return [...text.getClientRects()].map((line) => [line.top, line.bottom, line.right] as const)
    }),
  )
  expect(texts.length).toBeGreaterThan(1)
  for (const [top, bottom, right] of texts) if (bottom > y && top < y + height) expect(right).toBeLessThanOrEqual(x)
})

/** The number of lines on which the text of an element stands. */
const lineCount = (element: HTMLElement): number => {
  const text = new Range()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
}

async function openAsMember(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const member = await logInAsDemo('history')
  const [own] = await profilesOf(member)
  const profile = await chooseProfile(member, own!)
  const storageState = memberStorage(member, { profile, language: 'en_US' })
  const { page } = await visit({ path: `/#${path}`, size: 'phone', options: { storageState } })
  await page.setViewportSize(viewport)
  return page
}

test('in the pinned header of a title, Resume and its position share a line, clear of the close button, beside a long title too', async () => {
  await waitUntilPlayable('tram')
  const page = await openAsMember(`${PATHS.home}?programId=tram`, SMALLEST)
  const sheet = page.getByRole('dialog')
  await sheet.locator('[aria-busy=false]').waitFor()
  const pinned = sheet.locator('[data-shown]')
  await eventually(async () => {
    await sheet.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
    return pinned.count()
  }).toBe(1)
  const resume = pinned.getByText(/^Resume \d+:\d\d$/)
  const close = sheet.getByRole('button', { name: detail.close, exact: true })
  for (const title of ['Last Stop, Western', 'The Long Way Home from Cheung Chau'])
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 })
      await pinned.locator('p').evaluate((element, value) => void (element.textContent = value), title)
      const { x, width: wide } = (await pinned.getByRole('link').boundingBox())!
      expect({ title, width, lines: await resume.evaluate(lineCount) }).toEqual({ title, width, lines: 1 })
      expect(x + wide).toBeLessThanOrEqual((await close.boundingBox())!.x)
    }
})

test('in English each entry of the account’s menu keeps its line on a tablet', async () => {
  const page = await openAsMember(PATHS.setupRecommend, { width: 820, height: 1180 })
  const menu = page.getByRole('navigation', { name: account.nav.label, exact: true })
  const names = menu.locator('a > span:first-of-type, button > span')
  await names.first().waitFor()
  for (const name of await names.all()) {
    const text = await name.textContent()
    expect({ text, lines: await name.evaluate(lineCount) }).toEqual({ text, lines: 1 })
  }
})

test('a Chinese title of six characters is not cut', async () => {
  const page = await open(PATHS.drama, 'zh_HK')
  await page.locator('main a[data-card][title]').first().waitFor()
  const cut = await page.locator('main a[data-card][title]').evaluateAll((cards: HTMLAnchorElement[]) =>
    cards
      .flatMap((card) => [...card.querySelectorAll('span')].filter(({ textContent }) => textContent === card.title))
      .filter(({ textContent, scrollWidth, clientWidth }) => textContent.length <= 6 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )
  expect(cut).toEqual([])
})

test('each line of a plan stands beside the same line of the others', async () => {
  const page = await open(PATHS.hmvodPlan, 'en_US', DESKTOP)
  await page.locator('dl').first().waitFor()
  const tops = await topsOf(page, 'main dl')
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
})
