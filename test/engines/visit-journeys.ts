import { expect } from 'vitest'
import { HTML_LANG } from '#contract/languages.ts'
import { errors as errorsZh } from '#text/zh_HK/errors.ts'
import { login as loginZh } from '#text/zh_HK/login.ts'
import { search as searchZh } from '#text/zh_HK/search.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { addProfile, chooseProfile, profilesOf, register } from '../e2e/support/members.ts'
import { eventually, TEXT, world } from '../e2e/support/world.ts'
import type { EnginePage } from './engine-page.ts'
import type { Journey } from './journeys.ts'

const { programId } = world.film
const FILM = '黃昏渡輪'
const SHEET = 'dialog[open]'
const TABS = `nav[aria-label="${TEXT.zh_HK.site.mainNavigation}"] a`
const CARD = 'main section li a'
const NEWEST = `${PATHS.rolling}?categoryId=movie-new`
const detail = `${PATHS.movie}?programId=${programId}`

const langOf = ({ tab }: EnginePage) => tab.run(() => document.documentElement.lang)

async function logIn(page: EnginePage, { mobileno, password }: { mobileno: string; password: string }) {
  await page.visit({ path: PATHS.login })
  await page.ready()
  await page.type({ css: 'main input[name=mobileno]' }, mobileno)
  await page.type({ css: 'main input[name=password]' }, password)
  await page.click({ css: 'main form button[type=submit]' })
}

