import { FONT_ENV } from '../e2e/support/world.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Engine, type EngineTab, type PageFunction, scriptOf, WINDOW } from './engine.ts'

/** What it logs for each call that the server refuses, such as the order of a title behind a gate. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Chromium by Playwright. */
export async function launchChromium(): Promise<Engine> {
  const browser = await launchBrowser(FONT_ENV)
  return { version: `Chromium ${browser.version()}`, newTab, close: () => browser.close() }

  async function newTab(): Promise<EngineTab> {
    const context = await browser.newContext({ viewport: WINDOW })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED.test(message.text())) errors.push(message.text())
    })
    return {
      errors,
      open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
      reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
      run: async <A extends readonly unknown[], T>(fn: PageFunction<A, T>, ...args: A) =>
        (await page.evaluate(scriptOf(fn, args))) as T,
      pressKey: (key, { shifted = false } = {}) => page.keyboard.press(shifted ? `Shift+${key}` : key),
      click: ({ x, y }) => page.mouse.click(x, y),
      hover: ({ x, y }) => page.mouse.move(x, y),
      close: () => context.close(),
    }
  }
}
