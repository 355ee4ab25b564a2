import { StrictMode } from 'react'
import { config } from 'zod/mini'
import { htmlLang, readLanguage } from '#web/kit/language.ts'
import { createRoot } from '#web/kit/react-root.ts'
import { HashRouter } from '#web/kit/router.tsx'
import { createQueryClient } from '#web/kit/use-call.ts'
import { setAppName } from '#web/kit/use-page-title.ts'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import './console.css'
import { documentBrand } from '../client/brand.ts'
import { consoleClient } from '../client/console-client.ts'
import { readSession } from '../client/session.ts'
import { guardHistory } from '../form/use-leave-warning.ts'
import { loadShellText } from '../shell/shell-text.ts'
import { Shell } from '../shell/shell.tsx'
import { App } from './app.tsx'

async function start(): Promise<void> {
  // The content security policy forbids eval.
  config({ jitless: true })
  const language = readLanguage()
  const text = await loadShellText(language)
  await readSession(consoleClient)
  const { zh_HK, en_US } = documentBrand()
  setAppName({ zh_HK: `${zh_HK}${text.console}`, en_US: `${en_US} ${text.console}`.trim() }, text.tagline)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  document.documentElement.lang = htmlLang(language)
  guardHistory()
  createRoot(root).render(
    <StrictMode>
      <App queries={createQueryClient()} client={consoleClient} text={text} language={language}>
        <HashRouter>
          <Shell />
        </HashRouter>
      </App>
    </StrictMode>,
  )
}

void start()