/** A first visit: home, tabs, language, titles, search, login, kids. */
export const VISIT_JOURNEYS: Journey[] = [
  {
    name: 'home is shown and answers to clicks',
    webkit: true,
    async run(page) {
      const text = await page.visit()
      await page.ready()
      await page.expectHash(PATHS.home)
      await page.see({ css: CARD })
      await page.click({ css: 'button', name: text.home.pause })
      await page.see({ css: 'button', name: text.home.resume })
    },
  },
  {
    name: 'each tab has its screen, and Back returns through them',
    webkit: true,
    async run(page) {
      await page.visit()
      await page.ready()
      for (const path of [PATHS.movie, PATHS.drama]) {
        await page.click({ css: `${TABS}[href="#${path}"]` })
        await page.expectHash(path)
        await page.see({ css: `${TABS}[href="#${path}"][aria-current=page]` })
        await page.see({ css: CARD })
      }
      await page.back()
      await page.expectHash(PATHS.movie)
      await page.back()
      await page.expectHash(PATHS.home)
    },
  },
  {
    name: 'English is chosen, stored, and stays after a reload',
    webkit: true,
    async run(page) {
      await page.visit()
      await page.ready()
      await page.click({ css: 'header button', name: 'EN' })
      await eventually(() => langOf(page)).toBe(HTML_LANG.en_US)
      expect(await page.tab.run(() => localStorage.getItem('language'))).toBe('en_US')
      await page.reload()
      await page.ready()
      expect(await langOf(page)).toBe(HTML_LANG.en_US)
      await page.see({ css: 'nav a', name: TEXT.en_US.tabs.Movie })
    },
  },
  {
    name: 'an unknown address leads home',
    webkit: true,
    async run(page) {
      await page.visit({ path: '/nowhere/at/all' })
      await page.expectHash(PATHS.home)
      await page.ready()
    },
  },
  {
    name: 'a category opens by its address, and again after a reload',
    webkit: true,
    async run(page) {
      await page.visit({ path: NEWEST, language: 'en_US' })
      await page.see({ css: 'main li a' })
      await page.reload()
      await page.see({ css: 'main li a' })
      await page.expectHash(NEWEST)
    },
  },
  {
    name: 'a title opens over its page from the keyboard, and Esc returns the focus to its card',
    async run(page) {
      await page.visit()
      await page.ready()
      const { text } = await page.see({ css: CARD })
      await page.tab.run((css) => document.querySelector<HTMLElement>(css)!.focus(), CARD)
      await page.pressKey('Enter')
      await page.see({ css: `${SHEET} h2, ${SHEET} h1` })
      await page.pressKey('Escape')
      await page.gone({ css: SHEET })
      expect(text).not.toBe('')
      await eventually(() => page.focused({ css: CARD })).toBe(true)
    },
  },
  {
    name: 'a shared title opens after a reload too, and its close button leads to the page below',
    webkit: true,
    async run(page) {
      const text = await page.visit({ path: detail })
      const heading = { css: `${SHEET} h1, ${SHEET} h2`, name: FILM }
      await page.see(heading)
      await page.reload()
      await page.see(heading)
      await page.expectHash(detail)
      await page.click({ css: `${SHEET} button`, name: text.detail.close })
      await page.gone({ css: SHEET })
      await page.expectHash(PATHS.movie)
    },
  },
  {
    name: 'Back closes a title, and the page is where it was',
    async run(page) {
      await page.visit({ path: NEWEST })
      const offset = () => page.tab.run(() => Math.round(scrollY))
      const card = { css: 'main li:nth-child(16) a' }
      await page.see(card)
      await page.tab.run((css) => document.querySelector(css)!.scrollIntoView({ block: 'center' }), card.css)
      const before = await offset()
      expect(before).toBeGreaterThan(100)
      await page.click(card)
      await page.see({ css: `${SHEET} h1, ${SHEET} h2` })
      await page.back()
      await page.gone({ css: SHEET })
      await eventually(async () => Math.abs((await offset()) - before)).toBeLessThan(6)
    },
  },
  {
    name: 'a card under the pointer shows more of its title, until Esc',
    async run(page) {
      await page.visit({ path: NEWEST })
      await page.hover({ css: `main a[href*="programId=${programId}"]` })
      await page.see({ css: '[data-hover-card] a' })
      await page.pressKey('Escape')
      await page.gone({ css: '[data-hover-card]' })
    },
  },
  {
    name: 'a search by address finds a title, and an empty one says so',
    webkit: true,
    async run(page) {
      await page.visit({ path: `${PATHS.search}?keyword=${encodeURIComponent(FILM)}` })
      await page.see({ css: 'main ul a', name: FILM })
      await page.visit({ path: `${PATHS.search}?keyword=zzqqxx` })
      await page.see({ css: 'main p, main h2', name: searchZh.none })
    },
  },
  {
    name: 'a member logs in and chooses a profile',
    webkit: true,
    async run(page) {
      await logIn(page, await register())
      await page.expectHash(PATHS.profiles)
      await page.click({ css: 'main button', name: '陳大文' })
      await eventually(() => page.tab.run(() => location.hash)).not.toContain(PATHS.profiles)
      expect(await page.tab.run(() => localStorage.getItem('token'))).not.toBeNull()
    },
  },
  {
    name: 'a wrong password is said at the form, which keeps the number',
    async run(page) {
      const { mobileno } = await register()
      await logIn(page, { mobileno, password: '000001' })
      await page.see({ css: 'main form p[id$="-error"]', name: errorsZh.WRONG_CREDENTIALS({}) })
      const kept = await page.tab.run(() => document.querySelector<HTMLInputElement>('input[name=mobileno]')!.value)
      expect(kept.replaceAll(' ', '')).toBe(mobileno)
      await page.see({ css: 'main form button[type=submit]', name: loginZh.submit })
    },
  },
  {
    name: 'a child’s profile stays in the kids’ part',
    webkit: true,
    async run(page) {
      const member = await register()
      const profile = await chooseProfile(member, await addProfile(member, '小寶', true))
      await page.visit({ path: PATHS.movie, member, profile })
      await page.expectHash(PATHS.kids)
      await page.ready()
      await page.see({ css: 'main li a' })
      await page.gone({ css: 'header button', name: searchZh.open })
    },
  },
  {
    name: 'a member’s favourite is kept by the server',
    async run(page) {
      const member = await register()
      const [profile] = await profilesOf(member)
      const text = await page.visit({ path: detail, member, profile: await chooseProfile(member, profile!) })
      const heart = `${SHEET} button[aria-pressed]`
      await page.click({ css: `${heart}[aria-pressed=false]` })
      await page.see({ css: `${heart}[aria-pressed=true]` })
      await page.reload()
      await page.see({ css: `${heart}[aria-pressed=true]` })
      await page.see({ css: `${SHEET} button`, name: text.detail.close })
    },
  },
]
