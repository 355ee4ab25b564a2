import { type KeyInput, launch } from 'puppeteer-core'
import { FONT_ENV } from '../e2e/support/world.ts'
import { type Engine, type EngineTab, type PageFunction, scriptOf, WINDOW } from './engine.ts'
import { programPath } from './programs.ts'

/** Firefox asks for it by itself, also beside a response of the API, whose policy refuses it. */
const ICON = /\/favicon\.ico/
const INTERRUPTED = /^ChunkError/

/** Firefox by puppeteer-core over WebDriver BiDi; null where it is not installed. */
export async function launchFirefox(): Promise<Engine | null> {
  const executablePath = programPath('FIREFOX_PATH', ['firefox-esr', 'firefox'])
  if (executablePath === null) return null
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    env: { ...process.env, ...FONT_ENV },
    headless: true,
    // The extended support release lacks the command that sets a viewport.
    defaultViewport: null,
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      'media.volume_scale': '0.0',
      'browser.fullscreen.autohide': false,
      'full-screen-api.warning.timeout': 0,
    },
  })
  return { version: await browser.version(), newTab, close: () => browser.close() }

  async function newTab(): Promise<EngineTab> {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    const errors: string[] = []
    // The loads that a navigation interrupts are errors of the page that is left, and stand in the console for longer.
    let isLeaving = false
    page.on('pageerror', (error) => {
      const message = error instanceof Error ? error.message : String(error)
      if (!isLeaving && !ICON.test(message)) errors.push(message)
    })
    // As does a page that reloads itself.
    page.on('domcontentloaded', () => {
      errors.splice(0, errors.length, ...errors.filter((message) => !INTERRUPTED.test(message)))
    })
    const leave = async (navigate: () => Promise<unknown>) => {
      isLeaving = true
      await navigate()
      isLeaving = false
    }
    return {
      errors,
      open: (url) => leave(() => page.goto(url, { waitUntil: 'domcontentloaded' })),
      reload: () => leave(() => page.reload({ waitUntil: 'domcontentloaded' })),
      run: async <A extends readonly unknown[], T>(fn: PageFunction<A, T>, ...args: A) =>
        (await page.evaluate(scriptOf(fn, args))) as T,
      async pressKey(key, { shifted = false } = {}) {
        if (shifted) await page.keyboard.down('Shift')
        await page.keyboard.press(key as KeyInput)
        if (shifted) await page.keyboard.up('Shift')
      },
      click: ({ x, y }) => page.mouse.click(x, y),
      hover: ({ x, y }) => page.mouse.move(x, y),
      close: () => context.close(),
    }
  }
}
