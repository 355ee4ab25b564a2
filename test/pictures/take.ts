import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import type { Language } from '#contract/languages.ts'
import type { FontPart } from '../support/chinese-font.ts'
import {
  completed,
  declareFont,
  PICTURE_OPTIONS,
  scrolledThrough,
  settled,
  unchanged,
} from '../e2e/support/pictures.ts'
import { type Page, type Size, visit, world } from '../e2e/support/world.ts'
import type { Picture } from './contact-sheet.ts'
import type { State, Walk } from './targets.ts'

/** Where the pictures go, and what each of them needs. */
export interface Studio {
  out: string
  /** Instead of the widths of desktop and phone. */
  width: number | undefined
  /** The Chinese font. */
  font: readonly FontPart[]
  sessions: Record<Walk['who'], BrowserContextOptions['storageState']>
}

const CALLS = /\/api(_v2)?\//
/** Calls without which the site does not begin. */
const NEEDED = /\/(visit|profile\/list)/

/** Makes every later call fail, or wait for ever. */
async function trouble(page: Page, state: State): Promise<void> {
  if (state === 'ready') return
  await page.route(CALLS, async (route) => {
    if (NEEDED.test(route.request().url())) return route.continue()
    if (state === 'error') return route.abort()
  })
}

/** Failed calls are tried again. */
const QUIET_MS = { error: 3_000, loading: 600 } as const

interface Tab {
  who: Walk['who']
  state?: State
  language: Language
  size: Size
}

/** Opens a tab in which pictures are taken. */
export async function openTab(studio: Studio, { who, state = 'ready', language, size }: Tab) {
  const storageState = studio.sessions[who]
  const prepare = async (page: Page) => {
    await declareFont(page, studio.font)
    // The stored session is that of a viewer, whose language is another one in each tab.
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
    await trouble(page, state)
  }
  const options = { ...PICTURE_OPTIONS, ...(storageState && { storageState }) }
  const opened = await visit({ size, prepare, options, path: '/favicon-512.png' })
  const cookie = { name: 'language', value: language, url: world.url }
  await opened.context.addCookies([cookie])
  if (studio.width) await opened.page.setViewportSize({ width: studio.width, height: 900 })
  return opened
}

interface Take {
  name: string
  caption: string
  errors: string[]
  /** The whole page, or what is on the screen. */
  fullPage: boolean
}

/** Writes a picture. @returns its entry in the contact sheet */
export async function take(studio: Studio, page: Page, { fullPage, ...picture }: Take): Promise<Picture> {
  const caption = `${picture.caption} ${page.viewportSize()!.width}`
  const file = join(picture.name, `${caption.replaceAll(' ', '-')}.jpg`)
  await mkdir(dirname(join(studio.out, file)), { recursive: true })
  const shot = { fullPage, type: 'jpeg', quality: 80, scale: 'css', animations: 'disabled' } as const
  await page.screenshot({ ...shot, path: join(studio.out, file) })
  return { ...picture, caption, file }
}

/** Opens each screen in one tab, as if its address were typed, and takes its picture. */
export async function takeWalk(studio: Studio, walk: Walk, onPicture: (picture: Picture) => void): Promise<void> {
  const { who, state, language } = walk
  const { page, errors } = await openTab(studio, walk)
  for (const [at, { name, address }] of walk.screens.entries()) {
    errors.splice(0)
    const failures: string[] = []
    const open = async () => {
      // Another query each time: a changed hash alone would not load the page.
      await page.goto(`${world.url}/?${at}#${address}`, { waitUntil: 'domcontentloaded' })
      if (state === 'ready') {
        await settled(page)
        await scrolledThrough(page)
        await completed(page)
      } else await unchanged(page, QUIET_MS[state])
    }
    await open().catch((error: Error) => failures.push(error.message.split('\n')[0]!))
    if (state !== 'loading' && (await page.locator('h1:visible').count()) === 0) failures.push('no heading')
    const noted = state === 'ready' ? [...failures, ...errors] : failures
    onPicture(await take(studio, page, { name, caption: `${who} ${state} ${language}`, errors: noted, fullPage: true }))
  }
  await page.context().close()
}
