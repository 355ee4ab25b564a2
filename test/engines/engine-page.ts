import type { Language } from '#contract/languages.ts'
import { type Member, memberStorage } from '../e2e/support/members.ts'
import type { Profile } from '#contract/profiles.ts'
import { eventually, TEXT, world } from '../e2e/support/world.ts'
import { until } from '../support/processes.ts'
import type { EngineTab, NamedKey, Point } from './engine.ts'

/** How long something is waited for, in seconds: long enough for a busy machine. */
const WAIT_S = 30

/** An element on screen: by selector, and by how its accessible name begins. */
export interface Target {
  css: string
  name?: string
}

interface Visit {
  /** The hash route, beginning with `/`. */
  path?: string
  language?: Language
  /** The account that is logged in, and the profile that watches. */
  member?: Member
  profile?: Profile
}

type Facts = Point & { text: string; isFocused: boolean }

/** A page of the site in some engine. */
export type EnginePage = ReturnType<typeof createEnginePage>

/** What a journey does in a tab, in the same words for each engine. */
export function createEnginePage(tab: EngineTab) {
  return { tab, visit, see, gone, click, hover, type, pressKey, back, reload, expectHash, ready, focused }

  /** Opens the site as a browser that has been there before, except for the ad and for what is stored. */
  async function visit({ path = '', language, member, profile }: Visit = {}) {
    const stored = member && memberStorage(member, { ...(profile && { profile }), ...(language && { language }) })
    const entries = stored?.origins[0]?.localStorage ?? (language ? [{ name: 'language', value: language }] : [])
    await tab.open(`${world.url}/robots.txt`)
    await tab.run(store, entries, language ?? '')
    await tab.open(`${world.url}/${path && `#${path}`}`)
    return TEXT[language ?? 'zh_HK']
  }

  /** Waits until an element is visible. */
  async function see(target: Target): Promise<Facts> {
    return until(async () => (await find(target)) ?? false, { what: wordsOf(target), seconds: WAIT_S })
  }

  /** Waits until no such element is visible. */
  async function gone(target: Target): Promise<void> {
    await until(async () => (await find(target)) === null, { what: `no ${wordsOf(target)}`, seconds: WAIT_S })
  }

  function find({ css, name = '' }: Target): Promise<Facts | null> {
    return tab.run(locate, css, name, false)
  }

  /** Whether an element has the focus. */
  async function focused(target: Target): Promise<boolean> {
    return (await find(target))?.isFocused ?? false
  }

  /** Clicks an element once it is visible, stands still and nothing is above it. */
  async function click(target: Target): Promise<void> {
    await tab.click(await hit(target))
  }

  async function hover(target: Target): Promise<void> {
    await tab.hover(await hit(target))
  }

  async function hit(target: Target): Promise<Point> {
    let before: Point | null = null
    const standsStill = async () => {
      const point = await tab.run(locate, target.css, target.name ?? '', true)
      const isSame = point !== null && before !== null && point.x === before.x && point.y === before.y
      before = point
      return isSame && point
    }
    return until(standsStill, { what: `${wordsOf(target)} to be clicked`, seconds: WAIT_S })
  }

  /** Types into an input that is clicked first. */
  async function type(target: Target, text: string): Promise<void> {
    await click(target)
    for (const sign of text) await tab.pressKey(sign)
  }

  function pressKey(key: NamedKey | (string & {}), options?: { shifted?: boolean }): Promise<void> {
    return tab.pressKey(key, options)
  }

  function back(): Promise<void> {
    return tab.run(() => history.back())
  }

  function reload(): Promise<void> {
    return tab.reload()
  }

  /** Waits until the hash begins so. */
  async function expectHash(start: string): Promise<void> {
    await eventually(() => tab.run(() => location.hash)).toMatch(new RegExp(`^${RegExp.escape(`#${start}`)}`))
  }

  /** Waits until React has the screen. */
  async function ready(): Promise<void> {
    await eventually(() => tab.run(isHydrated)).toBe(true)
  }
}

const wordsOf = ({ css, name }: Target): string => (name === undefined ? css : `${css} “${name}”`)

/* The following run in the page. */

function store(entries: { name: string; value: string }[], language: string): void {
  sessionStorage.setItem('harbour.adSeen', 'true')
  for (const { name, value } of entries) localStorage.setItem(name, value)
  if (language) document.cookie = `language=${language}; path=/`
}

function isHydrated(): boolean {
  const heading = document.querySelector('main h1')
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'))
}

/** The first visible element of a selector whose name begins so; with `isHit` scrolled into view, with nothing above it, else null. */
function locate(css: string, name: string, isHit: boolean): Facts | null {
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const element = [...document.querySelectorAll(css)].find(
    (found) => found.checkVisibility({ visibilityProperty: true }) && nameOf(found).startsWith(name),
  )
  if (!element) return null
  const box = () => element.getBoundingClientRect()
  const isOutside = box().top < 0 || box().bottom > innerHeight || box().left < 0 || box().right > innerWidth
  if (isHit && isOutside) element.scrollIntoView({ block: 'center', inline: 'center' })
  const { left, top, width, height } = box()
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  const above = document.elementFromPoint(point.x, point.y)
  if (isHit && !(above && (element.contains(above) || above.contains(element)))) return null
  return { ...point, text: nameOf(element), isFocused: element === document.activeElement }
}
