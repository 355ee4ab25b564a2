import { renderToString } from 'react-dom/server'
import { type Location, type Navigator, Router } from 'react-router'
import type { Tab } from '#contract/categories.ts'
import type { Language } from '#contract/languages.ts'
import { viewer as zhHK } from '#text/zh_HK/viewer.ts'
import { viewer as enUS } from '#text/en_US/viewer.ts'
import { setSiteConfig, type SiteConfig } from '#web/viewer/site-config/site-config.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { createQueryClient } from '#web/kit/use-call.ts'
import { App } from '../boot/app.tsx'
import { firstCalls, firstCarouselCalls } from './first-calls.ts'
import { type PrefetchedResponse, seedQueries } from './home-data.ts'
import { Shell } from '../boot/shell.tsx'

export { renderPage, type PageInput } from './page.ts'
export { inlineHashes, type PageAssets, readPageAssets } from './page-assets.ts'
export { ENTRY_SCRIPT, INLINE_SCRIPT } from './inline-script.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS }

export interface HomeInput {
  language: Language
  /** The first calls with their responses; a missing or failed one is rendered as a skeleton and fetched by the browser. */
  answers: readonly PrefetchedResponse[]
  config: Partial<SiteConfig>
}

/** The URLs of the first calls: the tabs and the billboard. The carousels' URLs follow from their responses. */
export function homeCalls(language: Language): string[] {
  const { tabs, billboard } = firstCalls(language)
  return [tabs, billboard]
}

/** The URLs of home's first carousels, from the responses to `homeCalls`. */
export function homeCarouselCalls(answers: readonly PrefetchedResponse[], language: Language): string[] {
  const tabs = answers.find(({ url }) => url === firstCalls(language).tabs)?.envelope as { tabList?: Tab[] } | undefined
  return firstCarouselCalls(tabs?.tabList ?? [], language)
}

/** Home's HTML for a visitor. */
export function renderHome({ language, answers, config }: HomeInput): string {
  setSiteConfig(config)
  const queries = createQueryClient()
  seedQueries(queries, answers)
  try {
    return renderToString(
      <App queries={queries} text={TEXT[language]} language={language}>
        <Router location={HOME} navigator={STATIC_NAVIGATOR} static>
          <Shell />
        </Router>
      </App>,
    )
  } finally {
    queries.clear()
  }
}

const HOME: Partial<Location> = { pathname: PATHS.home, search: '', hash: '', state: null, key: 'default' }

/** A navigator that never navigates. */
const STATIC_NAVIGATOR: Navigator = {
  createHref: (to) => `#${typeof to === 'string' ? to : (to.pathname ?? '')}`,
  go() {},
  push() {},
  replace() {},
}
