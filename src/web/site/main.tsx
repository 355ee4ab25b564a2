import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import * as z from 'zod/mini'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import './page.css'
import { onSessionEnd, readCallContext } from '#web/lib/api.ts'
import { CONFIG_ELEMENT, setSiteConfig, type SiteConfig } from '#web/lib/config.ts'
import { isMobile } from '#web/lib/device.ts'
import { htmlLang, readLanguage, storeLanguage } from '#web/lib/language.ts'
import { PATHS } from '#web/lib/paths.ts'
import { clearSession, rememberMobile } from '#web/lib/session.ts'
import { loadText } from '#web/lib/text.ts'
import { createQueryClient } from '#web/lib/use-call.ts'
import { App } from './app.tsx'
import { loadDigits } from './digits.ts'
import { type Answer, HOME_DATA_ELEMENT, seedQueries } from './home-data.ts'
import { FRESH_ATTRIBUTE } from './inline-script.ts'
import { takeFromAddress } from './intake.ts'
import { Shell } from './shell.tsx'

/** Takes the prerendered home over, or renders in its place. */
async function start(): Promise<void> {
  // The content security policy forbids making code from strings.
  z.config({ jitless: true })
  takeFromAddress()
  const language = readLanguage()
  storeLanguage(language)
  rememberMobile(isMobile())
  setSiteConfig((readJson(CONFIG_ELEMENT) ?? {}) as Partial<SiteConfig>)
  onSessionEnd(endSession)
  const queries = createQueryClient()
  const context = readCallContext()
  seedQueries(queries, (readJson(HOME_DATA_ELEMENT) ?? []) as Answer[])
  const text = await loadText(language)

  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const html = document.documentElement
  const hydrates = root.hasChildNodes() && !html.hasAttribute(FRESH_ATTRIBUTE)
  // An empty hash is home: the router and the prerender then agree.
  if (/^#?\/?$/.test(location.hash)) history.replaceState(history.state, '', `#${PATHS.home}`)
  html.lang = htmlLang(language)
  const app = (
    <StrictMode>
      <App queries={queries} text={text} context={context}>
        <HashRouter>
          <Shell />
        </HashRouter>
      </App>
    </StrictMode>
  )
  if (hydrates) hydrateRoot(root, app)
  else {
    root.textContent = ''
    html.removeAttribute(FRESH_ATTRIBUTE)
    createRoot(root).render(app)
  }
  loadDigits()
}

/** SPEC 4, session expiry: all is cleared, and the page begins anew. */
function endSession(): void {
  clearSession()
  location.hash = ''
  location.reload()
}

function readJson(id: string): unknown {
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : undefined
}

void start()
