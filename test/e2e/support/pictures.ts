import type { FontPart } from '../../support/chinese-font.ts'
import { TIMEOUT_MS, type Page } from './world.ts'

/** Options of a browser context in which pictures are taken: the font (`serveChineseFont`) comes from another address. */
export const PICTURE_OPTIONS = { reducedMotion: 'reduce', bypassCSP: true, serviceWorkers: 'block' } as const

/** Declares a font in every page of a tab. A part is loaded once one of its characters is shown. */
export const declareFont = (page: Page, parts: readonly FontPart[]) =>
  page.addInitScript((list) => {
    for (const { family, source, unicodeRange } of list)
      document.fonts.add(new FontFace(family, source, { unicodeRange, weight: '100 900', display: 'block' }))
  }, parts)

/** Waits until screen and chunks are there, nothing is awaited and nothing is on the line. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('#main') && !document.querySelector('[data-awaited], html[data-fresh]'),
    undefined,
    { timeout: TIMEOUT_MS },
  )
  await page.waitForLoadState('networkidle')
}

/** Loads the images below the fold, and the titles' fonts, which a page does not wait for. */
export async function completed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const optional = rules.filter((rule) => rule instanceof CSSFontFaceRule && /optional/.test(rule.cssText))
    for (const { style } of optional as CSSFontFaceRule[]) {
      const descriptors = { weight: style.fontWeight, unicodeRange: style.getPropertyValue('unicode-range') }
      const source = style.getPropertyValue('src')
      document.fonts.add(new FontFace(style.fontFamily, source, { ...descriptors, display: 'block' }))
    }
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await document.fonts.ready
  })
}

/**
 * Waits until the page has not changed for a while: for a page whose requests are never answered, and for what opens in steps.
 * @param quietMs a longer pause than any between the steps of a screen
 */
export const unchanged = (page: Page, quietMs = 600) =>
  page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quiet)
        const restart = () => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quiet)
        }
        new MutationObserver(restart).observe(document, { childList: true, subtree: true, characterData: true })
      }),
    quietMs,
  )

/** A page without an end is not loaded further. */
const SCREENFULS = 12

/** Scrolls to the end and back, so that rows that wait until they are near are there. */
export async function scrolledThrough(page: Page): Promise<void> {
  await page.evaluate(async (most) => {
    for (let n = 1; n <= most && scrollY + innerHeight < document.documentElement.scrollHeight - 1; n++) {
      scrollTo({ top: n * innerHeight, behavior: 'instant' })
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  }, SCREENFULS)
  await settled(page)
}
