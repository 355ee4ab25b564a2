import { renderToString } from 'react-dom/server'
import { type Location, Router } from '#web/kit/router.tsx'
import type { Tab } from '#contract/categories.ts'
import { type Language, HTML_LANG, LANGUAGES } from '#contract/languages.ts'
import { viewer as zhHK } from '#text/zh_HK/viewer.ts'
import { viewer as enUS } from '#text/en_US/viewer.ts'
import { setSiteConfig, type SiteConfig, CONFIG_ELEMENT, DEFAULT_CONFIG } from '#web/viewer/site-config/site-config.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { createQueryClient } from '#web/kit/use-call.ts'
import { App } from '../boot/app.tsx'
import { firstCalls, firstCarouselCalls } from './first-calls.ts'
import { type PrefetchedResponse, seedQueries, HOME_DATA_ELEMENT, scriptJson } from './home-data.ts'
import { Shell } from '../boot/shell.tsx'
import type { Banner } from '#contract/banners.ts'
import {
  BILLBOARD_SIZES,
  UPRIGHT_MEDIA,
  UPRIGHT_SIZES,
  uprightArt,
  WIDE_MEDIA,
} from '#web/features/billboard/billboard.tsx'
import { imageAt, imageSrcSet } from '#web/ui/image.rules.ts'
import { ENTRY_FILES_ELEMENT, ENTRY_SCRIPT, INLINE_SCRIPT } from './inline-script.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export { ENTRY_SCRIPT, INLINE_SCRIPT } from './inline-script.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS }

export interface HomeInput {
  language: Language
  /** A missing or failed one is rendered as a skeleton and fetched by the browser. */
  answers: readonly PrefetchedResponse[]
  config: Partial<SiteConfig>
}

export function homeCalls(language: Language): string[] {
  const { tabs, billboard } = firstCalls(language)
  return [tabs, billboard]
}

export function homeCarouselCalls(answers: readonly PrefetchedResponse[], language: Language): string[] {
  const tabs = answers.find(({ url }) => url === firstCalls(language).tabs)?.envelope as { tabList?: Tab[] } | undefined
  return firstCarouselCalls(tabs?.tabList ?? [], language)
}

export function renderHome({ language, answers, config }: HomeInput): string {
  setSiteConfig(config)
  const queries = createQueryClient()
  seedQueries(queries, answers)
  try {
    return renderToString(
      <App queries={queries} text={TEXT[language]} language={language}>
        <Router location={HOME} type="pop" navigate={() => {}}>
          <Shell />
        </Router>
      </App>,
    )
  } finally {
    queries.clear()
  }
}

const HOME: Location = { pathname: PATHS.home, search: '', state: null, key: 'default' }

const OG_LOCALE = { zh_HK: 'zh_HK', en_US: 'en_US' } as const

export interface PageInput {
  language: Language
  /** The HTML of home (`renderHome`); empty: the browser renders everything. */
  html: string
  answers: readonly PrefetchedResponse[]
  config: Partial<SiteConfig>
  assets: PageAssets
  /** The public origin, without a trailing slash. */
  origin: string
}

