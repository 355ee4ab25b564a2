import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type ConsoleMessage, type Page } from 'playwright-core'

const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The path of Chromium: CHROMIUM_PATH, else the system's. */
export function chromiumPath(): string {
  const found = [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path && existsSync(path))
  if (!found) throw new Error('No Chromium found: install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return found
}

/**
 * Chromium's features that are off: those that Playwright turns off, since Chromium reads only the last `--disable-features`,
 * the address bar's suggestions as a web page, which a headless browser would load for every new context (0.7 s of processor time),
 * and the renderer that it keeps ready for another site: a third of all renderers.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

/** Launches headless Chromium without background requests and with autoplay. @param env on top of that of this process */
export const launchBrowser = (env: Record<string, string> = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    // On Debian a shell script starts it and needs system programs.
    env: { ...process.env, ...env, PATH: process.env.HARBOUR_SYSTEM_PATH ?? process.env.PATH },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      '--mute-audio',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  })

/** The two viewports of every journey. */
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const satisfies BrowserContextOptions
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Phone) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36',
} as const satisfies BrowserContextOptions

/** Of an image that is encoded on demand, on a busy machine: the page asks for it again. */
const isBusyImage = (message: ConsoleMessage) =>
  message.text().includes('503 (') && /^https?:\/\/[^/]+\/i\//.test(message.location().url)

/** Collects uncaught errors and console errors, including violations of the content security policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isBusyImage(message)) errors.push(`console: ${message.text()}`)
  })
  return errors
}
