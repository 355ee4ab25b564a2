import { expect, test } from 'vitest'
import { cinema } from '#text/zh_HK/cinema.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { waitForScreen, type Page, visit } from './support/world.ts'

/** WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5
const FACTS = '[aria-roledescription=slide] ul'

/** The lowest contrast of the text in a line, over the lightest pixel of what is behind the line. */
async function contrastOf(page: Page, selector: string): Promise<number> {
  const line = page.locator(selector)
  const clip = (await line.boundingBox())!
  const show = (opacity: string) =>
    line.evaluate((element, value) => {
      element.style.opacity = value
      return new Promise<unknown>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }, opacity)
  await show('0')
  const behind = await page.screenshot({ clip })
  await show('')
  return line.evaluate(lowestContrast, `data:image/png;base64,${behind.toString('base64')}`)
}

async function lowestContrast(line: Element, image: string): Promise<number> {
  const luminanceOf = (rgb: Iterable<number>) => {
    const [red = 0, green = 0, blue = 0] = [...rgb]
      .map((value) => value / 255)
      .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const picture = new Image()
  picture.src = image
  await picture.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
  const context = canvas.getContext('2d')!
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  let lightest = 0
  for (let at = 0; at < data.length; at += 4) lightest = Math.max(lightest, luminanceOf(data.subarray(at, at + 3)))
  const labels = [...line.querySelectorAll('*')].filter((element) => element.textContent && !element.children.length)
  const colours = labels.map((label) => getComputedStyle(label).color.match(/\d+/g)!.slice(0, 3).map(Number))
  return Math.min(...colours.map((colour) => (luminanceOf(colour) + 0.05) / (lightest + 0.05)))
}

const TABS = [
  ['zh_HK', PATHS.home],
  ['en_US', PATHS.drama],
  ['zh_HK', PATHS.movie],
] as const

test.each(isFull ? TABS : TABS.slice(0, 2))(
  'the facts of every slide can be read on a small phone (%s, %s)',
  async (language, path) => {
    const { page } = await visit({ path: `/#${path}`, size: 'phone', language, options: { reducedMotion: 'reduce' } })
    await page.setViewportSize({ width: 360, height: 740 })
    await waitForScreen(page, language)
    const dots = page.getByRole('toolbar').getByRole('button')
    const weak: string[] = []
    // The first button is the pause.
    for (let at = 1; at < (await dots.count()); at++) {
      await dots.nth(at).click()
      await page.waitForLoadState('networkidle')
      await page.waitForFunction(() => document.getAnimations().length === 0)
      const contrast = await contrastOf(page, FACTS)
      if (contrast < MIN_CONTRAST) weak.push(`slide ${at}: ${contrast.toFixed(2)}`)
    }
    expect(weak).toEqual([])
  },
)

const OVER_ART = [PATHS.forget, PATHS.varietyShow]

test.each(isFull ? OVER_ART : OVER_ART.slice(0, 1))(
  'the tabs can be read over the art of a tablet (%s)',
  async (path) => {
    const { page } = await visit({ path: `/#${path}`, options: { viewport: { width: 1100, height: 800 } } })
    await waitForScreen(page)
    await page.waitForLoadState('networkidle')
    expect(await contrastOf(page, 'header nav ul')).toBeGreaterThan(MIN_CONTRAST)
  },
)

test('the tabs of the cinema can be read over the film on a tablet', async () => {
  const { page } = await visit({ path: `/#${PATHS.cinema}`, options: { viewport: { width: 820, height: 1180 } } })
  await waitForScreen(page)
  await page.getByRole('group', { name: cinema.tabs.label }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await contrastOf(page, `fieldset[aria-label="${cinema.tabs.label}"]`)).toBeGreaterThan(MIN_CONTRAST)
})
