import { randomInt } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import { contentWarning as contentWarningEn } from '#text/en_US/content-warning.ts'
import { detail as detailEn } from '#text/en_US/detail.ts'
import { player as playerEn } from '#text/en_US/player.ts'
import { viewer as viewerEn } from '#text/en_US/viewer.ts'
import { contentWarning as contentWarningZh } from '#text/zh_HK/content-warning.ts'
import { detail as detailZh } from '#text/zh_HK/detail.ts'
import { player as playerZh } from '#text/zh_HK/player.ts'
import { viewer as viewerZh } from '#text/zh_HK/viewer.ts'
import type { E2eWorld } from './setup.ts'
import { DESKTOP, launchBrowser, PHONE, watchErrors } from '../../support/browser.ts'
import { isFull } from '../../support/full.ts'
import { until } from '../../support/processes.ts'

/** The running Harbour and what its operator has brought in (`setup.ts`). */
export const world = await enter()

/** What the site says, by language. */
export const TEXT = {
  zh_HK: { ...viewerZh, contentWarning: contentWarningZh, detail: detailZh, player: playerZh },
  en_US: { ...viewerEn, contentWarning: contentWarningEn, detail: detailEn, player: playerEn },
}

export const SIZES = { desktop: DESKTOP, phone: PHONE } as const
export type Size = keyof typeof SIZES

const EVERY_SETTING = LANGUAGES.flatMap((language) =>
  (['desktop', 'phone'] as const).map((size) => ({ language, size })),
)

/** Each size and each language once: where what is tested hangs on neither. */
export const ONCE_EACH = EVERY_SETTING.filter(({ language, size }) => (language === 'en_US') === (size === 'desktop'))

/** Both sizes in both languages with `npm run test:full`, else each once. */
export const EVERYWHERE = isFull ? EVERY_SETTING : ONCE_EACH

/** How long anything may take on a busy machine before it counts as never. */
export const PATIENCE_MS = 30_000

const browser = launchBrowser()
afterAll(async () => {
  await (await browser).close()
})

/** Asks for the world; the first who asks waits until it is made. */
async function enter(): Promise<E2eWorld> {
  const made = async () => {
    const response = await fetch(inject('e2eService'))
    return response.status !== 202 && response
  }
  const answer = await until(made, { what: 'the world of the journeys', seconds: 1_800 })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as E2eWorld
}

/** An address that nobody else comes from: what is counted by address (SMS, wrong passwords) is never another's. */
export const ownAddress = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })

export interface Visitor {
  /** Where to begin, below the origin. */
  path?: string
  size?: Size
  /** The stored choice; none is a first visit. */
  language?: Language
  kids?: boolean
  /** Let the homepage ad come. */
  ad?: boolean
  options?: BrowserContextOptions
  /** Before the first page is loaded. */
  prepare?: (page: Page) => Promise<unknown>
}

/** A visitor with a browser of their own, who goes to `path`. What the page complains of is in `errors`. */
export async function visit({ path = '/', size = 'desktop', language, kids, ad, options, prepare }: Visitor = {}) {
  const context = await (
    await browser
  ).newContext({
    ...SIZES[size],
    extraHTTPHeaders: ownAddress(),
    ...options,
    ...(language && { storageState: storedLanguage(language) }),
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(PATIENCE_MS)
  const stored = { ...(kids && { kidsmode: 'true' }), ...(!ad && { 'harbour.adSeen': 'true' }) }
  await context.addInitScript((entries) => {
    // The first page of the tab only: what the site takes away stays away.
    if (sessionStorage.getItem('e2e')) return
    for (const [key, value] of Object.entries({ e2e: '1', ...entries })) sessionStorage.setItem(key, value)
  }, stored)
  const page = await context.newPage()
  const errors = watchErrors(page)
  await prepare?.(page)
  await page.goto(world.url + path, { waitUntil: 'domcontentloaded' })
  return { context, page, errors, text: TEXT[language ?? 'zh_HK'] }
}

function storedLanguage(language: Language) {
  const { hostname } = new URL(world.url)
  const cookie = { name: 'language', value: language, domain: hostname, path: '/', expires: -1 }
  return {
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }],
    origins: [{ origin: world.url, localStorage: [{ name: 'language', value: language }] }],
  }
}

/** Waits until `read` answers what is wanted. */
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: PATIENCE_MS, interval: 100 })

/** The address below the origin. */
export const hashOf = (page: Page): string => new URL(page.url()).hash

/** A parameter of the hash route. */
export const queryOf = (page: Page): URLSearchParams => new URLSearchParams(hashOf(page).split('?')[1])

/** The page has been taken over by the script, which is at rest, and has come to a screen in this language. */
export async function arrived(page: Page, language: Language = 'zh_HK'): Promise<void> {
  await eventually(() => page.evaluate(() => document.documentElement.lang)).toBe(HTML_LANG[language])
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  // The prerendered page has its heading before any script: only an element that React holds answers to a press.
  const isHeld = () =>
    page
      .locator('main h1')
      .first()
      .evaluate((heading) => Object.keys(heading).some((key) => key.startsWith('__react')))
  await eventually(isHeld).toBe(true)
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest, { timeout: 5000 })))
}

/** An answer of the wire; it throws unless it is a SUCCESS. */
export async function call<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const envelope = await request<T & { result: string }>(path, query)
  if (envelope.result !== 'SUCCESS') throw new Error(`${path}: ${JSON.stringify(envelope)}`)
  return envelope
}

/** An answer of the wire, whatever it is. */
export async function request<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${world.url}${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`)
  return (await answer.json()) as T
}

/** A row of the page by its title. */
export const row = (page: Page, title: string) => page.locator('main').getByRole('region', { name: title, exact: true })

/** Moves the clock of the whole service. */
export async function advanceClock(duration: string): Promise<void> {
  const answer = await fetch(`${world.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  })
  expect(answer.status).toBe(200)
}

export type { Page }
