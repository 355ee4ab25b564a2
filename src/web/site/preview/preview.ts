import type { PreviewProfile } from '#contract/admin/preview.ts'
import type { Language } from '#contract/languages.ts'
import { PREVIEW_ESCAPE, PREVIEW_HEADER, PREVIEW_PATH } from '#contract/preview.ts'
import type { REGIONS } from '#contract/regions.ts'
import { formatInstant } from '#web/kit/format.ts'
import { htmlLang, isEnglishUnasked, readLanguage, storeLanguage } from '#web/kit/language.ts'
import { loadText } from '#web/kit/text.ts'
import { storeProfile } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import type { Texts } from '#text/texts.ts'
import { grantRequests } from './granted-requests.ts'
import styles from './preview.module.css'

interface Shown {
  readonly at: string
  readonly region: (typeof REGIONS)[number]
  readonly profile: PreviewProfile
  readonly language: Language
  readonly expiresAt: string
  readonly secondsLeft?: number
  readonly titles: readonly { programId: string }[]
  /** Without a name the site's page. */
  readonly pages: readonly { name: Readonly<Record<Language, string>> | null }[]
}

type Answer = ({ result: 'SUCCESS' } & Shown) | { result: 'FAILED' }

/** Of this tab, for a reload. */
const KEPT = 'harbour.preview'
const GRANT = /^#([\w-]{43})(.*)$/

/** Before anything of the site runs. @returns false when the preview has ended, which the page then says */
export async function startPreview(): Promise<boolean> {
  const grant = takeGrant()
  const own = isEnglishUnasked() ? 'en_US' : readLanguage()
  const shown = await find(grant, own)
  keepInMemory()
  if (shown.result === 'FAILED') {
    storeLanguage(own)
    showEnd(await loadText('preview'), own)
    return false
  }
  const { language } = shown
  storeLanguage(language)
  const text = await loadText('preview')
  let hasEnded = false
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    showEnd(text, language)
  }
  grantRequests({ grant, at: Date.parse(shown.at), onEnd: end })
  setTimeout(end, msLeft(shown))
  beViewer(shown.profile, text)
  showBar(shown, text)
  passEscape()
  return true
}

/** A longer timer ends at once. */
const TIMER_MAX_MS = 24 * 86_400_000

/** By the server's clock, as that of the computer may be wrong. */
const msLeft = ({ secondsLeft, expiresAt }: Shown): number =>
  Math.min(secondsLeft === undefined ? Date.parse(expiresAt) - Date.now() : secondsLeft * 1_000, TIMER_MAX_MS)

/** From the fragment, which it leaves: what is left is the screen. */
function takeGrant(): string {
  const [, grant, rest = ''] = GRANT.exec(location.hash) ?? []
  // Another preview in the same window changes the fragment alone. Before the router, which knows no such screen.
  addEventListener('popstate', (event) => {
    if (!GRANT.test(location.hash)) return
    event.stopImmediatePropagation()
    location.reload()
  })
  try {
    if (grant === undefined) return sessionStorage.getItem(KEPT) ?? ''
    sessionStorage.setItem(KEPT, grant)
  } catch {
    // Without storage a reload ends the preview.
  }
  history.replaceState(null, '', `${PREVIEW_PATH}#${rest || '/'}`)
  return grant ?? ''
}

async function find(grant: string, language: Language): Promise<Answer> {
  try {
    const headers = { [PREVIEW_HEADER]: grant, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ language })
    const response = await fetch(PREVIEW_PATH, { method: 'POST', headers, body, cache: 'no-store' })
    return (await response.json()) as Answer
  } catch {
    return { result: 'FAILED' }
  }
}

const ID = 'preview'

/** The server knows the viewer by the grant alone; this is what the site shows of them. */
function beViewer(profile: PreviewProfile, { profileName }: Texts['preview']): void {
  if (profile === 'visitor') return
  storage.local.set('token', ID)
  storage.local.set('harbour.userId', ID)
  storeProfile({ profileId: ID, name: profileName, avatar: '', childrenModel: profile === 'kids' })
}

function showBar({ at, region, profile, language, titles, pages }: Shown, text: Texts['preview']): void {
  const bar = element('div', styles.bar)
  bar.lang = htmlLang(language)
  const facts = [
    text.hongKong(formatInstant(at, language)),
    text.regions[region],
    text.profiles[profile],
    text.languages[language],
    ...(titles.length > 0 || pages.length === 0 ? [text.drafts(titles.length)] : []),
    ...(pages.length > 0
      ? [text.pages(pages.map(({ name }) => name?.[language] || name?.zh_HK || text.sitePage))]
      : []),
  ]
  bar.append(
    element('strong', styles.name, text.name),
    element('span', '', facts.join(' · ')),
    element('span', styles.live, text.live),
  )
  document.documentElement.classList.add(styles.page!)
  document.body.prepend(bar)
  keepOnTop(bar)
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--preview-h', `${bar.getBoundingClientRect().height}px`),
  ).observe(bar)
}

/** Above dialogs, which the browser puts over everything that came before them. */
function keepOnTop(bar: HTMLElement): void {
  if (!('popover' in bar)) return
  bar.popover = 'manual'
  bar.showPopover()
  const again = () => {
    bar.hidePopover()
    bar.showPopover()
  }
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ['data-locked'] })
}

/** Closes the console's pane, unless it closes something of the site. */
function passEscape(): void {
  if (window.parent === window) return
  let wasOpen = false
  // Before the site's own listeners, which close what is open.
  const look = () => (wasOpen = document.querySelector(OPEN) !== null || document.fullscreenElement !== null)
  addEventListener('keydown', look, { capture: true })
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    // The message is no secret, and the document is in no other frame than the console's.
    if (key === 'Escape' && !defaultPrevented && !wasOpen) window.parent.postMessage(PREVIEW_ESCAPE, '*')
  })
}

const OPEN =
  'dialog[open], [role="dialog"], [role="menu"], [aria-haspopup][aria-expanded="true"], [role="combobox"][aria-expanded="true"]'

function showEnd({ endedTitle, endedText }: Texts['preview'], language: Language): void {
  const panel = element('main', styles.end)
  panel.append(element('h1', '', endedTitle), element('p', '', endedText))
  document.documentElement.lang = htmlLang(language)
  document.title = endedTitle
  document.body.replaceChildren(panel)
}

function element(name: string, className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className ?? ''
  made.textContent = text
  return made
}

/** In place of the browser's: nothing of a preview is left behind, and nothing of the visitor is read. */
function keepInMemory(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: memoryStorage(), configurable: true })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true })
}

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
