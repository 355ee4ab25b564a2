import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Language } from '#contract/languages.ts'
import type { RenderHome, Site } from '#server/wire/http/http-deps.ts'
import type { Settings } from './config.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

interface PrefetchedResponse {
  url: string
  envelope: unknown
}

interface PageAssets {
  css: string
}

/** As in the site's `SiteConfig`. */
interface SiteConfig {
  brand: Record<Language, string>
  aboutURL: Record<Language, string>
  contactEmail: string
  appLinks: { appStore: string; googlePlay: string; smartTv: string }
  uhdHost: string
  serviceWorker: boolean
}

/** The exports of the prerender bundle (`src/web/site/prerender/prerender.tsx`), which the server knows by this shape alone. */
export interface Prerender {
  homeCalls(language: Language): string[]
  homeCarouselCalls(answers: readonly PrefetchedResponse[], language: Language): string[]
  renderHome(input: { language: Language; answers: readonly PrefetchedResponse[]; config: SiteConfig }): string
  renderPage(input: {
    language: Language
    html: string
    answers: readonly PrefetchedResponse[]
    config: SiteConfig
    assets: PageAssets
    origin: string
  }): string
  readPageAssets(clientDir: string): PageAssets
  inlineHashes(assets: PageAssets): { scripts: string[]; style: string }
}

type SiteSettings = Settings<'site'> & Pick<Settings<'http'>, 'UHD_HOST_BASE'>

/** Without a build, the server serves the API and a page that says so. */
export async function loadSite(config: SiteSettings & Pick<Settings<'server'>, 'PUBLIC_URL'>): Promise<Site> {
  const clientDir = join(DIST, 'client')
  const bundle = join(DIST, 'prerender', 'prerender.js')
  if (!existsSync(bundle)) return { clientDir }
  // Node's own storage would be shared by all visitors, and warns.
  for (const storage of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, storage)
  const prerender = (await import(pathToFileURL(bundle).href)) as Prerender
  const assets = prerender.readPageAssets(clientDir)
  const hashes = prerender.inlineHashes(assets)
  return {
    clientDir,
    scriptHashes: hashes.scripts,
    styleHashes: [hashes.style],
    worker: await workerCode(),
    renderHome: createRenderHome(prerender, { assets, config: siteConfig(config), origin: config.PUBLIC_URL ?? '' }),
  }
}

/** A build may have no service worker. */
async function workerCode(): Promise<string | undefined> {
  const file = join(DIST, 'worker', 'worker.js')
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}

const siteConfig = (config: SiteSettings): SiteConfig => ({
  brand: { zh_HK: config.BRAND_ZH, en_US: config.BRAND_EN },
  aboutURL: { zh_HK: config.ABOUT_URL_ZH ?? '', en_US: config.ABOUT_URL_EN ?? '' },
  contactEmail: config.CONTACT_EMAIL ?? '',
  appLinks: {
    appStore: config.APP_STORE_URL ?? '',
    googlePlay: config.PLAY_STORE_URL ?? '',
    smartTv: config.TV_STORE_URL ?? '',
  },
  uhdHost: config.UHD_HOST_BASE,
  serviceWorker: config.SERVICE_WORKER,
})

type PageParts = { assets: PageAssets; config: SiteConfig; origin: string }

function createRenderHome(prerender: Prerender, { assets, config, origin }: PageParts): RenderHome {
  return async ({ language, request }) => {
    const requestAll = (urls: string[]) => Promise.all(urls.map(async (url) => ({ url, envelope: await request(url) })))
    const first = await requestAll(prerender.homeCalls(language))
    const answers = [...first, ...(await requestAll(prerender.homeCarouselCalls(first, language)))]
    const html = prerender.renderHome({ language, answers, config })
    return prerender.renderPage({ language, html, answers, config, assets, origin })
  }
}
