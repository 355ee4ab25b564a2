import { randomInt } from 'node:crypto'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import { contentWarning as contentWarningEn, detail as detailEn } from '#text/en_US/detail.ts'
import { player as playerEn } from '#text/en_US/player.ts'
import { viewer as viewerEn } from '#text/en_US/viewer.ts'
import { contentWarning as contentWarningZh, detail as detailZh } from '#text/zh_HK/detail.ts'
import { player as playerZh } from '#text/zh_HK/player.ts'
import { viewer as viewerZh } from '#text/zh_HK/viewer.ts'
import type { E2eWorld } from './setup.ts'
import { DESKTOP, launchBrowser, PHONE, watchErrors } from '../../support/browser.ts'
import { OWN_FONT } from '../../support/fonts.ts'
import { isFull } from '../../support/full.ts'
import { until } from '../../support/processes.ts'

/** The running service and the ingested titles (`setup.ts`). */
export const world = await loadWorld()

/** The only Latin font of the browsers, whichever are installed, and the environment by which they have it. */
export const FONT = process.env.E2E_FONT ?? OWN_FONT
export const FONT_ENV = { FONTCONFIG_FILE: world.fontConfigs[FONT]! }

/** Texts of the site by language. */
export const TEXT = {
  zh_HK: { ...viewerZh, contentWarning: contentWarningZh, detail: detailZh, player: playerZh },
  en_US: { ...viewerEn, contentWarning: contentWarningEn, detail: detailEn, player: playerEn },
}

export const SIZES = { desktop: DESKTOP, phone: PHONE } as const
export type Size = keyof typeof SIZES

const ALL_SETTINGS = LANGUAGES.flatMap((language) =>
  (['desktop', 'phone'] as const).map((size) => ({ language, size })),
)

/** Each size and each language once. */
export const SETTINGS_ONCE = ALL_SETTINGS.filter(
  ({ language, size }) => (language === 'en_US') === (size === 'desktop'),
)

/** For tests that depend on neither: the one of `SETTINGS_ONCE` with this size, and both with `npm run test:full`. */
export const settingsOn = (size: Size) => SETTINGS_ONCE.filter((one) => isFull || one.size === size)

/** Both sizes in both languages with `npm run test:full`, else each once. */
export const SETTINGS = isFull ? ALL_SETTINGS : SETTINGS_ONCE

/** Timeout of waits, long enough for a busy machine. */
export const TIMEOUT_MS = 30_000

/** Of a page of a failed test, in its report. */
const REPORTED_CHARACTERS = 6000

/** Started with the first visit: journeys of other engines use this file without it. */
let browser: ReturnType<typeof launchBrowser> | undefined
afterAll(async () => {
  await (await browser)?.close()
})

/** Requests the world; the first request waits until it is created. */
async function loadWorld(): Promise<E2eWorld> {
  const poll = async () => {
    const response = await fetch(`${inject('e2eService')}/${process.env.E2E_WORLD ?? ''}`)
    return response.status !== 202 && response
  }
  const answer = await until(poll, { what: 'the world of the journeys', seconds: 1_800, everyMs: 500 })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as E2eWorld
}

/** A client address of its own, so that tests do not share limits by address (SMS, wrong passwords). */
export const uniqueClientAddress = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
})

export interface Visitor {
  /** Path of the first page. */
  path?: string
  /** Another origin that serves the site. */
  origin?: string
  size?: Size
  /** The stored language; undefined on a first visit. */
  language?: Language
  kids?: boolean
  /** Where the visitor is, else Hong Kong. */
  region?: 'HK' | 'MO'
  /** Let the site register its service worker; the other journeys are without, because it would answer in place of their routes. */
  serviceWorker?: boolean
  /** Show the homepage ad. */
  ad?: boolean
  options?: BrowserContextOptions
  /** Runs before the first page is loaded. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Opens `path` in a new browser context. `errors` collects uncaught and console errors. */
export async function visit({
  path = '/',
  origin = world.url,
  size = 'desktop',
  language,
  kids,
  region,
  ad,
  serviceWorker,
  options,
  prepare,
}: Visitor = {}) {
  browser ??= launchBrowser(FONT_ENV)
  const context = await (
    await browser
  ).newContext({
    ...SIZES[size],
    extraHTTPHeaders: { ...uniqueClientAddress(), ...(region && { [world.regionHeader]: region }) },
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    // A browser in English is offered its language, and then no ad.
    ...(ad && { locale: 'zh-HK' }),
    ...options,
    ...(language && { storageState: storedLanguage(language) }),
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await reportPages(context)
    await context.close()
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const stored = { ...(kids && { kidsmode: 'true' }), ...(!ad && { 'harbour.adSeen': 'true' }) }
  await context.addInitScript((entries) => {
    // Only on the first page of the tab: entries that the site removes must not return.
    if (sessionStorage.getItem('e2e')) return
    for (const [key, value] of Object.entries({ e2e: '1', ...entries })) sessionStorage.setItem(key, value)
  }, stored)
  const page = await context.newPage()
  const errors = watchErrors(page)
  await prepare?.(page)
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
  return { context, page, errors, text: TEXT[language ?? 'zh_HK'] }
}

/** Prints what the pages of a failed test showed. */
async function reportPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String)
    console.error(`${page.url()}\n${shown.slice(0, REPORTED_CHARACTERS)}`)
  }
}

function storedLanguage(language: Language) {
  const { hostname } = new URL(world.url)
  const cookie = { name: 'language', value: language, domain: hostname, path: '/', expires: -1 }
  return {
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }],
    origins: [{ origin: world.url, localStorage: [{ name: 'language', value: language }] }],
  }
}

/** Polls `read` until the assertion holds. */
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: TIMEOUT_MS, interval: 100 })

/** The hash of the URL. */
export const hashOf = (page: Page): string => new URL(page.url()).hash

/** A parameter of the hash route. */
export const queryOf = (page: Page): URLSearchParams => new URLSearchParams(hashOf(page).split('?')[1])

/** Waits until a screen in this language is hydrated and the page is idle. */
export async function waitForScreen(page: Page, language: Language = 'zh_HK'): Promise<void> {
  await eventually(() => page.evaluate(() => document.documentElement.lang)).toBe(HTML_LANG[language])
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  // A prerendered heading exists before any script; React has hydrated it when it has React's property.
  const isHydrated = () =>
    page
      .locator('main h1')
      .first()
      .evaluate((heading) => Object.keys(heading).some((key) => key.startsWith('__react')))
  await eventually(isHydrated).toBe(true)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })))
}

/** The response of a call; it throws unless the result is SUCCESS. */
export async function call<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const envelope = await request<T & { result: string }>(path, query)
  if (envelope.result !== 'SUCCESS') throw new Error(`${path}: ${JSON.stringify(envelope)}`)
  return envelope
}

/** The response of a call, also of a failed one. */
export async function request<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${world.url}${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`)
  return (await answer.json()) as T
}

/** A carousel of the page by its title. */
export const carousel = (page: Page, title: string) =>
  page.locator('main').getByRole('region', { name: title, exact: true })

/** Moves the clock of the whole service. @returns the instant then */
export async function advanceClock(duration: string): Promise<string> {
  const answer = await fetch(`${world.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { now: string }).now
}

/** The instant by the service's clock. */
export const clockNow = (): Promise<string> => advanceClock('PT0S')

export type { Page }