/** Nothing in it blocks the first paint but itself. */
export function renderPage({ language, html, answers, config, assets, origin }: PageInput): string {
  const { site } = TEXT[language]
  const brand = { ...DEFAULT_CONFIG, ...config }.brand[language]
  const title = `${brand} - ${site.tagline}`
  const hero = firstBanner(answers, language)
  return [
    '<!doctype html>',
    `<html lang="${HTML_LANG[language]}" data-language="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<script>${INLINE_SCRIPT}</script>`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(site.description)}">`,
    '<meta name="theme-color" content="#07090f">',
    ...(hero ? heroPreloads(hero) : []),
    `<style>${assets.css}</style>`,
    // Tells Vite's loader that they are loaded, else a lazy chunk adds them after its own rules. Disabled: not fetched.
    ...assets.styles.map((file) => `<link rel="stylesheet" href="${file}" disabled>`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/favicon-180.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<link rel="canonical" href="${escapeHtml(origin)}/">`,
    ...LANGUAGES.map(
      (other) =>
        `<link rel="alternate" hreflang="${HTML_LANG[other]}" href="${escapeHtml(origin)}/#/category/list?language=${other}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(origin)}/">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(brand)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(site.description)}">`,
    `<meta property="og:url" content="${escapeHtml(origin)}/">`,
    `<meta property="og:locale" content="${OG_LOCALE[language]}">`,
    ...(hero ? [`<meta property="og:image" content="${escapeHtml(origin + imageAt(hero.bannerImage, 1280))}">`] : []),
    '</head>',
    '<body>',
    `<div id="root">${html}</div>`,
    `<script type="application/json" id="${CONFIG_ELEMENT}">${scriptJson(config)}</script>`,
    `<script type="application/json" id="${HOME_DATA_ELEMENT}">${scriptJson(answers)}</script>`,
    `<script type="application/json" id="${ENTRY_FILES_ELEMENT}">${scriptJson([assets.script, ...assets.preload[language]])}</script>`,
    `<script>${ENTRY_SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** In the art and the size that the screen will use. */
function heroPreloads(banner: Banner): string[] {
  const upright = uprightArt(banner)
  return [
    preloadImage({ src: banner.bannerImage, media: WIDE_MEDIA, sizes: BILLBOARD_SIZES, from: 640, to: 1920 }),
    preloadImage({ src: upright, media: UPRIGHT_MEDIA, sizes: UPRIGHT_SIZES, from: 320, to: 1280 }),
  ]
}

interface ImagePreload {
  src: string
  media: string
  sizes: string
  from: number
  to: number
}

function preloadImage({ src, media, sizes, from, to }: ImagePreload): string {
  const srcSet = imageSrcSet(src, { from, to })
  const sources = srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"` : ''
  return `<link rel="preload" as="image" fetchpriority="high" media="${media}" href="${escapeHtml(imageAt(src, 640))}"${sources}>`
}

function firstBanner(answers: readonly PrefetchedResponse[], language: Language): Banner | undefined {
  const answer = answers.find(({ url }) => url === firstCalls(language).billboard)?.envelope
  return (answer as { data?: { bannerList?: Banner[] } } | undefined)?.data?.bannerList?.[0]
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

export interface PageAssets {
  script: string
  /** Imports and sentences, fetched together with the entry. */
  preload: Record<Language, string[]>
  /** Inlined: no request blocks the first paint. */
  css: string
  styles: string[]
}

/** @throws without a build or without an entry. */
export function readPageAssets(clientDir: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error(`no entry in the manifest of ${clientDir}`)
  const imports = importsOf(manifest, entry)
  const styles = [...new Set([entry, ...imports].flatMap((chunk) => chunk.css ?? []))]
  const textOf = (language: Language) => {
    const name = Object.keys(manifest).find((key) => key.endsWith(`text/${language}/viewer.ts`))
    const chunk = name ? manifest[name] : undefined
    return chunk ? [chunk.file, ...importsOf(manifest, chunk).map(({ file }) => file)] : []
  }
  const preload = (language: Language) =>
    [...new Set([...imports.map(({ file }) => file), ...textOf(language)])]
      .filter((file) => file !== entry.file)
      .map((file) => `/${file}`)
  return {
    script: `/${entry.file}`,
    preload: { zh_HK: preload('zh_HK'), en_US: preload('en_US') },
    css: styles.map((file) => readFileSync(join(clientDir, file), 'utf8').trim()).join('\n'),
    styles: styles.map((file) => `/${file}`),
  }
}

/** JSON in scripts needs none. */
export function inlineHashes({ css }: Pick<PageAssets, 'css'>): { scripts: string[]; style: string } {
  return { scripts: [hashOf(INLINE_SCRIPT), hashOf(ENTRY_SCRIPT)], style: hashOf(css) }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function importsOf(manifest: Record<string, Chunk>, from: Chunk): Chunk[] {
  const found = new Set<Chunk>()
  const follow = (chunk: Chunk) => {
    for (const name of chunk.imports ?? []) {
      const next = manifest[name]
      if (!next || found.has(next)) continue
      found.add(next)
      follow(next)
    }
  }
  follow(from)
  return [...found]
}
