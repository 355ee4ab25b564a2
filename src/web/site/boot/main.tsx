import '#web/kit/older-browsers.ts'
import { startTransition, StrictMode } from 'react'
import { currentLocation, HashRouter } from '#web/kit/router.tsx'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import '../prerender/page.css'
import { CONFIG_ELEMENT, setSiteConfig, siteConfig, type SiteConfig } from '#web/viewer/site-config/site-config.ts'
import { PREVIEW_PATH } from '#contract/preview.ts'
import { isMobile } from '#web/kit/device-capabilities.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { htmlLang, isEnglishUnasked, readLanguage, storeLanguage } from '#web/kit/language.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { dropFalseSession } from '#web/viewer/session/session.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { createQueryClient } from '#web/kit/use-call.ts'
import { setAppName } from '#web/kit/use-page-title.ts'
import { createRoot, hydrateRoot } from '#web/kit/react-root.ts'
import { rememberMobile } from '#web/viewer/session/visit-storage.ts'
import { App } from './app.tsx'
import { isEmbed } from './embed.ts'
import { type PrefetchedResponse, HOME_DATA_ELEMENT, seedQueries } from '../prerender/home-data.ts'
import { FRESH_ATTRIBUTE } from '../prerender/inline-script.ts'
import { takeUrlSession, watchUrlSession } from '../session/url-session.ts'
import { startSessionLifecycle } from '../session/session-lifecycle.ts'
import { Shell } from './shell.tsx'
import address from 'virtual:digits-font'
import { firstTitleFont } from '#web/viewer/cards/use-title-font.ts'

async function start(): Promise<void> {
  const isPreview = location.pathname === PREVIEW_PATH
  if (isPreview && !(await (await import('../preview/preview.ts')).startPreview())) return
  // First, because it clears what the next lines store.
  dropFalseSession()
  takeUrlSession()
  watchUrlSession()
  // The content security policy forbids eval; zod, which loads with the first form, reads this setting.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  const isOffered = isEnglishUnasked()
  const language = readLanguage()
  storeLanguage(language)
  rememberMobile(isMobile())
  setSiteConfig((readJson(CONFIG_ELEMENT) ?? {}) as Partial<SiteConfig>)
  startSessionLifecycle()
  const queries = createQueryClient()
  seedQueries(queries, (readJson(HOME_DATA_ELEMENT) ?? []) as PrefetchedResponse[])
  const text = await loadShellText(language)
  setAppName(siteConfig().brand, text.site.tagline)

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const html = document.documentElement
  // An empty hash is home; router and prerender must agree on the path.
  if (/^#?\/?$/.test(location.hash)) history.replaceState(history.state, '', `#${PATHS.home}`)
  // A link of the prerendered home that was followed before this leads elsewhere.
  const isHome = currentLocation().pathname === PATHS.home
  const hydrates = root.hasChildNodes() && !html.hasAttribute(FRESH_ATTRIBUTE) && isHome
  html.lang = htmlLang(language)
  // Kept by header and footer where a screen sets another (`InLanguage`).
  root.lang = html.lang
  const app = (
    <StrictMode>
      <App queries={queries} text={text} language={language}>
        <HashRouter>
          <Shell />
        </HashRouter>
      </App>
    </StrictMode>
  )
  // In a transition React hydrates in slices of a few milliseconds and lets input through.
  if (hydrates) startTransition(() => void hydrateRoot(root, app))
  else {
    root.textContent = ''
    html.removeAttribute(FRESH_ATTRIBUTE)
    createRoot(root).render(app)
  }
  loadDigits()
  if (isEmbed()) void import('../navigation/double-back.ts').then(({ guardExit }) => guardExit())
  else if (!isPreview) afterFirstPaint(() => void followServiceWorkerSetting().catch(() => {}))
  if (isOffered)
    afterFirstPaint(() => void import('../hosts/language-offer.tsx').then(({ offerEnglish }) => offerEnglish()))
}

async function followServiceWorkerSetting(): Promise<void> {
  if (siteConfig().serviceWorker) await (await import('../service-worker/register.ts')).registerWorker()
  else if ('serviceWorker' in navigator) await (await import('../service-worker/remove.ts')).removeWorker()
}

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : undefined
}

// In a task of its own, after the one that evaluates the modules.
setTimeout(() => void start())

const TITLE_FONT_MS = 2000

/** After the first paint; the digits' boxes have fixed sizes, so nothing shifts. */
function loadDigits(): void {
  if (!address || typeof FontFace !== 'function') return
  afterFirstPaint(() => {
    const face = new FontFace('Archivo Digits', `url(${address})`, {
      weight: '100 900',
      stretch: '62% 125%',
      display: 'swap',
    })
    const loading = face.load()
    // Together with the font of a title: each font that is added lays out the whole page again.
    const wait = new Promise((resolve) => setTimeout(resolve, TITLE_FONT_MS))
    void Promise.race([firstTitleFont, wait])
      .then(async () => document.fonts.add(await loading))
      .catch(() => {})
  })
}
